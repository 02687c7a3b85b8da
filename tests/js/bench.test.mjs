// The questions of the benchmark, and its drawings.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { queriesFrom } from "../../bench/data/queries.mjs";
import { median, percentile } from "../../bench/numbers.mjs";
import { plot } from "../../bench/speed/plot.mjs";
import { bytesPanels } from "../../bench/speed/plots.mjs";

const NUMBERS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "eleven", "twelve", "thirteen"];
const TEXTS = Array.from({ length: 60 }, (_, at) => {
  return NUMBERS.map((word, number) => (number % 3 === at % 3 ? `${word}${"abc"[at % 3]}knots` : word)).join(" ");
});

test("queries are words that follow each other in the text, the same in every run", () => {
  const { words } = queriesFrom(TEXTS);
  assert.deepEqual(queriesFrom(TEXTS).words, words);
  assert.equal(new Set(words).size, words.length);
  for (const query of words) {
    assert.ok(TEXTS.some((text) => ` ${text} `.includes(` ${query} `)), query);
    const count = query.split(" ").length;
    assert.ok(count >= 2 && count <= 4, query);
  }
});

test("the last word of unfinished queries is the beginning of a longer one", () => {
  const { prefixes } = queriesFrom(TEXTS);
  assert.ok(prefixes.length > 0);
  for (const query of prefixes) {
    const last = query.split(" ").at(-1);
    assert.ok(last.length >= 3 && last.length <= 5, query);
    assert.ok(TEXTS.some((text) => ` ${text}`.includes(` ${query}`) && !` ${text} `.includes(` ${query} `)), query);
  }
});

test("a text gives no more queries than it has, and one without prose none", () => {
  const { words } = queriesFrom(["a line of just enough words"]);
  assert.ok(words.length > 0 && words.length <= 12);
  assert.throws(() => queriesFrom(["too few words"]), /nothing to ask/);
});

test("percentiles are values that were measured", () => {
  assert.equal(median([3, 1, 2]), 2);
  assert.equal(percentile([10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110], 0.9), 100);
});

test("a plot puts values where their logarithms are", () => {
  const svg = plot([{ title: "a < b", x: "pages", series: [{ name: "one", points: [[100, 1], [1000, 10], [10000, 100]] }] }]);
  assert.ok(svg.includes("a &#60; b"));
  const [, path] = /class="line"[^>]* d="M([^"]*)"/.exec(svg);
  const [first, middle, last] = path.split("L").map((place) => place.split(" ").map(Number));
  for (const at of [0, 1]) assert.ok(Math.abs(middle[at] - (first[at] + last[at]) / 2) < 0.2, path);
  assert.ok(first[1] > last[1]);
});

test("the plot of first answers shows what the table of them says", () => {
  const text = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
  const counts = text("BENCHMARKS.md").matchAll(/<!-- peers-(.*):begin -->\n\n([\d,]+) pages/g);
  const pages = new Map([...counts].map(([, site, count]) => [site, Number(count.replaceAll(",", ""))]));
  assert.equal(pages.size, 5);
  assert.equal(text("docs/plots/bytes.svg"), plot(bytesPanels(pages)));
  assert.deepEqual(bytesPanels(new Map([["vue-docs", 120]])), []);
});
