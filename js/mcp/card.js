// What programs read of a server before they connect: its card (SEP-2127, of the extension
// io.modelcontextprotocol/server-card), and a catalog that has no other one (AI Catalog). crates/mcp/src/card.rs does the
// same.
import { invalidArgument } from "../engine/errors.js";
import { CARD } from "./card-types.js";
import { versions } from "./interface.js";
import { cut, line } from "./text.js";

const SCHEMA = "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json";

/** The characters that a title or a description may have there, less the sign that it goes on. */
const MAX_CHARACTERS = 99;

/** The name that the protocol knows a server by, on its host. */
const NAME = "kindex";

const TOKEN = { name: "Authorization", description: "Bearer and a token", isRequired: true, isSecret: true };

/**
 * The card of the server at an address.
 *
 * @param {{ title?: string, description?: string, version: string }} server
 * @param {string} given
 * @param {boolean} needsToken
 */
export function cardOf({ title: whole, description, version }, given, needsToken) {
  const { address, host } = placeOf(given);
  const title = whole && cut(line(whole), MAX_CHARACTERS);
  const about = description === undefined ? `Search and read ${title ?? "the documentation"}.` : line(description);
  const remote = {
    type: "streamable-http",
    url: address,
    supportedProtocolVersions: [...versions.stateless, ...versions.withHandshake],
    ...(needsToken && { headers: [TOKEN] }),
  };
  return {
    $schema: SCHEMA,
    name: `${reversed(host)}/${NAME}`,
    version,
    description: cut(about, MAX_CHARACTERS),
    ...(title !== undefined && { title }),
    remotes: [remote],
  };
}

/**
 * The catalog of the host of a server at an address.
 *
 * @param {string} given
 */
export function catalogOf(given) {
  const { address, host } = placeOf(given);
  const identifier = `urn:air:${host.replace(/^\[|\]$/g, "")}:mcp:${NAME}`;
  return { specVersion: "1.0", entries: [{ identifier, type: CARD, url: `${address}/server-card` }] };
}

/** The address of a server, without what is not told, and its host without the port. */
function placeOf(given) {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!/^https?:$/.test(url?.protocol)) throw invalidArgument("address", "an address such as https://docs.example.org/mcp");
  return { address: (url.origin + url.pathname).replace(/\/+$/, ""), host: url.hostname };
}

/**
 * A host as the beginning of a name: `org.example.docs` of `docs.example.org`. Of a number of a machine nothing is
 * reversed.
 */
function reversed(host) {
  const parts = host.split(".").filter((part) => part);
  return /[a-z]/i.test(parts.at(-1) ?? "") && !host.startsWith("[") ? parts.reverse().join(".") : "localhost";
}
