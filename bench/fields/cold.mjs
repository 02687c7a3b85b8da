// Measures search fields on pages that were just opened, over a network that takes its time.
import { setTimeout as sleep } from "node:timers/promises";
import { openField, settled, timed } from "./field.mjs";

/** The time that each request takes more, in milliseconds. */
const LATENCY = 40;

/** The time between two letters, in milliseconds. */
const BETWEEN_LETTERS = 150;

/** The number of queries that are typed, each on a page of its own in each field. */
const QUERIES = 8;

/** Two words of letters that every keyboard has, which are long enough to be typed and not pasted. */
const TYPED = /^[a-z]{4,} [a-z]{4,}$/;

/** The steps of typing a query: its first word, then each letter of the second. */
function stepsOf(query) {
  const begin = query.indexOf(" ") + 2;
  return [query.slice(0, begin - 2), ...Array.from(query.slice(begin - 1), (_, at) => query.slice(0, begin + at))];
}

/** What a field that has loaded all shows for each step. */
async function listsOf(field, steps) {
  const lists = [];
  for (const step of steps) {
    await field.field.fill(step);
    lists.push(await settled(field));
  }
  return lists;
}

/** Types a query on a new page: the time of the first list, and of each further letter that changes it. */
async function typed(browser, address, name, steps, lists) {
  const one = await openField(browser, address, name, LATENCY);
  try {
    const [word, ...more] = steps;
    for (const letter of word.slice(0, -1)) {
      await one.page.keyboard.press(letter);
      await sleep(BETWEEN_LETTERS);
    }
    const first = await timed(one, word.at(-1), lists[0]);
    await settled(one);
    await one.page.keyboard.press("Space");
    const next = [];
    for (const [at, step] of more.entries()) {
      await settled(one);
      const isNew = lists[at + 1] && lists[at + 1] !== lists[at];
      if (isNew) next.push(await timed(one, step.at(-1), lists[at + 1]));
      else await one.page.keyboard.press(step.at(-1));
    }
    return { first, next };
  } finally {
    await one.close();
  }
}

/**
 * By field, the times of first lists and those of further letters, in milliseconds. Those that do not show
 * what the field shows once it has loaded all are left out.
 *
 * @param {import("playwright-core").Browser} browser
 * @param {string} address of the server of the pages
 * @param {string[]} names of the fields
 * @param {string[]} words queries of several words
 */
export async function coldTimes(browser, address, names, words) {
  const queries = words.filter((query) => TYPED.test(query)).slice(0, QUERIES);
  const times = new Map();
  for (const name of names) {
    const warm = await openField(browser, address, name);
    const of = { first: [], next: [] };
    for (const query of queries) {
      const steps = stepsOf(query);
      const lists = await listsOf(warm, steps);
      if (!lists[0]) continue;
      const { first, next } = await typed(browser, address, name, steps, lists);
      of.first.push(...[first].filter(Number.isFinite));
      of.next.push(...next.filter(Number.isFinite));
    }
    await warm.close();
    times.set(name, of);
    console.log(`  ${name}: ${of.first.length} first lists, ${of.next.length} further letters`);
  }
  return times;
}
