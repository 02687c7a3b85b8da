// Pages as resources, after the skill of the server. Their addresses are made of ids, which every page has and no other.
import { bounds, texts } from "./interface.js";
import { decoded } from "../text/address.js";
import { safe } from "../text/sanitize.js";
import { pageOf, piecesOf } from "./pages.js";
import { RpcError } from "./rpc.js";
import { askable, filled, line, passageText, shown, shownId } from "./text.js";

const PREFIX = "kindex://pages/";
const TYPE = "text/markdown";

/**
 * A part of the list of pages, from a cursor on; the first has the skill too. Indexes that cannot be loaded are named
 * beside it.
 */
export async function listResources(sites, skill, cursor) {
  const { first, from: start } = placeAt(sites, cursor);
  const resources = cursor === undefined ? [ofSkill(skill)] : [];
  const beside = sites.missing.length > 0 ? { _meta: { not_loaded: sites.missing } } : {};
  let [from, left] = [start, bounds.pageResources];
  for (const { index, id, page } of sites.all.slice(first)) {
    const { total, pages } = await index.pages({ prefix: "", from, limit: left });
    resources.push(...pages.map((one) => resource(page(one))));
    const end = from + pages.length;
    if (end < total) return { resources, nextCursor: id(String(end)), ...beside };
    left -= pages.length;
    from = 0;
  }
  return { resources, ...beside };
}

/**
 * The number of the index that a cursor names, and of the page in it to go on from: so it leads to the same page when
 * other indexes come or go.
 */
function placeAt(sites, cursor) {
  if (cursor === undefined) return { first: 0, from: 0 };
  const [name, from] = sites.parted(cursor);
  const first = sites.all.indexOf(sites.of(name).find((one) => one.name === (name ?? "")));
  if (first < 0 || !/^\d{1,9}$/.test(from)) throw new RpcError("params", texts.cursor);
  return { first, from: Number(from) };
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
