// Pages as resources, after the skill of the server. Their addresses are made of ids, which every page has and no other.
import { bounds, texts } from "./interface.js";
import { beginningWith } from "./addresses.js";
import { decoded } from "../text/address.js";
import { safe } from "../text/sanitize.js";
import { pageOf, piecesOf } from "./pages.js";
import { RpcError } from "./rpc.js";
import { askable, filled, line, passageText, shown, shownId } from "./text.js";

const PREFIX = "kindex://pages/";
const TYPE = "text/markdown";

/** A part of the list of pages, from a cursor on; the first has the skill too. */
export async function listResources(sites, skill, cursor = "0") {
  if (!/^\d{1,9}$/.test(cursor)) throw new RpcError("params", texts.cursor);
  const from = Number(cursor);
  const { total, pages } = await beginningWith(sites.all, { prefix: "", from, limit: bounds.pageResources });
  const next = from + pages.length;
  const more = pages.length > 0 && next < total ? { nextCursor: String(next) } : {};
  const first = from === 0 ? [ofSkill(skill)] : [];
  return { resources: [...first, ...pages.map(resource)], ...more };
}

const ofSkill = ({ uri, name, description }) => ({ uri, name, description, mimeType: TYPE });

function resource({ id, url, title }) {
  const name = line(title) || line(id);
  return { uri: addressOf(id), name, title: name, ...(url ? { description: line(askable(shownId(url))) } : {}), mimeType: TYPE };
}

const addressOf = (id) => PREFIX + encodeURIComponent(id);

/** The whole text of a page, as tools give it; nothing where there is none with that address. */
export async function readResource(sites, uri) {
  const given = uri.startsWith(PREFIX) ? decoded(uri.slice(PREFIX.length)) : undefined;
  if (given === undefined) return undefined;
  const [name = "", id] = sites.parted(given);
  const of = sites.all.find((one) => one.name === name);
  const page = of && (await pageOf(of.index, id));
  if (!page) return undefined;
  const pieces = await piecesOf(of.index, page.id);
  const { id: own, url, title } = shown(of.page(page));
  const text = passageText(filled(texts.title, title || line(own)), { id: own, url, text: safe(pieces.text) });
  return contentsOf(uri, text);
}

/** The answer with the text at an address. */
export const contentsOf = (uri, text) => ({ contents: [{ uri, mimeType: TYPE, text }] });
