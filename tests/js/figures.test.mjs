// The sizes that the documents state, against those of what was built.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { sizes } from "../../scripts/sizes.mjs";
import { BUDGETS, GZIP_BUDGETS } from "./budgets.mjs";

/** Compilers differ by some bytes; more than this share is another program. */
const TOLERANCE = 0.02;

/** Releases alone have the build that makes indexes as the documents state it: scripts/package.mjs. */
const RELEASED = existsSync(new URL("../../dist/.packaged-release", import.meta.url));
const isThere = (part) => part !== "full wasm" || RELEASED;

/** The part that a row of a table is about, by the document and the row's first cell. */
const ROWS = {
  "BENCHMARKS.md": {
    "build for pages, WebAssembly": "page wasm",
    "JavaScript of a page that searches, one file": "page min js",
    "the same in modules": "page js",
    "build for several indexes, WebAssembly": "several wasm",
    "JavaScript that several indexes add to a page, one file": "several min js",
    "explore build, WebAssembly": "explore wasm",
    "JavaScript of a page that explores, one file": "explore min js",
    "what exploring adds to searching in modules": "explore js",
    "texts build, WebAssembly": "texts wasm",
    "JavaScript of a page that indexes texts, one file": "texts min js",
    "what indexing texts adds to searching in modules": "texts js",
    "full build, WebAssembly": "full wasm",
    "JavaScript of a page that indexes, one file": "full min js",
    "what indexing adds to exploring in modules": "full js",
  },
};

/** The words of a table after the first cell, and the size that each number is. */
const COLUMNS = { "BENCHMARKS.md": ["raw", "gzip", "brotli"] };

/** Sizes in the text, in whole units of 1,024 bytes. */
const WORDS = {
  "README.md": [
    [/engine is (\d+) KB of WebAssembly/, "page wasm"],
    [/and (\d+) KB of JavaScript/, "page min js"],
  ],
};

/** The row of a part in the tables of budgets. */
const BUDGETED = {
  "page wasm": "WebAssembly for pages",
  "page js": "its modules",
  "page min js": "its JavaScript, one file",
  "thread min js": "the thread, one file",
  "several wasm": "WebAssembly for several indexes",
  "several min js": "its JavaScript in a file beside that for pages",
  "explore wasm": "WebAssembly that explores",
  "texts wasm": "WebAssembly that indexes texts",
  "texts min js": "its JavaScript in one file",
  "element min js": "what a page with the search field loads",
  "element whole min js": "all of the search field",
};

const text = (name) => readFileSync(new URL(`../../${name}`, import.meta.url), "utf8");

function near(stated, is, least, what) {
  const off = Math.abs(stated - is);
  assert.ok(off <= Math.max(TOLERANCE * is, least), `${what} is ${is} bytes, not ${stated}`);
}

for (const [name, rows] of Object.entries(ROWS)) {
  test(`${name} has tables of the sizes that were built`, () => {
    for (const [first, part] of Object.entries(rows)) {
      const row = text(name).split("\n").find((line) => line.startsWith(`| ${first} |`));
      assert.ok(row, `${name} has no row ${first}`);
      const stated = row.split("|").slice(2, -1).map((cell) => Number(cell.replaceAll(",", "")));
      assert.equal(stated.length, COLUMNS[name].length, row);
      if (!isThere(part)) continue;
      const built = sizes(part);
      COLUMNS[name].forEach((size, at) => near(stated[at], built[size], 0, `${part}, ${size},`));
    }
  });
}

for (const [name, places] of Object.entries(WORDS)) {
  test(`${name} speaks of the sizes that were built`, () => {
    for (const [place, part] of places) {
      const stated = place.exec(text(name))?.[1];
      assert.ok(stated, `${name} lacks ${place}`);
      if (isThere(part)) near(stated * 1024, sizes(part).brotli, 512, part);
    }
  });
}

/** The sites that are measured beside other engines. */
const SITES = ["vue-docs", "rust-book", "react-dev", "kubernetes-en", "mdn-en"];

/** The cells of a site's row in the table that `make bench` writes. */
function measured(site) {
  return cells("bench", site).slice(1).map((cell) => cell.split("/").map(Number));
}

/** The cells of a row of a table that a script writes between marks. */
function cells(mark, ...first) {
  const table = text("BENCHMARKS.md").split(`<!-- ${mark}:begin -->`)[1].split(`<!-- ${mark}:end -->`)[0];
  const rows = table.split("\n").map((line) => line.split("|").slice(1, -1).map((cell) => cell.trim()));
  return rows.find((row) => first.every((cell, at) => row[at] === cell));
}

/** The engines as README.md calls them: by their names in the tables of speed and in those of relevance. */
const ENGINES = {
  "**Kindex**, several files": ["Kindex, several files", "**Kindex**"],
  "**Kindex**, one file": ["Kindex, one file", "**Kindex**"],
  "MiniSearch, pages": ["MiniSearch, pages", "MiniSearch, pages"],
  "Lunr, pages": ["Lunr, pages", "Lunr"],
  Pagefind: ["Pagefind", "Pagefind"],
  "FlexSearch, pages": ["FlexSearch, pages", "FlexSearch"],
  "Orama, sections": ["Orama, sections", "Orama, sections"],
};

test("README.md compares engines as BENCHMARKS.md does", () => {
  const rows = Object.entries(ENGINES).map(([name, [quick, finds]]) => {
    const found = cells("known-kubernetes-en", finds).at(-1);
    const [, , , warm, , , , , memory, stored] = cells("peers-kubernetes-en", quick);
    const [, , , first] = cells("first-answer", "kubernetes-en", quick) ?? [];
    const loaded = first && name !== "**Kindex**, one file" ? `${first.split(" / ")[0]} KB` : `all, ${stored} MB`;
    return [found, `| ${name} | ${found} | ${warm.split(" / ")[0]} | ${loaded} | ${memory} |`];
  });
  const best = rows.toSorted(([a], [b]) => b - a).map(([, row]) => row);
  assert.ok(text("README.md").includes(best.join("\n")), `README.md lacks\n${best.join("\n")}`);
  const [kindex, pagefind] = ["Kindex, several files", "Pagefind"].map((name) => parseInt(cells("first-answer", "mdn-en", name)[3]));
  assert.ok(text("README.md").includes(`${kindex} KB until its first answer, one of Pagefind ${pagefind} KB`));
});

test("docs/figures.md says of sites what BENCHMARKS.md does", () => {
  const page = text("docs/figures.md");
  const [[pages], , [index], [build], [memory], , [native], [node]] = measured("mdn-en");
  const said = [
    `(${pages.toLocaleString("en")} pages, 58 MB of Markdown), is indexed in ${build} s with`,
    `with ${(memory / 1000).toFixed(2)} GB of memory, and searched in`,
    `searched in ${native.toFixed(1)} ms natively and ${node.toFixed(1)} ms in Node (median)`,
    `An index of mdn-en is ${index.toFixed(0)} MB in one file`,
  ];
  const [[small], , [smaller]] = measured("vue-docs");
  said.push(`a site of ${small} pages`, `vue-docs) is ${smaller} MB`);
  for (const words of said) assert.ok(page.includes(words), words);
});

/** The first of the figures in a cell: a median. */
const median = (cell) => cell.split(" / ")[0];

test("BENCHMARKS.md begins with what its tables say", () => {
  const [summary] = text("BENCHMARKS.md").split("## Sizes");
  const known = { "kubernetes-en": "Pagefind", "mdn-en": "Pagefind ¹" };
  for (const site of SITES) {
    const engines = ["Kindex, several files", "MiniSearch, pages", "Pagefind"].map((name) => cells(`peers-${site}`, name));
    const loaded = ["Kindex, several files", "Pagefind"].map((name) => median(cells("first-answer", site, name)[3]));
    const finds = ["**Kindex**", "MiniSearch, pages", known[site]];
    const found = finds.map((name) => (known[site] ? cells(`known-${site}`, name).at(-1) : ""));
    const [pages] = /^[\d,]+ pages/m.exec(text("BENCHMARKS.md").split(`<!-- peers-${site}:begin -->`)[1]);
    const figures = [...found, ...engines.map((row) => median(row[3])), ...loaded, ...engines.map((row) => row[8])];
    const row = `| ${[site, pages.replace(" pages", ""), ...figures].join(" | ")} |`;
    assert.ok(summary.includes(row), `it lacks\n${row}`);
  }
});

test("BENCHMARKS.md begins with the times of search fields that its table has", () => {
  const [summary] = text("BENCHMARKS.md").split("## Sizes");
  const fields = ["Kindex, one file", "Kindex, several files", "DocSearch", "VitePress, local search", "Pagefind, component UI"];
  const [one, several, ...peers] = fields.map((name) => median(cells("typing", "vue-docs", name)[2]));
  const words = `takes ${one} ms to its results in the median, in several files ${several}. DocSearch takes ${peers[0]} without the network, VitePress ${peers[1]}, Pagefind ${peers[2]}`;
  assert.ok(summary.includes(words), `it lacks\n${words}`);
});

test("README.md says of tantivy what BENCHMARKS.md does", () => {
  const range = (...columns) => {
    const ratios = SITES.map((site) => cells("native", site)).flatMap((row) => columns.map((column) => Number(row[column])));
    return `${Math.min(...ratios)} to ${Math.max(...ratios)} times`;
  };
  const [order, counting, shown] = [4, 6, 9];
  for (const words of [`is ${range(order, shown)} as quick natively`, `${range(counting)} at finding the best ten`]) {
    assert.ok(text("README.md").includes(words), words);
  }
});

test("BENCHMARKS.md has the budgets that tests hold", () => {
  const rows = text("BENCHMARKS.md").split("\n").map((line) => line.split("|").slice(1, -1).map((cell) => cell.trim()));
  for (const [part, bytes] of Object.entries({ ...BUDGETS, ...GZIP_BUDGETS })) {
    const row = rows.find(([first]) => first === BUDGETED[part]);
    assert.ok(row, `BENCHMARKS.md has no row ${BUDGETED[part]}`);
    assert.equal(row[1], bytes.toLocaleString("en"), part);
  }
});

test("README.md is short, and so is its picture", () => {
  const bytes = (name) => readFileSync(new URL(`../../${name}`, import.meta.url)).length;
  assert.ok(bytes("README.md") <= 12 * 1024, `it has ${bytes("README.md")} bytes`);
  const [, picture] = /!\[.+\]\((docs\/images\/\S+\.png)\)/.exec(text("README.md"));
  assert.ok(bytes(picture) <= 60 * 1024, `it has ${bytes(picture)} bytes`);
});
