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
const complain = (place) => ({ message }) => at(place).replaceChildren(node("p", message));
// Works one after the other, and of those that wait the last alone: what was asked later is shown later.
const queued = (work, place) => {
  let last = Promise.resolve();
  let asked = 0;
  return () => {
    const own = ++asked;
    last = last.then(() => own === asked && work()).catch(complain(place));
  };
};
const SITE = location.href.replace(/__kindex\/.*$/, "");
let files = [];

const load = queued(async () => {
  files = await asked("files");
  list();
  anew();
}, "results");

function list() {
  const wanted = at("find").value.toLowerCase();
  const shown = files.filter(({ outcome, id }) => (id + outcome).toLowerCase().includes(wanted));
  at("count").textContent = shown.length + " of " + files.length + " files";
  at("files").replaceChildren(...shown.slice(0, 500).map(({ outcome, id }) => {
    const button = node("button", "", node("div", id), node("small", outcome));
    button.className = "file" + (outcome.startsWith("indexed") ? "" : " left");
    button.addEventListener("click", () => show(id).catch(complain("results")));
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

const golden = queued(async () => {
  const entries = await asked("golden?" + new URLSearchParams(weights()));
  if (!entries) return;
  const failed = entries.filter(({ within, pages }) => pages.some(({ place }) => !(place <= within)));
  const rows = failed.map(({ query, within, pages }) => {
    const button = node("button", query);
    button.addEventListener("click", () => { at("q").value = query; search(); });
    const places = pages.map(({ page, place, isMissing }) => page + (isMissing ? ": the index has no such page" : place ? ": number " + place : ": not found"));
    return node("li", "", button, node("small", " not within " + within + "; " + places.join(", ")));
  });
  const count = entries.length - failed.length + " of " + entries.length + " entries of the golden set as expected";
  const isOpen = at("golden").querySelector("details")?.open ?? true;
  const details = node("details", "", node("summary", count), node("ul", "", ...rows));
  details.open = isOpen;
  at("golden").replaceChildren(details);
}, "golden");

const search = queued(async () => {
  const query = at("q").value.trim();
  if (!query) return at("results").replaceChildren();
  const { total, hits, didYouMean } = await asked("search?" + new URLSearchParams([["q", query], ...weights()]));
  const lines = hits.map(({ title, headings, url, document, score, snippet, explanation }) => {
    const link = node("a", [title, ...headings].join(" > ") || document);
    // A page may say of itself that it has an address that is none.
    if (/^(https?:|\/|[^:]*$)/.test(url) && URL.canParse(url, SITE)) link.href = new URL(url, SITE).href;
    const why = node("details", "", node("summary", "score " + score.toFixed(3)), node("pre", explanation));
    return node("li", "", link, node("div", snippet), why);
  });
  const count = node("p", total + " passages that match" + (didYouMean ? ". Did you mean " + didYouMean + "?" : ""));
  at("results").replaceChildren(count, node("ol", "", ...lines));
}, "results");

at("find").addEventListener("input", list);
const anew = () => { search(); golden(); };
at("q").addEventListener("input", search);
at("weights").addEventListener("input", anew);
new EventSource("events").onmessage = load;
