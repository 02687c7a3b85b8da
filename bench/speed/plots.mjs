// The plots that docs/figures.md and BENCHMARKS.md show.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { groupBy } from "../numbers.mjs";
import { ROOT } from "../paths.mjs";
import { plot } from "./plot.mjs";

const FOLDER = join(ROOT, "docs/plots");

const PAGES = "pages of the site";

function draw(name, panels, columns) {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, `${name}.svg`), plot(panels, columns));
}

/** Kindex comes first, and so has the same colours in all plots. */
const inOrder = ([a], [b]) => b.startsWith("Kindex") - a.startsWith("Kindex") || a.localeCompare(b);

/** Lines of rows `{ name, x, y }` with the same name; one point is no line. */
function linesOf(rows) {
  const lines = [...groupBy(rows, ({ name }) => name)].sort(inOrder);
  const points = (found) => found.map(({ x, y }) => [x, y]).toSorted(([a], [b]) => a - b);
  return lines.map(([name, found]) => ({ name, points: points(found) })).filter(({ points }) => points.length > 1);
}

/** One row of each engine, as the plot would be hard to read with all. */
const SHOWN = /^Kindex|^Pagefind$|^(MiniSearch|Lunr|FlexSearch|Orama), sections$/;

/** Warm searches by the size of the site. */
export function drawLatency(results) {
  const rows = results.flatMap(({ peers: { counts, rows } }) =>
    rows.filter(({ name, words }) => words && SHOWN.test(name)).map(({ name, words }) => ({ name, x: counts.pages, y: words.p50 })));
  const series = linesOf(rows);
  if (series.length > 0) draw("latency", [{ title: "Warm search in the page, p50, ms", x: PAGES, series }]);
}

export function drawGrowth({ growth }) {
  const panel = (title, y) => ({ title, x: "pages", series: [{ name: title, points: growth.map((part) => [part.documents, y(part)]) }] });
  draw("growth", [
    panel("Build, s", ({ seconds }) => seconds),
    panel("Memory to build, MB", ({ peak }) => peak / 1e6),
    panel("Index in one file, MB", ({ size }) => size / 1e6),
    panel("index.kdx of several files, KB", ({ head }) => head / 1e3),
    panel("Search in Node, p50, ms", ({ p50 }) => p50),
  ].filter(({ series: [{ points }] }) => points.every(([, value]) => value > 0)), 2);
}

/** The rows between two marks of BENCHMARKS.md. */
function published(name) {
  const page = readFileSync(join(ROOT, "BENCHMARKS.md"), "utf8");
  const between = page.split(`<!-- ${name}:begin -->`)[1]?.split(`<!-- ${name}:end -->`)[0] ?? "";
  const lines = between.split("\n").filter((line) => line.startsWith("| ")).slice(2);
  return lines.map((line) => line.split("|").slice(1, -1).map((cell) => cell.trim()));
}

/**
 * The panels of what `make bench WHAT=first-answer` published, by the sizes of the sites; none where that is of one site.
 *
 * @param {Map<string, number>} pages how many pages each site has, by its name
 */
export function bytesPanels(pages) {
  const rows = published("first-answer").filter(([site]) => pages.has(site)).map(([site, name, , bytes]) => {
    return { name, x: pages.get(site), y: Number(bytes.split("/")[0].replaceAll(",", "")) };
  });
  const series = linesOf(rows);
  return series.length > 0 ? [{ title: "Loaded until the first answer, median, KB", x: PAGES, series }] : [];
}

export function drawBytes(pages) {
  const panels = bytesPanels(pages);
  if (panels.length > 0) draw("bytes", panels);
}
