// Whether what was read has a passage in it, and how many tokens that took.

/** Words in a row that have to stand in what was read as in the passage. */
const RUN_WORDS = 5;

/** A passage is there with half of its runs, and a long one with as many as these. */
const ENOUGH_RUNS = 100;

/** The number of tokens after which reading ends. */
export const MOST_TOKENS = 10_000;

/** Runs of words with the places where they end: letters and digits count, and no case. */
function* runsOf(text) {
  const last = [];
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    last.push(word.toLowerCase());
    if (last.length > RUN_WORDS) last.shift();
    if (last.length === RUN_WORDS) yield { run: last.join(" "), end: index + word.length };
  }
}

const distinct = (text) => new Set(Array.from(runsOf(text), ({ run }) => run));

/** What has to be found of a text: `{ runs, enough }`. */
export const passageOf = (text) => counted(distinct(text));

const counted = (runs) => ({ runs, enough: Math.min(Math.ceil(runs.size / 2), ENOUGH_RUNS) });

/** Takes out of passages that are whole pages the runs that another page has too. */
export function keepOwn(passages, pages) {
  const wanted = new Set(passages.flatMap(({ runs }) => [...runs]));
  const times = new Map();
  for (const page of pages) {
    for (const run of distinct(page)) if (wanted.has(run)) times.set(run, (times.get(run) ?? 0) + 1);
  }
  for (const passage of passages) Object.assign(passage, counted(new Set([...passage.runs].filter((run) => times.get(run) === 1))));
}

/** Reads texts one after the other, and looks for any of these passages. */
function reader(passages) {
  const found = passages.map(() => new Set());
  /** The place in this text at which a passage is complete, if there is one. */
  return (text) => {
    for (const { run, end } of runsOf(text)) {
      for (const [at, { runs, enough }] of passages.entries()) {
        if (runs.has(run) && found[at].add(run).size >= enough) return end;
      }
    }
    return undefined;
  };
}

/**
 * Reads answers until one of the passages was in them: `{ tokens, read, calls }`, the tokens up to it, those of all
 * answers so far, and the number of answers. What was not found within the most tokens has these.
 *
 * @param {AsyncIterable<string>} answers
 * @param {(text: string) => number} tokensOf
 */
export async function tokensTo(passages, answers, tokensOf) {
  const placeIn = reader(passages);
  let [read, calls] = [0, 0];
  for await (const answer of answers) {
    calls++;
    const place = placeIn(answer);
    const tokens = place === undefined ? Infinity : read + tokensOf(answer.slice(0, place));
    read += tokensOf(answer);
    if (tokens <= MOST_TOKENS) return { tokens, read: Math.min(read, MOST_TOKENS), calls, isFound: true };
    if (read >= MOST_TOKENS) break;
  }
  return { tokens: MOST_TOKENS, read: MOST_TOKENS, calls, isFound: false };
}
