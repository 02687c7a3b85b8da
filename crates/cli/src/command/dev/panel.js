// The page of `kindex dev` about an index: what is indexed of each file, and why results come as they do.
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
const SITE = location.href.replace(/__kindex\/.*$/, "");
let files = [];

async function load() {
  files = await asked("files");
  list();
  await anew();
}

function list() {
  const wanted = at("find").value.toLowerCase();
  const shown = files.filter(({ outcome, id }) => (id + outcome).toLowerCase().includes(wanted));
  at("count").textContent = shown.length + " of " + files.length + " files";
  at("files").replaceChildren(...shown.slice(0, 500).map(({ outcome, id }) => {
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
    // A page may say of itself that it has an address that is none.
    if (/^(https?:|\/|[^:]*$)/.test(url) && URL.canParse(url, SITE)) link.href = new URL(url, SITE).href;
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
