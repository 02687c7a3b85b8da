/** The corner for the reader's own notes: indexed in the page, kept nowhere. */
import { openBytes, reason } from "./library.js";

const BUILDER = "./kindex/build.min.js";
const NAME = "own";

/**
 * @param {(entry: import("./library.js").Entry) => void} add takes the index of the notes
 */
export function offerOwnNotes(add) {
  const picker = document.getElementById("files");
  const state = document.getElementById("own-state");
  picker.addEventListener("change", async () => {
    const files = [...picker.files];
    if (files.length === 0) return;
    state.textContent = `Indexing ${files.length === 1 ? "1 file" : `${files.length} files`} …`;
    picker.disabled = true;
    try {
      const skipped = await indexFiles(files);
      state.textContent = skipped.length > 0 ? `Left out: ${skipped.join("; ")}.` : "Done.";
      add({ name: NAME, title: "Your notes", own: true });
    } catch (error) {
      state.textContent = `The files can't be indexed: ${reason(error)}.`;
    }
    picker.disabled = false;
  });
}

/** Indexes files; returns those that were left out, and why. */
async function indexFiles(files) {
  const { Builder } = await import(BUILDER);
  const builder = await Builder.create();
  const skipped = [];
  for (const file of files) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    try {
      builder.addFile(file.name, bytes);
    } catch (error) {
      skipped.push(reason(error));
    }
  }
  if (skipped.length === files.length) throw new Error(skipped.join("; "));
  await openBytes(NAME, builder.finish());
  return skipped;
}
