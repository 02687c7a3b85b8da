// Ways in which a program without a model looks for what answers a question: each gives the texts that it reads, in order.
import engine, { sectionSearch } from "../engines/ranking/minisearch.mjs";
import { KINDEX } from "../paths.mjs";
import { MOST_LETTERS } from "./count.mjs";
import { grepOf } from "./grep.mjs";
import { kindexAsked, serverOf } from "./server.mjs";

/** The number of sections in an answer, as Kindex gives passages. */
const SECTIONS = 8;

const whole = ({ title, id, markdown }) => `# ${title}\n\nSource: ${id}\n\n${markdown.join("\n\n")}`;

/** Pages one after the other, each in an answer of its own. */
async function* wholePages(ids, pages) {
  for (const id of ids) yield whole(pages.get(id));
}

/** The file of all pages, as far as it is read. */
function llmsFull({ pages }) {
  const parts = [];
  let letters = 0;
  for (const page of pages.values()) {
    if (letters > MOST_LETTERS) break;
    parts.push(whole(page));
    letters += parts.at(-1).length;
  }
  const text = parts.join("\n\n");
  return async function* () {
    yield text;
  };
}

function bySections({ pages }) {
  const search = sectionSearch([...pages.values()], { boost: { title: 2 } });
  return async function* (question) {
    const found = search(question);
    const shown = found.slice(0, SECTIONS).map(({ page, at }) => {
      const { title, url, sections, markdown } = pages.get(page);
      return `${[title, ...sections[at].titles.slice(1)].join(" › ")}\nurl: ${url}\n\n${markdown[at]}`;
    });
    yield shown.join("\n\n");
    yield* wholePages(new Set(found.map(({ page }) => page)), pages);
  };
}

function byPages({ pages }) {
  const search = engine.rows["MiniSearch, pages"]["`boost: { title: 2 }`"]([...pages.values()]);
  return (question) => wholePages(search(question), pages);
}

function byGrep({ pages }) {
  const grep = grepOf([...pages.values()].map(({ id, markdown }) => ({ id, lines: markdown.join("\n\n").split("\n") })));
  return async function* (question) {
    const { shown, ids } = grep(question);
    yield shown;
    yield* wholePages(ids, pages);
  };
}

/** By name: what opens a way over a site, and gives `{ ask, close }`. */
export const WAYS = {
  "**Kindex**, `search_docs`": ({ index }) => serverOf(kindexAsked(KINDEX, index)),
  "MiniSearch, sections": async (site) => ({ ask: bySections(site) }),
  "MiniSearch, whole pages": async (site) => ({ ask: byPages(site) }),
  grep: async (site) => ({ ask: byGrep(site) }),
  "`llms-full.txt`": async (site) => ({ ask: llmsFull(site) }),
};
