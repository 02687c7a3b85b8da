// Tables of measurements.
import { groupBy } from "../numbers.mjs";
import { table } from "../publish.mjs";
import { SINGLE } from "./levels.mjs";

/** Times in milliseconds, in as many digits as tell something. */
const ms = (value) => (value < 0.1 ? value.toFixed(3) : value.toFixed(2));
const mb = (value) => (value / 1e6).toFixed(1);
const times = ({ p50, p95 }) => `${ms(p50)} / ${ms(p95)}`;
const count = (value) => value.toLocaleString("en");
const ratio = (value) => (value === undefined ? "" : value >= 10 ? value.toFixed(0) : value.toPrecision(2));

/** Kindex by itself, a row a site. */
export function kindexTable(results) {
  const head = [
    "site", "pages", "children", "index, MB", "build, s", "memory, MB", "open, ms: native / Node",
    "search p50 / p95, ms: native", "search p50 / p95, ms: Node",
  ];
  const row = ({ name, kindex: { built, bytes, native, node } }) => [
    name, built.documents, built.levels[0].chunks, mb(bytes), built.seconds.toFixed(1), built.peak ? mb(built.peak) : "?",
    `${ms(native.open)} / ${ms(node.open)}`, times(native), times(node),
  ];
  return table(head, results.map(row));
}

/** The sentence of docs/figures.md about a site. */
export function kindexSentence({ name, kindex: { built, native, node } }) {
  return (
    `${name}, the largest site measured (${count(built.documents)} pages, 58 MB of Markdown), is indexed in ` +
    `${built.seconds.toFixed(1)} s with ${(mb(built.peak) / 1000).toFixed(2)} GB of memory, and searched in ` +
    `${Number(ms(native.p50)).toFixed(1)} ms natively and ${Number(ms(node.p50)).toFixed(1)} ms in Node (median); ` +
    "[BENCHMARKS.md](../BENCHMARKS.md) has all figures and the commands that give them."
  );
}

export function levelsTable(results) {
  const rows = results.flatMap(({ name, levels }) => {
    const single = levels.find((row) => row.levels === SINGLE);
    return levels.map((row) => [
      name, row.levels, mb(row.bytes), row.seconds.toFixed(2), (row.seconds / single.seconds).toFixed(2),
      times(row), (row.p50 / single.p50).toFixed(2),
    ]);
  });
  return table(["site", "levels", "index, MB", "build, s", "×", "search p50 / p95, ms", "× (p50)"], rows);
}

/** Kilobytes of WebAssembly besides the files loaded. */
export function memoryTable(results) {
  const kb = (value) => count(Math.round(value / 1000));
  const cells = ({ opened, first, all }) => [kb(opened), kb(first), kb(all)];
  const head = ["site", "one file, KB: opened", "one search", "all", "several files, KB: opened", "one search", "all"];
  return table(head, results.map(({ name, memory }) => [name, ...cells(memory.oneFile), ...cells(memory.severalFiles)]));
}

/** Building in turns; × is Pagefind to Kindex in one file. */
export function buildsTable(results) {
  const cell = ({ seconds, peak }) => `${seconds.toFixed(2)} / ${peak ? mb(peak) : "?"}`;
  const rows = results.map(({ name, builds: { oneFile, severalFiles, pagefind } }) => [
    name, cell(oneFile), cell(severalFiles), cell(pagefind),
    ratio(pagefind.seconds / oneFile.seconds), oneFile.peak ? ratio(pagefind.peak / oneFile.peak) : "?",
  ]);
  return table(["site", "Kindex, one file: s / MB", "several files: s / MB", "Pagefind: s / MB", "× (s)", "× (MB)"], rows);
}

const PEERS = [
  "engine", "results", "hits", "p50 / p95, ms", "×", "unfinished: p50 / p95, ms", "×", "open / again, ms", "page, MB",
  "stored, MB", "build, s", "memory, MB",
];

const opening = ({ opened, again }) => opened.toFixed(0) + (again ? ` / ${again.toFixed(again < 10 ? 1 : 0)}` : "");

function peerRow({ name, returns, built, page, words, prefixes, ratio: whole, prefixRatio }) {
  const measured = page
    ? [words.hits.toFixed(1), times(words), ratio(whole), prefixes ? times(prefixes) : "cannot", ratio(prefixRatio), opening(page), mb(page.memory)]
    : ["", `failed: ${built.failed}`, "", "", "", "", ""];
  const made = built.bytes === undefined ? ["", "", ""] : [mb(built.bytes), built.seconds.toFixed(built.seconds < 1 ? 2 : 1), built.peak ? mb(built.peak) : "?"];
  return [name, returns, ...measured, ...made];
}

/** All engines over one site. */
export function peersTable({ peers: { chromium, counts, rows } }) {
  const about = `${count(counts.pages)} pages, ${count(counts.sections)} sections; Chromium ${chromium}.`;
  return `${about}\n\n${table(PEERS, rows.map(peerRow))}`;
}

/** The configurations of the engines, with versions. */
export function configurations(engines, versionOf) {
  const line = (names, { configuration, package: of }) => `- ${names.join("; ")} (${versionOf(of)}): ${configuration}.`;
  const lines = groupBy(engines.filter(({ configuration }) => configuration), ({ package: of, configuration }) => `${of} ${configuration}`);
  return [...lines.values()].map((same) => line(same.map(({ name }) => name), same[0])).join("\n");
}

export function growthTable({ name, growth }) {
  const head = [
    "of the site", "pages", "Markdown, MB", "build, s", "MB/s", "memory, MB", "index, MB",
    "`index.kdx` of several files, KB", "search p50 / p95, ms: Node",
  ];
  const row = ({ share, documents, bytes, seconds, peak, size, head, p50, p95 }) => [
    `${name}, ${share * 100} %`, count(documents), mb(bytes), seconds.toFixed(2), (bytes / 1e6 / seconds).toFixed(1),
    mb(peak), mb(size), count(Math.round(head / 1000)), times({ p50, p95 }),
  ];
  return table(head, growth.map(row));
}

export function nativeTable(results, version) {
  const head = [
    "site", "children", "order alone, p50 / p95, ms: Kindex", "tantivy", "× (p50)", "tantivy, counting", "× (p50)",
    "with what is shown, p50 / p95, ms: Kindex", "tantivy", "× (p50)",
  ];
  const row = ({ name, native }) => {
    const { documents, kindexRank, tantivyRank, tantivyCount, kindexSearch, tantivySearch } = native;
    const beside = (own, other) => [times(other), ratio(own.p50 / other.p50)];
    return [
      name, count(documents), times(kindexRank), ...beside(kindexRank, tantivyRank), ...beside(kindexRank, tantivyCount),
      times(kindexSearch), ...beside(kindexSearch, tantivySearch),
    ];
  };
  return `tantivy ${version}.\n\n${table(head, results.map(row))}`;
}
