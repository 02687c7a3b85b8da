// A set of questions as agents are asked it: its pages in Markdown, and the passages that answer each question.
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readLines } from "../data/archives.mjs";
import { pagesOf } from "../engines/pages.mjs";
import { build, sectionsOf } from "../engines/sections.mjs";
import { groupBy } from "../numbers.mjs";
import { OUT } from "../paths.mjs";
import { keepOwn, passageOf } from "./passages.mjs";
import { sectionOf } from "./sections.mjs";

/** The judgements of each question that have its best grade: `{ query, page, fragment }`. */
function judgements(path) {
  const rows = readFileSync(path, "utf8").trim().split("\n").slice(1).map((line) => line.split("\t"));
  const judged = rows.map(([query, page, grade, fragment]) => ({ query, page, grade: Number(grade), fragment }));
  const relevant = groupBy(judged.filter(({ grade }) => grade > 0), ({ query }) => query);
  const best = (all) => Math.max(...all.map(({ grade }) => grade));
  return new Map([...relevant].map(([query, all]) => [query, all.filter(({ grade }) => grade === best(all))]));
}

/** The pages that the index has, each with the texts of its sections in Markdown, so that all read the same ones. */
function pagesIn(index) {
  const markdown = ({ id }) => index.chunks(id, index.document(id).chunks.length - 1).map(({ text }) => text);
  return pagesOf(index).map((page) => ({ ...page, markdown: markdown(page) }));
}

/** Sections as the sources of their pages have them. */
function sectionsFor(judged, { from }) {
  const texts = judged.map(({ page, fragment }) => sectionOf(readFileSync(join(from, page), "utf8"), fragment));
  return texts.filter(Boolean).map(passageOf);
}

const textOf = ({ markdown }) => markdown.join("\n\n");

/** Whole pages, where no more is known. */
const pagesFor = (judged, { pages }) => judged.flatMap(({ page }) => pages.get(page) ?? []).map((page) => passageOf(textOf(page)));

/** The questions with the passages of which one has to be found: `{ id, text, passages }`. */
function questionsOf({ judged, sections, ...site }) {
  const isByPage = !existsSync(sections);
  const answers = judgements(isByPage ? judged.qrels : sections);
  const asked = readLines(judged.queries).filter(({ id }) => answers.has(id));
  const questions = asked.map((question) => ({ ...question, passages: (isByPage ? pagesFor : sectionsFor)(answers.get(question.id), site) }));
  if (isByPage) keepOwn(questions.flatMap(({ passages }) => passages), Array.from(site.pages.values(), textOf));
  const lost = questions.find(({ passages }) => !passages.some(({ enough }) => enough > 0));
  if (lost) throw new Error(`${lost.id}: what answers it is not in ${site.from}`);
  return questions;
}

/** `{ name, title, from, index, pages, questions }` of a set that is there: `pages` is a Map by id. */
export async function siteOf(set) {
  const files = set.open();
  if (!files) return undefined;
  const out = join(OUT, "agents", set.name);
  mkdirSync(out, { recursive: true });
  const sections = await sectionsOf(set, files.from, out);
  const pages = new Map(pagesIn(sections).map((page) => [page.id, page]));
  sections.close();
  const title = existsSync(files.sections) ? set.name : `${set.name.split("/")[0]}, by page`;
  const index = build(set, files.from, join(out, "site.kdx"));
  return { name: set.name, title, from: files.from, index, pages, questions: questionsOf({ ...files, pages }) };
}
