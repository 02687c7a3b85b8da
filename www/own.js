/** The reader's own files: chosen or dropped, indexed in the page, kept nowhere. */
import { filesOf } from "./dropped.js";
import { openBytes, reason } from "./library.js";
import { countOf } from "./words.js";

const BUILDER = "./kindex/build.min.js";

/** The index of the reader's files; and, in the list of indexes, the module that makes it. */
export const NAME = "own";

const COMING = "The module that makes indexes is still being built. Files that you choose now are indexed once it is there.";

/** The number of files left out that are named. */
const NAMED = 3;

/** Files that can be read, and whose contents a survey wants. */
const READABLE = /\.(md|markdown|mdx|txt|html?)$/i;
const HTML = /\.html?$/i;

/**
 * @typedef {{path: string, file: Blob}} Found
 */

/**
 * @param {(entry: import("./library.js").Entry) => void} add takes the index of the files
 */
export function offerOwnFiles(add) {
  const picker = document.getElementById("files");
  const take = (files) => indexAndAdd(files, picker, add);
  picker.addEventListener("change", () => {
    take([...picker.files].map((file) => ({ path: file.name, file })));
  });
  acceptDrops(document.getElementById("own"), take);
}

/** Whether the module that makes indexes is still being built. */
let isComing = false;
let end;
/** Ends when the module is there. */
const built = new Promise((resolve) => (end = resolve));

/**
 * Says whether the module that makes indexes is still being built. Files wait until it is not.
 * @param {boolean} isSo
 */
export function awaitBuilder(isSo) {
  const state = document.getElementById("own-state");
  isComing = isSo;
  if (isComing) state.textContent = COMING;
  else if (state.textContent === COMING) state.textContent = "";
  if (!isComing) end();
}

/** Files may be dropped anywhere: a browser would leave the page for them. */
function acceptDrops(place, take) {
  const light = (isOver) => place.classList.toggle("over", isOver);
  addEventListener("dragover", (event) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    light(true);
  });
  addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) light(false);
  });
  addEventListener("drop", async (event) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    light(false);
    const all = await filesOf(event.dataTransfer);
    const readable = all.filter(({ path }) => READABLE.test(path));
    take(readable.length > 0 ? readable : all);
  });
}

/** The files that were taken last. */
let latest;

async function indexAndAdd(files, picker, add) {
  const state = document.getElementById("own-state");
  if (files.length === 0) return;
  latest = files;
  const count = countOf(files.length, "file");
  if (isComing) state.textContent = `The module that makes indexes is still being built. Then ${count} will be indexed.`;
  await built;
  if (files !== latest) return;
  state.textContent = `Indexing ${count} …`;
  picker.disabled = true;
  try {
    const started = performance.now();
    const skipped = await indexFiles(files);
    const seconds = (performance.now() - started) / 1000;
    state.textContent = report(files.length - skipped.length, seconds, skipped);
    add({ name: NAME, title: "Your files", own: true });
  } catch (error) {
    state.textContent = `The files can't be indexed: ${reason(error)}.`;
  }
  picker.disabled = false;
}

function report(count, seconds, skipped) {
  const done = `Indexed ${countOf(count, "file")} in ${seconds.toFixed(1)} s.`;
  if (skipped.length === 0) return done;
  const rest = skipped.length - NAMED;
  const named = skipped.slice(0, NAMED).join("; ");
  return `${done} Left out: ${named}${rest > 0 ? `; and ${countOf(rest, "other")}` : ""}.`;
}

/**
 * Indexes files.
 * @param {Found[]} files
 * @returns {Promise<string[]>} what was left out and why
 */
async function indexFiles(files) {
  const { Builder } = await import(BUILDER);
  const builder = await Builder.create();
  for (const { path, file } of files) {
    builder.survey(path, HTML.test(path) ? await bytesOf(file) : "");
  }
  const skipped = [];
  for (const { path, file } of files) {
    try {
      const { leftOut } = builder.addFile(path, await bytesOf(file));
      if (leftOut) skipped.push(`${path} (${leftOut})`);
    } catch (error) {
      skipped.push(reason(error));
    }
  }
  if (skipped.length === files.length) throw new Error(skipped.slice(0, NAMED).join("; "));
  await openBytes(NAME, builder.finish());
  return skipped;
}

async function bytesOf(file) {
  return new Uint8Array(await file.arrayBuffer());
}
