// Somebody types at all speeds, answers come when they like, and Enter is pressed at any moment. The
// first result of what was typed opens, and nothing else: ROUNDS says how often that is tried. The time is
// that of the page, which the test lets pass.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { withField } from "./field.mjs";

const ROUNDS = Number(process.env.ROUNDS ?? 40);

const WORDS = ["heron", "badger", "otter", "jackal", "ibis", "gazelle", "cheetah", "dormouse", "flamingo", "aardvark"];

/** Pages of which each beginning of a word has one that is best: its own. */
const PAGES = WORDS.flatMap((word, i) => [
  { id: word, url: `/${word}`, title: word, text: `The ${word} walks. The ${word} rests.` },
  { id: `${word}-2`, url: `/${word}-2`, title: `Other ${i}`, text: `Not only a ${word} walks here, but others, too.` },
]);

/** Numbers from 0 to 1 that are the same for a seed. */
function randomOf(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One round in the page: gives what was typed, what should have opened, and all that did. */
async function play({ letters, pauses, delays, wait }) {
  const field = document.querySelector("kindex-search");
  const { index } = window;
  const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  let call = 0;
  field.index = {
    async search(query, options) {
      await sleep(delays[call++ % delays.length]);
      return index.search(query, { ...options, signal: undefined, pause: undefined });
    },
    close() {},
  };
  window.choices = [];
  field.value = "";
  field.show();
  const input = field.shadowRoot.querySelector("input");
  const send = (event) => input.dispatchEvent(event);
  for (let i = 0; i < letters.length; i++) {
    // The first letter takes the place of what was searched before.
    input.value = letters.slice(0, i + 1);
    send(new InputEvent("input", { bubbles: true, composed: true }));
    await sleep(pauses[i]);
  }
  await sleep(wait);
  send(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, composed: true, cancelable: true }));
  // A second choice would come before the last answer.
  await sleep(Math.max(...delays) + 200);
  field.close();
  const [first] = index.search(letters, { prefix: true, group: true, limit: 8 }).hits;
  return { letters, first: first?.document, opened: window.choices.map(({ document, query }) => ({ document, query })) };
}

describe("the search field under somebody who types", () => {
  const the = withField({ animals: PAGES });

  for (const [name, attributes] of Object.entries({ "in the page": "", "in the dialog": " modal" })) {
    test(`opens the first result of what was typed, and once: ${name}`, { timeout: 60_000 + ROUNDS * 5000 }, async () => {
      await the.visit(`src="/indexes/animals.kdx"${attributes}`);
      await the.catchChoice();
      await the.tab.evaluate(async () => {
        const { open } = await import("/kindex/index.min.js");
        window.index = await open("/indexes/animals.kdx");
        document.querySelector("kindex-search").show();
      });
      await the.loaded("panel.min.js");
      await the.tab.clock.install();
      await the.tab.clock.pauseAt(Date.now() + 60_000);
      for (let round = 0; round < ROUNDS; round++) {
        const random = randomOf(round);
        const between = (from, to) => from + Math.floor(random() * (to - from + 1));
        const word = WORDS[between(0, WORDS.length - 1)];
        const letters = word.slice(0, between(3, word.length));
        const speed = between(40, 200);
        const pauses = [...letters].map(() => between(speed / 2, speed));
        pauses[letters.length - 1] = 0;
        const delays = Array.from({ length: 12 }, () => between(0, 300));
        const played = the.tab.evaluate(play, { letters, pauses, delays, wait: random() < 0.5 ? 0 : between(0, 350) });
        await the.tab.clock.runFor(10_000);
        const { first, opened } = await played;
        assert.ok(first, letters);
        assert.deepEqual(opened, [{ document: first, query: letters }], `round ${round}: ${letters}`);
      }
      assert.deepEqual(the.complaints, []);
    });
  }
});
