// The matter for a site's own answerer: the question, and the passages that were found for it.
import { safe, plain, stepsTo } from "../text/sanitize.js";
import { address } from "./option.js";

/** The characters of all passages together, and of one, about: some 3,000 and 1,000 tokens of a language model. */
const MAX_CHARACTERS = 12_000;
const MAX_PASSAGE_CHARACTERS = 4_000;

/** Words that questions begin with, in the languages of the element. */
const BEGINNINGS = new Set(
  `how what why when where who which can could does do is are should
  wie was warum wann wo wer welche welcher welches kann können soll
  comment que quoi pourquoi quand où qui quel quelle peut est-ce
  cómo como qué por cuándo dónde quién cuál puedo come cosa perché quando dove chi quale posso
  porque onde quem qual hoe wat waarom wanneer waar wie welke kan
  jak co dlaczego kiedy gdzie kto czy как что почему когда где кто какой можно
  як що чому коли де хто чи nasıl ne neden niçin hangi كيف ما ماذا لماذا متى أين من هل`.split(/\s+/),
);

/** Endings and words that make a question where writing has no spaces. */
const EASTERN = /[?？؟]\s*$|ですか|ますか|どう|なぜ|怎么|怎麼|如何|什么|什麼|为什么|為什麼|吗$|嗎$|어떻게|무엇|왜|까$|나요$/;

/** This many words are a question however they begin. */
const MIN_QUESTION_WORDS = 5;

/** Whether somebody asks, rather than looking for a word. */
export function isQuestion(query) {
  const words = query.trim().toLowerCase().split(/\s+/);
  return EASTERN.test(query) || words.length >= MIN_QUESTION_WORDS || (words.length > 1 && BEGINNINGS.has(words[0]));
}

/**
 * The passages for a question, the best first, as many as fit.
 *
 * @param {import("../entry/index.js").Hit[]} hits
 * @returns {import("../entry/element.js").Passage[]} numbered from 1
 */
export function passagesOf(hits) {
  const passages = [];
  let room = MAX_CHARACTERS;
  for (const hit of hits.flatMap((one) => [one, ...(one.more ?? [])])) {
    const text = cut(safe(hit.text).trim(), Math.min(room, MAX_PASSAGE_CHARACTERS));
    if (!text || room <= 0) continue;
    room -= text.length;
    const [title, ...headings] = stepsTo(hit.title, hit.headings).map(plain);
    passages.push({ number: passages.length + 1, title: title ?? plain(hit.document), headings, url: address(hit), text });
  }
  return passages;
}

/** The beginning of a text, up to the end of a line or a word. */
function cut(text, most) {
  if (text.length <= most) return text;
  const part = text.slice(0, most);
  return part.slice(0, Math.max(part.lastIndexOf("\n"), part.lastIndexOf(" "), 0));
}

/**
 * The same as a text to be pasted into a conversation with a language model.
 *
 * @param {string} question
 * @param {import("../entry/element.js").Passage[]} passages
 */
export function contextOf(question, passages) {
  const parts = passages.map((passage) => `[${passage.number}] ${nameOf(passage)}\n${passage.url}\n\n${passage.text}`);
  return [question, ...parts].join("\n\n---\n\n");
}

/** The title and the headings of a passage. */
export const nameOf = ({ title, headings }) => [title, ...headings].join(" › ");
