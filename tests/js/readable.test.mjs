// The text that the search field shows: words for people, and code as it is.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PACKAGE } from "./support.mjs";

const { readable, trimmed, written } = await import(new URL("element/readable.js", PACKAGE));

/** The text as it is shown, in a line. */
function shown(text, above = []) {
  const whole = readable(text, above);
  assert.equal(whole.length, text.length, "nothing changes its place");
  return written(trimmed(whole)).replace(/\s+/g, " ");
}

/** Prose that loses a sign where it is read as prose, and code that would lose one. */
const [PROSE, CODE] = ["- okapi", "- x = 1"];

const FENCES = {
  "a block": [`${PROSE}\n\n\`\`\`js\n${CODE}\n\`\`\`\n\n${PROSE}`, "okapi - x = 1 · okapi"],
  "a block without a name": [`Run:\n\`\`\`\n${CODE}\n\`\`\`\n${PROSE}`, "Run: - x = 1 · okapi"],
  "code that is cut off at its end": [`${PROSE}\n\n\`\`\`\n${CODE}\n${CODE}`, "okapi - x = 1 - x = 1"],
  "named code that is cut off at its end": [`${PROSE}\n\`\`\`js\n${CODE}`, "okapi - x = 1"],
  "a text that begins in code": [`${CODE}\n\`\`\`\n\n${PROSE}`, "- x = 1 · okapi"],
  "one that goes on at once": [`${CODE}\n\`\`\`\n${PROSE}`, "- x = 1 · okapi"],
  "one that ends with its fence": [`${CODE}\n\`\`\``, "- x = 1"],
  "one with a block after that": [`${CODE}\n\`\`\`\n${PROSE}\n\`\`\`\n${CODE}\n\`\`\`\n${PROSE}`, "- x = 1 · okapi - x = 1 · okapi"],
  "one with a named block after that": [`${CODE}\n\`\`\`\n${PROSE}\n\`\`\`js\n${CODE}\n\`\`\`\n${PROSE}`, "- x = 1 · okapi - x = 1 · okapi"],
  "one that ends in code too": [`${CODE}\n\`\`\`\n\n${PROSE}\n\n\`\`\`\n${CODE}`, "- x = 1 · okapi - x = 1"],
  "one that ends in named code": [`${CODE}\n\`\`\`\n${PROSE}\n\`\`\`js\n${CODE}`, "- x = 1 · okapi - x = 1"],
  "a longer fence around others": [`\`\`\`\`md\n\`\`\`js\n${CODE}\n\`\`\`\n${CODE}\n\`\`\`\`\n${PROSE}`, "```js - x = 1 ``` - x = 1 · okapi"],
  "a fence of another kind within": [`~~~\n\`\`\`\n${CODE}\n~~~\n${PROSE}`, "``` - x = 1 · okapi"],
  "a closing fence that is longer": [`~~~\n${CODE}\n~~~~\n${PROSE}`, "- x = 1 · okapi"],
  "code in an item": [`1. \`\`\`sh\n   ${CODE}\n   \`\`\`\n2. okapi`, "- x = 1 · okapi"],
  "code within a line": [`\`\`\`${CODE}\`\`\`\n${PROSE}`, "```- x = 1``` · okapi"],
};

for (const [name, [text, expected]] of Object.entries(FENCES)) {
  test(`tells code from prose: ${name}`, () => assert.equal(shown(text), expected));
}

const BELOW = { "a list": "- one\n- two", "numbers": "1. one\n2. two", "a quotation": "> one", "a table": "| one | two |", "a rule": "---\none" };

for (const [name, below] of Object.entries(BELOW)) {
  test(`knows what follows a heading directly: ${name}`, () => {
    const parts = below.match(/one|two/g).join(" · ");
    assert.equal(shown(`# Heading\n${below}\n`), `Heading · ${parts}`);
    assert.equal(shown(`# Heading\n${below}\n`, ["heading"]), parts);
  });
}
