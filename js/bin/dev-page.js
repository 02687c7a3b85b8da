// The page of `kindex dev` about an index: what is indexed of each file, and why results come as they do.

const STYLE = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { margin: 0; display: grid; grid-template-columns: minmax(16rem, 1fr) 2fr; height: 100vh; }
section { overflow: auto; padding: 1rem 1.25rem; min-width: 0; }
section + section { border-inline-start: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
h1, h2 { font-size: 1.1rem; margin: 0 0 0.6rem; }
input { font: inherit; }
#q, #find { width: 100%; box-sizing: border-box; padding: 0.4rem 0.6rem; }
#weights { display: flex; flex-wrap: wrap; gap: 0.4rem 1rem; margin: 0.6rem 0; font-size: 0.85rem; }
#weights input { width: 4.5rem; }
ul, ol { padding: 0; list-style: none; }
li { padding: 0.25rem 0; overflow-wrap: anywhere; }
button.file { all: unset; cursor: pointer; display: block; width: 100%; }
button.file:focus-visible { outline: 2px solid; }
.left { opacity: 0.7; }
small { opacity: 0.75; }
#golden button { all: unset; cursor: pointer; }
#golden button:focus-visible { outline: 2px solid; }
pre { overflow: auto; padding: 0.6rem; font-size: 0.8rem; background: color-mix(in srgb, currentColor 8%, transparent); }
`;

const CODE = `
const at = (id) => document.getElementById(id);
const node = (name, text, ...children) => {
  const made = document.createElement(name);
  if (text) made.textContent = text;
  made.append(...children);
  return made;
};
async function asked(path) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}
const complain = ({ message }) => at("results").replaceChildren(node("p", message));
const SITE = location.href.replace(/__kindex\\/.*$/, "");
let files = [];

async function load() {
  files = await asked("files");
  list();
  await anew();
}

function list() {
  const wanted = at("find").value.toLowerCase();
  const shown = files.filter(([, outcome, id]) => (id + outcome).toLowerCase().includes(wanted));
  at("count").textContent = shown.length + " of " + files.length + " files";
  at("files").replaceChildren(...shown.slice(0, 500).map(([, outcome, id]) => {
    const button = node("button", "", node("div", id), node("small", outcome));
    button.className = "file" + (outcome.startsWith("indexed") ? "" : " left");
    button.addEventListener("click", () => show(id));
    return node("li", "", button);
  }));
}

async function show(id) {
  const { parts, title, url, lang, meta, filters } = await asked("chunks?id=" + encodeURIComponent(id));
  const facts = title === undefined ? "This file has no document of its own name." : JSON.stringify({ title, url, lang, meta, filters }, null, 2);
  const texts = parts.map(({ headings, text }) => node("li", "", node("small", headings.join(" > ")), node("pre", text)));
  at("results").replaceChildren(node("h2", id), node("pre", facts), node("ol", "", ...texts));
}

const weights = () => [...at("weights").querySelectorAll("input")].filter(({ value }) => value !== "").map(({ name, value }) => [name, value]);

async function golden() {
  const given = JSON.stringify(weights());
  const entries = await asked("golden?" + new URLSearchParams(weights()));
  if (!entries || given !== JSON.stringify(weights())) return;
  const failed = entries.filter(({ within, pages }) => pages.some(({ place }) => !(place <= within)));
  const rows = failed.map(({ query, within, pages }) => {
    const button = node("button", query);
    button.addEventListener("click", () => { at("q").value = query; search().catch(complain); });
    const places = pages.map(({ page, place, isMissing }) => page + (isMissing ? ": the index has no such page" : place ? ": number " + place : ": not found"));
    return node("li", "", button, node("small", " not within " + within + "; " + places.join(", ")));
  });
  const count = entries.length - failed.length + " of " + entries.length + " entries of the golden set as expected";
  const isOpen = at("golden").querySelector("details")?.open ?? true;
  const details = node("details", "", node("summary", count), node("ul", "", ...rows));
  details.open = isOpen;
  at("golden").replaceChildren(details);
}

async function search() {
  const query = at("q").value.trim();
  if (!query) return at("results").replaceChildren();
  const { total, hits, didYouMean } = await asked("search?" + new URLSearchParams([["q", query], ...weights()]));
  // Somebody may have typed on.
  if (query !== at("q").value.trim()) return;
  const lines = hits.map(({ title, headings, url, document, score, snippet, explanation }) => {
    const link = node("a", [title, ...headings].join(" > ") || document);
    if (/^(https?:|\\/|[^:]*$)/.test(url)) link.href = new URL(url, SITE).href;
    const why = node("details", "", node("summary", "score " + score.toFixed(3)), node("pre", explanation));
    return node("li", "", link, node("div", snippet), why);
  });
  const count = node("p", total + " passages that match" + (didYouMean ? ". Did you mean " + didYouMean + "?" : ""));
  at("results").replaceChildren(count, node("ol", "", ...lines));
}

at("find").addEventListener("input", list);
const anew = () => Promise.all([search(), golden()]);
at("q").addEventListener("input", () => search().catch(complain));
at("weights").addEventListener("input", () => anew().catch(complain));
new EventSource("events").onmessage = () => load().catch(complain);
`;

/** The weights, each with its default. */
const WEIGHTS = { title: 2, heading: 2, k1: 1.2, b: 0.75 };

const weights = Object.entries(WEIGHTS).map(
  ([name, value]) => `<label>${name} <input name="${name}" type="number" min="0" step="0.05" placeholder="${value}"></label>`,
);

export const DEV_PAGE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Kindex: what is indexed</title><link rel="icon" href="data:,"><style>${STYLE}</style></head>
<body>
<section aria-labelledby="of-files"><h1 id="of-files">Files</h1><input id="find" type="search" placeholder="Filter files" aria-label="Filter files"><p id="count"></p><ul id="files"></ul></section>
<section aria-labelledby="of-queries"><h1 id="of-queries">Queries</h1><input id="q" type="search" placeholder="Try a query" aria-label="Try a query"><div id="weights" role="group" aria-label="Weights">${weights.join("")}</div><div id="golden"></div><div id="results" aria-live="polite"></div></section>
<script type="module">${CODE}</script>
</body></html>
`;
