// The skill of a server (SEP-2640, the extension io.modelcontextprotocol/skills): how its tools are used to answer from
// its documentation. crates/mcp/src/skill.rs does the same.
import { ended } from "./about.js";
import { texts as shared } from "./interface.js";
import { RpcError, saysNothing } from "./rpc.js";
import { sentence, severalSaid } from "./several.js";
import { skill as lines, texts } from "./skill-text.js";
import { cut, filled, line } from "./text.js";

export const EXTENSION = "io.modelcontextprotocol/skills";

/** The beginning of the address of a skill. */
export const SCHEME = "skill://";

/** The characters that a skill's name and its description may have. */
const MAX_NAME_CHARACTERS = 64;
const MAX_DESCRIPTION_CHARACTERS = 1024;

/** Names that YAML takes for a number, a date or a truth. */
const NO_TEXT = /^(?:\d.*|true|false|yes|no|on|off|y|n|null)$/;

const encoder = new TextEncoder();

/**
 * @param {{ title?: string, description?: string }} options of the server
 * @param {string[]} names of its indexes, if there are several
 * @returns {Skill}
 *
 * @typedef {{ uri: string, name: string, description: string, text: string }} Skill with the whole file
 */
export function skillOf(options, names) {
  const [title, about] = [options.title ?? "", options.description ?? ""].map((text) => line(text));
  const subject = subjectOf(title, sentence(names));
  const name = nameOf(subject);
  const description = descriptionOf(about, subject || texts.skillSubject);
  // A text of JSON, on one line, is one of YAML.
  const front = `---\nname: ${NO_TEXT.test(name) ? JSON.stringify(name) : name}\ndescription: ${JSON.stringify(description)}\n---\n\n`;
  const text = front + filled(lines.join("\n"), subject || texts.skillTitle, severalSaid(names));
  return { uri: `${SCHEME}${name}/SKILL.md`, name, description, text };
}

const subjectOf = (title, names) => (title && names ? filled(texts.skillOf, title, names) : title || names);

function nameOf(title) {
  const start = [...title].slice(0, MAX_NAME_CHARACTERS).join("");
  // Small letters come last, as those of some characters are letters of ASCII.
  return start.replace(/[^a-z\d]+/gi, "-").replace(/^-|-$/g, "").toLowerCase() || "documentation";
}

function descriptionOf(about, subject) {
  const text = `${ended(about)} ${filled(texts.skillUse, subject)}`.trimStart();
  // YAML has no place for these two.
  return cut(text.replace(/[\ufffe\uffff]/g, "\ufffd"), MAX_DESCRIPTION_CHARACTERS - 1);
}

/** The list of the skills, of which there is one. */
export async function listSkills(server, { cursor }) {
  if (saysNothing(cursor)) return { skills: [await entryOf((await server.described()).skill)] };
  throw new RpcError("params", typeof cursor === "string" ? shared.cursor : filled(shared.anyString, "cursor"));
}

/** The skill at an address. */
export async function getSkill(server, { uri }) {
  const { skill } = await server.described();
  if (uri === skill.uri) return { skill: await entryOf(skill) };
  throw new RpcError("params", typeof uri === "string" ? filled(texts.noSkill, line(uri)) : filled(shared.anyString, "uri"));
}

async function entryOf({ uri, name, description, text }) {
  const bytes = encoder.encode(text);
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const digits = Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return { uri, frontmatter: { name, description }, resources: [{ uri, digest: `sha256:${digits}`, size: bytes.length }] };
}
