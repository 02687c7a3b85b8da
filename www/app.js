/** The search page: puts its parts together. */
import { Problem, loadManifest, openIndex, reason } from "./library.js";
import { offerOwnNotes } from "./notes.js";
import { showProposals } from "./proposals.js";
import { addHits, moveFocus, setFocusedOpen } from "./results.js";
import {
  endTyping,
  readView,
  rememberIndex,
  rememberedIndex,
  replaceView,
  writeChosen,
  writeTyped,
} from "./state.js";

/** Hits shown at first, and how many more at each wish. */
const STEP = 10;
/** Ways to go on with the last word. */
const COMPLETIONS = 5;

const at = (id) => document.getElementById(id);
const form = at("search");
const input = at("query");
const chooser = at("index");
const results = at("results");
const more = at("more");

/** @type {import("./library.js").Entry[]} */
let entries = [];
/** @type {import("./library.js").Entry | undefined} the chosen one */
let entry;
/** The chosen index, once it is open. */
let index;
/** Does again what failed; undefined where nothing did, or it would fail again. */
let again;

function start() {
  listen();
  return begin();
}

async function begin() {
  showProblem(null);
  try {
    entries = await loadManifest();
  } catch (error) {
    showProblem(error, begin);
    return;
  }
  fillChooser();
  const view = readView();
  const first = entryNamed(view.index) ?? entryNamed(rememberedIndex()) ?? entries[0];
  // The text that the reader typed while the list loaded is newer than the address.
  input.value ||= view.query;
  replaceView({ index: first.name, query: input.value });
  await choose(first);
}

function listen() {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    endTyping();
    moveFocus(results, 1);
  });
  input.addEventListener("input", () => {
    search();
    if (entry) writeTyped(view());
  });
  chooser.addEventListener("change", () => chooseByReader(entryNamed(chooser.value)));
  more.addEventListener("click", showMore);
  at("again").addEventListener("click", () => {
    // The button goes.
    input.focus();
    again?.();
  });
  addEventListener("online", () => again?.());
  addEventListener("popstate", applyAddress);
  addEventListener("keydown", onKey);
  offerOwnNotes(addOwn);
}

function view() {
  return { index: entry.name, query: input.value };
}

function entryNamed(name) {
  return entries.find((one) => one.name === name);
}

function fillChooser() {
  const options = entries.map((one) => new Option(one.title, one.name, false, one === entry));
  chooser.replaceChildren(...options);
  chooser.disabled = false;
}

async function chooseByReader(chosen) {
  if (!chosen.own) rememberIndex(chosen.name);
  const opening = choose(chosen);
  writeChosen(view());
  await opening;
}

/** Shows another index, with the query as it is. */
async function choose(chosen) {
  entry = chosen;
  index = undefined;
  chooser.value = chosen.name;
  showProblem(null);
  at("about").textContent = aboutEntry(chosen);
  clear(`Opening ${chosen.title} …`);
  try {
    const opened = await openIndex(chosen);
    if (entry !== chosen) return; // Another was chosen meanwhile.
    index = opened;
    at("about").textContent = aboutEntry(chosen, index.stats());
    search();
  } catch (error) {
    if (entry !== chosen) return;
    clear("");
    showProblem(error, () => choose(chosen));
  }
}

async function applyAddress() {
  const asked = readView();
  endTyping();
  input.value = asked.query;
  const chosen = entryNamed(asked.index) ?? entry;
  if (!chosen) return;
  if (chosen !== entry || !index) await choose(chosen);
  else search();
}

function addOwn(own) {
  entries = entries.filter((one) => one.name !== own.name).concat(own);
  fillChooser();
  chooseByReader(own);
  input.focus();
}

function search() {
  if (!index) return;
  document.title = input.value.trim() ? `${input.value.trim()} · Kindex` : "Kindex";
  if (input.value.trim() === "") showWelcome();
  else show(0);
}

function showWelcome() {
  const about = entry.description?.replace(/\.$/, "");
  clear("");
  showHint(`${about ? `${about}. ` : ""}Results appear as you type.`);
}

/** Shows the hits from the given one on; those before it stay. */
function show(from) {
  try {
    const ask = asker(index, input.value);
    const started = performance.now();
    const found = ask({ limit: from + STEP, completions: COMPLETIONS });
    const took = performance.now() - started;
    const { total, totalIsLowerBound = false, hits } = found;
    if (from === 0) results.replaceChildren();
    showProposals(at("proposals"), found, searchFor);
    addHits(results, hits.slice(from), { linked: !entry.own, site: entry.title, index, ask });
    showProblem(null);
    at("count").textContent = counted(total, hits.length, totalIsLowerBound);
    at("took").textContent = `· ${milliseconds(took)}`;
    const isAll = hits.length >= total && !totalIsLowerBound;
    more.hidden = isAll || hits.length < from + STEP;
    showHint(hintOf(found));
  } catch (error) {
    clear("");
    showProblem(new Problem(`The index “${entry.title}” can't be searched: ${reason(error)}.`));
  }
}

/** Tells the facts about the results that the reader cannot see. */
function hintOf({ total, uncheckedPhrases = [] }) {
  const phrases = uncheckedPhrases.map((phrase) => `"${phrase}"`).join(", ");
  const sentences = [];
  if (total === 0) sentences.push(`Nothing in ${entry.title} matches. Fewer or other words may.`);
  if (phrases) sentences.push(`Not looked for everywhere: ${phrases}.`);
  return sentences.join(" ");
}

/** Searches for another query as if the reader had typed it. */
function searchFor(query) {
  input.value = query;
  input.dispatchEvent(new Event("input"));
  input.focus();
}

/** Searches with a query as it is now, whatever is typed later. */
function asker(from, query) {
  return (options) => from.search(query, { prefix: true, ...options });
}

function showMore() {
  const shown = results.children.length;
  show(shown);
  results.children[shown]?.querySelector("a.title, .toggle").focus();
}

/** Empties the results and says why. */
function clear(status) {
  results.replaceChildren();
  at("count").textContent = status;
  at("took").textContent = "";
  showProposals(at("proposals"), {}, searchFor);
  more.hidden = true;
  showHint("");
}

function showHint(sentence) {
  at("hint").textContent = sentence;
  at("hint").hidden = sentence === "";
}

/** Tells the fault, and offers to try `retry` again where that may help. */
function showProblem(error, retry) {
  again = retry;
  at("again").hidden = !retry;
  const known = error instanceof Problem ? error.message : `Something went wrong: ${reason(error)}.`;
  at("problem").textContent = error ? known : "";
  at("problem").hidden = !error;
}

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  const handle = KEYS[event.key];
  if (handle?.(event.target)) event.preventDefault();
}

/** The actions of keys. Each gives whether it did something. */
const KEYS = {
  "/": (target) => !isField(target) && focusInput(),
  Escape: (target) => (target === input || !isField(target)) && clearQuery(),
  ArrowDown: (target) => canMove(target) && moveFocus(results, 1),
  ArrowUp: (target) => canMove(target) && (moveFocus(results, -1) || (target !== input && focusInput())),
  ArrowRight: () => setFocusedOpen(true),
  ArrowLeft: () => setFocusedOpen(false),
};

function isField(target) {
  return target.matches?.("input, select, textarea") ?? false;
}

function canMove(target) {
  return target === input || results.contains(target);
}

function focusInput() {
  input.focus();
  input.select();
  return true;
}

function clearQuery() {
  focusInput();
  if (input.value === "") return false;
  input.value = "";
  input.dispatchEvent(new Event("input"));
  return true;
}

function aboutEntry(one, stats) {
  const documents = stats?.documents ?? one.documents;
  const parts = [];
  const noun = documents === 1 ? "document" : "documents";
  if (documents !== undefined) parts.push(`${number(documents)} ${noun}`);
  if (stats) parts.push(size(stats.bytes));
  return parts.join(" · ");
}

function counted(total, shown, isLowerBound) {
  if (total === 0) return "No matches";
  const matches = total === 1 && !isLowerBound ? "1 match" : `${number(total)}${isLowerBound ? "+" : ""} matches`;
  return total > shown ? `${matches}, the best ${number(shown)} shown` : matches;
}

function number(value) {
  return value.toLocaleString("en");
}

function size(bytes) {
  return bytes < 1e6 ? `${number(Math.ceil(bytes / 1e3))} KB` : `${number(Math.round(bytes / 1e5) / 10)} MB`;
}

function milliseconds(took) {
  if (took < 0.1) return "less than 0.1 ms";
  return `${took < 10 ? took.toFixed(1) : Math.round(took)} ms`;
}

start();
