// Writes excerpts.json beside it: excerpts of this repository, and how many tokens they have.
//
//   node tests/tokens/write.mjs
//
// tests/core/tokens.rs holds the estimate of src/analyze/tokens.rs against them. They are copies, so
// that the counts stay right while the files change.
import { readFileSync, writeFileSync } from "node:fs";
import { Tiktoken } from "js-tiktoken/lite";
import cl100kBase from "js-tiktoken/ranks/cl100k_base";
import o200kBase from "js-tiktoken/ranks/o200k_base";

const ROOT = new URL("../../", import.meta.url);
const OUT = new URL("excerpts.json", import.meta.url);
/** Bytes of an excerpt, about: it ends with a line. */
const LENGTH = 2800;

/** Files, and which of their excerpts: 0 is the beginning. */
const FILES = {
  prose: {
    "README.md": [0, 1],
    "ARCHITECTURE.md": [0, 1, 2],
    "FORMAT.md": [0, 1, 2],
    "tests/corpus/config.md": [0],
    "tests/corpus/deploy.md": [0],
    "tests/corpus/install.md": [0],
    "tests/corpus/themes.md": [0],
    "tests/corpus/troubleshooting.md": [0],
    "tests/corpus/writing.md": [0],
    "tests/corpus/reference/filters.md": [0],
  },
  code: {
    "src/build/builder.rs": [0, 3],
    "src/chunk/mod.rs": [1],
    "src/answer/expand.rs": [0, 2],
    "src/index/reader.rs": [0],
    "src/rank/score/by_words.rs": [0],
    "src/answer/snippet.rs": [0],
    "src/format/wire.rs": [0],
    "crates/cli/src/read/walk.rs": [1],
    "crates/extract/src/formats/html/render.rs": [2],
    "crates/extract/src/formats/json_lines.rs": [1],
    "crates/extract/src/page/url.rs": [0],
    "js/entry/build.js": [0],
    "js/entry/index.d.ts": [0, 1],
    "js/engine/options.js": [0],
    "bench/speed/bench.mjs": [1],
    "scripts/demo.sh": [0],
    "scripts/setup/rust.sh": [0],
    "scripts/setup/wasm.sh": [0],
    "tests/js/search.test.mjs": [1],
    "js/element/blocks.js": [0],
    "www/index.html": [0],
    "www/style.css": [0, 1],
  },
};

/** Cuts a text after lines, into excerpts of at least LENGTH bytes; the last may be shorter. */
function excerpts(text) {
  const found = [""];
  for (const line of text.split(/(?<=\n)/)) {
    if (Buffer.byteLength(found.at(-1)) >= LENGTH) found.push("");
    found[found.length - 1] += line;
  }
  return found;
}

const encoders = { o200k: new Tiktoken(o200kBase), cl100k: new Tiktoken(cl100kBase) };
// Names of special tokens are text like any other.
const count = (encoder, text) => encoder.encode(text, [], []).length;

function measure(kind, file, which) {
  const parts = excerpts(readFileSync(new URL(file, ROOT), "utf8"));
  return which.map((number) => {
    const text = parts[number];
    if (text === undefined) throw new Error(`${file} has no excerpt ${number}; choose another`);
    const { o200k, cl100k } = encoders;
    return { kind, file, o200k: count(o200k, text), cl100k: count(cl100k, text), text };
  });
}

const cases = Object.entries(FILES).flatMap(([kind, files]) =>
  Object.entries(files).flatMap(([file, which]) => measure(kind, file, which)),
);
writeFileSync(OUT, `${JSON.stringify(cases, null, 1)}\n`);
