/** The part of `<kindex-search>` that is loaded when somebody means to use it. */
export { Panel } from "../element/panel.js";
export { TEXTS } from "../element/texts.js";
export { panelStyles } from "../element/panel-styles.js";
