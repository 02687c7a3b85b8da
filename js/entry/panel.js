/** What `<kindex-search>` loads when somebody means to use it. */
export { Panel } from "../element/panel.js";
