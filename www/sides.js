/** Two settings side by side on one query. */
import { reason } from "./library.js";
import { element } from "./marks.js";
import { address, nameOf } from "./results.js";
import { warmTime } from "./timing.js";
import { countOf, milliseconds } from "./words.js";

/** The results of each side. */
const LIMIT = 6;

/** The settings that readers can compare: a name, and the options of the search. */
const SETTINGS = [
  ["As it is", {}],
  ["Titles and headings count as text", { title: 1, heading: 1, titleScore: 0, exactTitle: 0 }],
  ["Titles and headings count five times more", { title: 10, heading: 10 }],
  ["Passages by themselves", { returnLevel: 0 }],
  ["Each page once", { group: true }],
  ["Sections matched as a whole", { matchLevel: 1 }],
  ["All passages of a section add up", { collapse: "sum" }],
  ["Whole words only", { prefix: false }],
];

const form = document.getElementById("sides");
const input = form.querySelector("input");
const sides = [...form.querySelectorAll(".side")].map((side, number) => {
  const chooser = side.querySelector("select");
  chooser.append(...SETTINGS.map(([name], at) => new Option(name, String(at), at === number, at === number)));
  return { chooser, answer: side.querySelector(".answer") };
});

/** The index and its entry. @type {[object, import("./library.js").Entry] | undefined} */
let searched;
/** Stops the comparison before. */
let running = new AbortController();

/**
 * Compares on another index, with its first query to try.
 * @param {object} index open
 * @param {import("./library.js").Entry} entry
 * @param {boolean} isLoaded whether the page has searched for that query already
 */
export function compareOn(index, entry, isLoaded) {
  searched = [index, entry];
  input.value = entry.queries?.[0] ?? "";
  for (const { answer } of sides) answer.replaceChildren();
  observer?.disconnect();
  if (isLoaded) compare();
  // Nobody looks at it yet: what is loaded first is for the search above.
  else whenNear(compare);
}

/** Runs before the form comes into sight, a screen away. */
function whenNear(run) {
  observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    run();
  }, { rootMargin: "100% 0%" });
  observer.observe(form);
}
let observer;

form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("input", compare);

async function compare() {
  if (!searched) return;
  running.abort();
  running = new AbortController();
  const { signal } = running;
  const found = [];
  // One after another, so that each is timed alone.
  for (const side of sides) found.push(await ask(side, signal));
  if (signal.aborted) return;
  sides.forEach(({ answer }, at) => show(answer, found[at], found[1 - at]));
}

/** The answer of a side; an error is one too. */
async function ask({ chooser }, signal) {
  const [, options] = SETTINGS[Number(chooser.value)];
  const query = input.value.trim();
  if (query === "") return { options, hits: [], total: 0 };
  try {
    const search = () => searched[0].search(query, { prefix: true, limit: LIMIT, ...options, signal });
    const { hits, total } = await search();
    return { options, hits, total, took: await warmTime(search, signal) };
  } catch (error) {
    return { options, error, hits: [], total: 0 };
  }
}

function show(answer, found, other) {
  const { options, error, hits, total, took } = found;
  const written = element("code", {}, `search(query, ${writtenOptions(options)})`);
  const parts = [element("p", { class: "options" }, written)];
  if (error) parts.push(element("p", { class: "problem" }, `${reason(error)}.`));
  if (took !== undefined) parts.push(element("p", { class: "about" }, `${countOf(total, "result")} · ${milliseconds(took)}`));
  parts.push(element("ol", { role: "list" }, ...hits.map((hit, rank) => item(hit, rank, other.hits))));
  answer.replaceChildren(...parts);
}

/** Options as one writes them in a program. */
function writtenOptions(options) {
  const pairs = Object.entries({ prefix: true, ...options });
  return `{ ${pairs.map(([key, value]) => `${key}: ${JSON.stringify(value)}`).join(", ")} }`;
}

function item(hit, rank, others) {
  const [, entry] = searched;
  const trail = nameOf(hit, entry.title);
  const href = entry.own ? "" : address(hit.url, hit.anchor);
  const last = trail.pop();
  const title = href ? element("a", { href }, last) : element("span", {}, last);
  const above = trail.length > 0 ? [element("span", { class: "trail" }, trail.join(" › "))] : [];
  return element("li", {}, ...above, title, " ", moved(hit, rank, others));
}

/** The place of a hit on the other side, where that is elsewhere. */
function moved(hit, rank, others) {
  const place = (one) => `${one.document}#${one.anchor}`;
  const there = others.findIndex((other) => place(other) === place(hit));
  if (there === rank) return "";
  return element("span", { class: "moved" }, there < 0 ? "only here" : `there ${there + 1}`);
}
