/** The part of `<kindex-search>` that is loaded when somebody means to use it. */
export { Panel } from "../element/panel.js";
export { panelStyles } from "../element/panel-styles.js";
