/** What answers the calls of tools in a page, with the engine that this takes: webmcp.js loads it with the first call. */
import { Answers } from "../mcp/in-page.js";
import { open } from "./explore.js";

/**
 * @param {string | import("./explore.js").Explorer} source the address of an index, or an open one
 * @param {string} base what addresses of pages are relative to, if it is said
 */
export const answersOf = (source, base) => new Answers(open, source, base);
