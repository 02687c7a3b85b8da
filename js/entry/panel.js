/** What `<kindex-search>` loads when somebody means to use it. */
export { Panel } from "../element/panel.js";
export { TEXTS } from "../element/texts.js";
export { panelStyles } from "../element/panel-styles.js";
