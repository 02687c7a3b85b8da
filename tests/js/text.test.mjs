// Texts that are safe to show; crates/cli/src/terminal/sanitize.rs has the same examples.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PACKAGE } from "./support.mjs";
import { IGNORED } from "./unseen.mjs";

const { safe, visible } = await import(new URL("text/sanitize.js", PACKAGE));

test("nothing that no reader sees carries a text", () => {
  assert.ok(IGNORED.length > 4000);
  for (const char of [...IGNORED, "\u{fff9}", "\u{fffa}", "\u{fffb}"]) {
    const shown = safe(`a${char.repeat(3)}b`);
    assert.ok(shown === "a\ufffdb" || shown === "ab", char.codePointAt().toString(16));
    assert.match(visible(`a${char.repeat(3)}b`), /^a(%[\dA-F]{2})+b$/);
  }
  assert.doesNotMatch(safe(IGNORED.join("")), /\p{Default_Ignorable_Code_Point}{3}/u);
});

test("ranges of it are replaced wherever they stand", () => {
  for (const [first, last] of [[0x2060, 0x206f], [0xfff0, 0xfffb], [0x1d173, 0x1d17a], [0xe0000, 0xe0fff]]) {
    for (let code = first; code <= last; code++) {
      assert.equal(safe(`a${String.fromCodePoint(code)}b`), "a\ufffdb", code.toString(16));
    }
  }
  const secret = Array.from({ length: 128 }, (_, at) => String.fromCodePoint(0xe0080 + at)).join("");
  assert.equal(safe(secret), "\ufffd");
  assert.equal(safe("a\u{34f}\u{180b}\u{3164}b\u{115f}\u{1160}\u{ffa0}c"), "a\ufffdb\ufffdc");
});

test("scripts keep what they are written with", () => {
  // A selector and a separator of Mongolian, fillers in Korean, a joiner of accents.
  for (const text of ["ᠰᠠᠶ\u{180b}ᠢᠨ ᠬᠠᠷ\u{180e}ᠠ", "ᄀ\u{1160}\u{115f}ᅡ", "\u{3164}ᅡ", "a\u{34f}\u{308}"]) {
    assert.equal(safe(text), text);
  }
  assert.equal(safe("Donau\u{ad}dampf\u{ad}\u{ad}schiff"), "Donaudampfschiff");
});
