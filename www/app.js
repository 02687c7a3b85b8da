/** The live search: puts its parts together. */
import { typeByItself } from "./first-look.js";
import { follow } from "./joining.js";
import { Problem, isInParts, loadManifest, onLoading, openIndex, reason } from "./library.js";
import { NAME as OWN, awaitBuilder, offerOwnFiles } from "./own.js";
import { showProposals } from "./proposals.js";
import { addHits, moveFocus, setFocusedOpen } from "./results.js";
import { showSamples } from "./samples.js";
import { warmTime } from "./timing.js";
import { keepCount, onTransfer, transferred } from "./transfer.js";
import { about, matches, milliseconds, size } from "./words.js";
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
/** While one types, nothing is loaded for so long, in milliseconds. */
const PAUSE = 120;
/** The batches of searches that come before the first time that is shown: see timing.js. */
const WARM_UP = 15;

const at = (id) => document.getElementById(id);
const form = at("search");
const input = at("query");
const chooser = at("index");
const unit = at("unit");
const results = at("results");
const more = at("more");

/** @type {import("./library.js").Entry[]} */
let entries = [];
/** @type {import("./library.js").Coming[]} */
let coming = [];
/** @type {import("./library.js").Entry | undefined} the chosen one */
let entry;
/** The chosen index, once it is open. */
let index;
/** Whether the query in the field is the page's, and not the reader's. */
let isOurs = false;
/** Whether the page has typed a query. */
let hasTyped = false;
/** Does again what failed; undefined where nothing did, or it would fail again. */
let again;
/** Whether the browser has compiled the engine as well as it does. */
let isWarm = false;
/** Stops the search before, whose answer nobody waits for. */
let running = new AbortController();
/** The search of now, until its results are shown. */
let showing = Promise.resolve();

async function start() {
  keepCount();
  listen();
  await begin();
  document.querySelector(".live").classList.add("begun");
}

async function begin() {
  showProblem(null);
  let list;
  try {
    list = await loadManifest();
  } catch (error) {
    showProblem(error, begin);
    awaitBuilder(false);
    return;
  }
  takeUp(list);
  follow(list, takeUp);
  const asked = readView();
  const first = entryNamed(asked.index) ?? entryNamed(rememberedIndex()) ?? entries[0];
  // The text that the reader typed while the list loaded is newer than the address.
  input.value ||= asked.query;
  isOurs = input.value === "";
  unit.value = asked.unit;
  replaceView({ index: first.name, query: input.value, unit: unit.value });
  await choose(first);
}

function listen() {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    endTyping();
    await showing;
    moveFocus(results, 1);
  });
  input.addEventListener("input", () => {
    isOurs = false;
    search();
    if (entry) writeTyped(view());
  });
  for (const act of ["focus", "click"]) input.addEventListener(act, selectOurs);
  chooser.addEventListener("change", () => chooseByReader(entryNamed(chooser.value)));
  unit.addEventListener("change", () => {
    search();
    if (entry) writeChosen(view());
  });
  more.addEventListener("click", showMore);
  at("again").addEventListener("click", () => {
    // The button goes.
    input.focus();
    again?.();
  });
  addEventListener("online", () => again?.());
  addEventListener("popstate", applyAddress);
  addEventListener("keydown", onKey);
  onLoading(showLoading);
  onTransfer(showTransfer);
  offerOwnFiles(addOwn);
}

/** What the reader types replaces the page's query. */
function selectOurs() {
  if (isOurs) input.select();
}

/** The address has no query but the reader's. */
function view() {
  return { index: entry.name, query: isOurs ? "" : input.value, unit: unit.value };
}

function entryNamed(name) {
  return entries.find((one) => one.name === name);
}

/** Takes up the list as it is now. The reader's own index is in no list, and known ones stay. */
function takeUp(list) {
  const own = entries.filter((one) => one.own);
  entries = [...list.entries.map((one) => entryNamed(one.name) ?? one), ...own];
  coming = list.coming.filter(({ name }) => name !== OWN);
  awaitBuilder(coming.length < list.coming.length);
  fillChooser();
}

function fillChooser() {
  const options = entries.map((one) => new Option(one.title, one.name, false, one === entry));
  const later = coming.map(({ title, name }) => new Option(`${title} (being indexed)`, name));
  for (const option of later) option.disabled = true;
  chooser.replaceChildren(...options, ...later);
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
  if (isOurs) input.value = "";
  chooser.value = chosen.name;
  showProblem(null);
  at("about").textContent = about(chosen);
  at("credit").textContent = chosen.credit ?? "";
  showSamples(at("samples"), chosen.queries ?? [], searchFor);
  clear(`Opening ${chosen.title} …`);
  try {
    const opened = await openIndex(chosen);
    const stats = isInParts(chosen) ? undefined : opened.stats();
    if (entry !== chosen) return; // Another was chosen meanwhile.
    index = opened;
    at("about").textContent = about(chosen, stats);
    await (isOurs ? lookFirst() : search());
  } catch (error) {
    if (entry !== chosen) return;
    clear("");
    showProblem(error, () => choose(chosen));
  }
}

/**
 * Searches for a query of the page's own, so that nobody begins with nothing. It types the first one,
 * unless the reader is in the field. Screen readers do not read what was not asked for.
 */
async function lookFirst() {
  const [query] = entry.queries ?? [];
  if (!query || document.activeElement === input) return search();
  at("count").ariaLive = "off";
  if (hasTyped) {
    input.value = query;
    search();
  } else {
    hasTyped = true;
    await typeByItself(input, query, search);
  }
  await showing;
  at("count").ariaLive = null;
}

async function applyAddress() {
  const asked = readView();
  isOurs = false;
  endTyping();
  input.value = asked.query;
  unit.value = asked.unit;
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

/** Gives a promise of the time when all is shown. */
function search() {
  if (!index) return;
  running.abort();
  running = new AbortController();
  const query = input.value.trim();
  document.title = query && !isOurs ? `${query} · Kindex` : HOME;
  showing = query === "" ? showWelcome(running.signal) : show(0, running.signal);
  return showing;
}

const HOME = document.title;

/** Warms the engine up with a query, and says how long that takes from then on. */
async function showWelcome(signal) {
  const description = entry.description?.replace(/\.$/, "");
  clear("");
  showHint([description, "Results appear as you type"].filter(Boolean).map((one) => `${one}. `).join("").trim());
  const [query] = entry.queries ?? [];
  if (!query) return;
  at("count").textContent = "Warming up …";
  try {
    const ask = asker(index, query, signal);
    await ask({ limit: STEP });
    const took = await warmTime(() => ask({ limit: STEP }), signal, warmUp());
    at("count").textContent = `Ready: “${query}” takes ${milliseconds(took)}.`;
    isWarm = true;
    showTransfer();
  } catch {
    // A fault of the index is told when somebody searches it.
    if (!signal.aborted) at("count").textContent = "";
  }
}

/** Shows the hits from the given one on; those before it stay. */
async function show(from, signal) {
  const { own, title } = entry;
  try {
    const ask = asker(index, input.value, signal);
    // A query that was chosen is complete.
    const isChosen = entry.queries?.includes(input.value) ?? false;
    const completions = isChosen || isOurs ? 0 : COMPLETIONS;
    const options = { limit: from + STEP, completions };
    const found = await ask({ ...options, ...pauseOf() });
    if (signal.aborted) return;
    if (from === 0) results.replaceChildren();
    showProposals(at("proposals"), found, searchFor);
    const isOpen = isOurs && isChosen && from === 0;
    addHits(results, found.hits.slice(from), { linked: !own, site: title, isOpen, index, ask: asker(index, found.query) });
    showProblem(null);
    showCount(found, from);
    showTransfer();
    showTime(() => ask(options), signal);
  } catch (error) {
    if (signal.aborted) return;
    clear("");
    const wrong = new Problem(`The index “${title}” can't be searched: ${reason(error)}.`);
    // A file may come when it is asked for again; an index in one file is as it is.
    showProblem(wrong, isInParts(entry) ? search : undefined);
  }
}

/** Says how long a search takes, when its results are there. */
async function showTime(search, signal) {
  at("took").textContent = "";
  try {
    const took = await warmTime(search, signal, warmUp());
    isWarm = true;
    at("took").textContent = `· ${milliseconds(took)}`;
  } catch {
    // Something else was searched meanwhile.
  }
}

function showCount(found, from) {
  const { total, totalIsLowerBound = false, hits } = found;
  at("count").textContent = matches(total, hits.length, totalIsLowerBound);
  const isAll = hits.length >= total && !totalIsLowerBound;
  more.hidden = isAll || hits.length < from + STEP;
  showHint(hintOf(found));
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

/** The batches before a time counts: many the first time, when the browser compiles. */
function warmUp() {
  return isWarm ? 1 : WARM_UP;
}

/** Searches with a query and for a unit as they are now, whatever is asked later. */
function asker(from, query, signal) {
  const expand = unit.value === "sections";
  return (options) => from.search(query, { prefix: true, expand, signal, ...options });
}

/** Only indexes in several files load while one types. */
function pauseOf() {
  return isInParts(entry) ? { pause: PAUSE } : {};
}

async function showMore() {
  const shown = results.children.length;
  await (showing = show(shown, running.signal));
  results.children[shown]?.querySelector("a.title, .toggle").focus();
}

/** Empties the results and says why. */
function clear(status) {
  results.replaceChildren();
  at("count").textContent = status;
  at("took").textContent = "";
  at("moved").textContent = "";
  showProposals(at("proposals"), {}, searchFor);
  more.hidden = true;
  showHint("");
}

function showHint(sentence) {
  at("hint").textContent = sentence;
  at("hint").hidden = sentence === "";
}

/** Says how far loading is, once it takes a while. */
function showLoading(reading) {
  const place = at("loading");
  place.hidden = !reading;
  if (!reading) return;
  const { loaded, total } = reading;
  const bar = place.querySelector("progress");
  if (total) Object.assign(bar, { max: total, value: loaded });
  else bar.removeAttribute("value");
  place.querySelector("span").textContent = `Loading: ${size(loaded)}${total ? ` of ${size(total)}` : ""}`;
}

/** Says what was transferred, beside how long it took. */
function showTransfer() {
  if (!index || at("count").textContent === "") return;
  const { bytes, cached } = transferred(entry.index);
  const part = entry.bytes && isInParts(entry) ? ` of ${size(entry.bytes)}` : "";
  const was = cached === bytes ? "from this browser's cache" : "transferred, engine included";
  at("moved").textContent = bytes > 0 ? `· ${size(bytes)}${part} ${was}` : "";
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

/** Whether letters are typed there; the search field of the header has its own keys. */
function isField(target) {
  return target.matches?.("input, select, textarea, kindex-search") ?? false;
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

start();
