import { decoded } from "../text/address.js";
import { chunk, document, documents, filters, hierarchy, openapi, search, status, suggest } from "./handlers.js";
import { Problem } from "./problem.js";

/** The placeholder of an id in the parts of a path. */
const ID = "{id}";

const READ = "GET, HEAD, OPTIONS";

/**
 * Every route: the parts of its path, its methods, and its handler. `plain` is for a document that is
 * the answer itself.
 */
const ROUTES = [
  { parts: ["search"], allow: READ, answer: search },
  { parts: ["suggest"], allow: READ, answer: suggest },
  { parts: ["chunks", ID], allow: READ, answer: chunk },
  { parts: ["chunks", ID, "hierarchy"], allow: READ, answer: hierarchy },
  { parts: ["documents"], allow: READ, answer: documents },
  { parts: ["documents", ID], allow: READ, answer: document },
  { parts: ["filters"], allow: READ, answer: filters },
  { parts: ["status"], allow: READ, answer: status },
  { parts: ["openapi.json"], allow: READ, answer: openapi, plain: true },
];

/** The protocol has GET and DELETE too, for streams and sessions, of which there are none here. */
const MCP = { parts: ["mcp"], allow: "POST, OPTIONS", mcp: true };

/**
 * @param {string} pathname
 * @param {import("./settings.js").Settings} settings
 * @returns {{ route: typeof ROUTES[number] & { mcp?: boolean }, id: string }}
 */
export function routed(pathname, { base, mcp }) {
  const known = mcp ? [...ROUTES, MCP] : ROUTES;
  const inside = pathname.startsWith(`${base}/`) ? pathname.slice(base.length + 1).split("/") : [];
  const route = known.find(({ parts }) => suits(parts, inside));
  if (route) return { route, id: idIn(inside[route.parts.indexOf(ID)] ?? "") };
  const list = known.map(({ parts }) => `${base}/${parts.join("/")}`).join(", ");
  throw new Problem(404, `There is nothing at this path. There are ${list}; ids are percent-encoded, also # and /.`);
}

/** An id is not empty. */
function suits(parts, given) {
  return parts.length === given.length && parts.every((part, at) => (part === ID ? given[at] !== "" : part === given[at]));
}

function idIn(part) {
  const id = decoded(part);
  if (id === undefined) throw new Problem(400, "The id is not percent-encoded UTF-8.");
  return id;
}
