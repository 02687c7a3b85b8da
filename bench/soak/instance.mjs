// Questions to one instance of WebAssembly in Node.
import { openWith } from "../speed/wasm.mjs";
import { drawer, textOf } from "./draw.mjs";
import { optionsOf } from "./options.mjs";
import { heap, watched } from "./watch.mjs";

/** Values that are no texts, given as such. */
const NO_TEXTS = [undefined, null, 5, {}, [], Symbol.iterator];

/** The codes of errors by which an index refuses what it is asked. */
const REFUSED = ["invalid_argument", "invalid_option"];

/** The codes by which bytes are refused. */
export const DAMAGED = ["corrupt", "truncated", "not_an_index", "unsupported_version", "unknown_flags", "unknown_analyzer"];

/** The answer of a call, or the reason why it is refused; any error of another code goes on. */
export function outcome(call, codes = REFUSED) {
  try {
    return { answer: call() };
  } catch (error) {
    if (error?.name !== "KindexError" || !codes.includes(error.code)) throw error;
    return { refused: `${error.code} ${error.message}` };
  }
}

/** The questions, one after another: a text and options. */
export function questions(material, seed) {
  const draw = drawer(seed);
  const text = () => draw.weighted([[300, () => textOf(material, draw)], [1, () => draw.pick(NO_TEXTS)]])();
  return () => [text(), optionsOf(draw)];
}

/** Answers to questions of a kind that are always the same ones, as texts. */
const controlOf = (index, asked) => () => asked.map((question) => JSON.stringify(outcome(() => index.search(...question))));

export async function soakInstance({ bytes, material, control, count, until, seed }) {
  const { index, memory } = await openWith("index.js", bytes);
  const [next, always] = [questions(material, seed), questions(material, 1)];
  let refused = 0;
  const ask = (count) => {
    for (let left = count; left > 0; left--) {
      const question = next();
      if (outcome(() => index.search(...question)).refused) refused++;
    }
  };
  const found = await watched({
    count, until, ask,
    control: controlOf(index, Array.from({ length: control }, always)),
    memory: () => ({ WebAssembly: memory.buffer.byteLength, "heap of Node": heap() }),
  });
  index.close();
  return { ...found, refused };
}
