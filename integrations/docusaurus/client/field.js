/** The search field, which is loaded after the page. */
import "kindex/element/define";

export { routed } from "kindex/element/routed";
