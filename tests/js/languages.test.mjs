// The words of the search field in each language.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { describe, test } from "node:test";
import { PACKAGE } from "./support.mjs";

const { TAGS, known, textsIn: loaded } = await import(new URL("element/language.js", PACKAGE));
const { langOf } = await import(new URL("element/lang.js", PACKAGE));
const { FRAME_TEXTS } = await import(new URL("element/frame.js", PACKAGE));
const { TEXTS: ofPanel, filled } = await import(new URL("element/texts.js", PACKAGE));
const { ASK_TEXTS } = await import(new URL("element/ask.js", PACKAGE));

/** All in English. */
const TEXTS = { ...FRAME_TEXTS, ...ofPanel, ...ASK_TEXTS };

/** The texts without the name of their language. */
async function textsIn(tag) {
  // The tag alone stands for Brazil.
  const { lang, ...texts } = await loaded(tag === "pt" ? "pt-PT" : tag);
  assert.equal(lang, tag === "en" ? undefined : tag);
  return texts;
}

const placeholders = (text) => [...text.matchAll(/\{\w+\}/g)].map(([one]) => one).sort();

/** The forms of a text by category; of one for all, that. */
const formsOf = (text) => (typeof text === "string" ? { other: text } : text);

describe("the words of the search field", () => {
  test("are in a file for each language that there is", () => {
    const files = readdirSync(new URL("element/languages/", PACKAGE)).map((name) => name.replace(".js", ""));
    assert.deepEqual(["en", ...files.sort()], TAGS);
    assert.ok(TAGS.length >= 12);
  });

  for (const tag of TAGS.filter((tag) => tag !== "en")) {
    describe(`in ${tag}`, () => {
      test("are all there, and no others", async () => {
        assert.deepEqual(Object.keys(await textsIn(tag)).sort(), Object.keys(TEXTS).sort());
      });

      test("have the values of the English ones", async () => {
        for (const [name, text] of Object.entries(await textsIn(tag))) {
          const wanted = placeholders(formsOf(TEXTS[name]).other);
          assert.deepEqual(placeholders(formsOf(text).other), wanted, name);
          // A form for one number alone need not have it.
          for (const [category, form] of Object.entries(formsOf(text))) {
            assert.deepEqual(placeholders(form).filter((one) => !wanted.includes(one)), [], `${name} ${category}`);
          }
        }
      });

      test("have a form for each category of numbers where those have to differ", async () => {
        const { pluralCategories } = new Intl.PluralRules(tag).resolvedOptions();
        for (const [name, text] of Object.entries(await textsIn(tag))) {
          if (typeof TEXTS[name] !== "string") assert.equal(typeof text, "object", name);
          if (typeof text !== "string") assert.deepEqual(Object.keys(text).sort(), pluralCategories.toSorted(), name);
        }
      });

      test("are no English ones", async () => {
        const texts = await textsIn(tag);
        const same = Object.keys(TEXTS).filter((name) => JSON.stringify(texts[name]) === JSON.stringify(TEXTS[name]));
        // French has the words "Sources" and "Section" too.
        assert.deepEqual(same.filter((name) => !(tag === "fr" && ["sources", "section"].includes(name))), []);
      });
    });
  }

  test("are none to load in English", async () => assert.deepEqual(await textsIn("en"), {}));

  for (const [tag, expected] of Object.entries({
    en: "en",
    "en-GB": "en",
    "de-AT": "de",
    DE: "de",
    " fr ": "fr",
    pt: "pt-br",
    "pt-BR": "pt-br",
    "pt-PT": "pt",
    "pt-AO": "pt",
    zh: "zh",
    "zh-CN": "zh",
    "zh-TW": "zh-hant",
    "zh-HK": "zh-hant",
    "zh-Hant": "zh-hant",
    "zh-Hans-TW": "zh",
    fi: "en",
    "x_y z": "en",
  })) {
    test(`are in ${expected} for the tag ${tag}`, () => assert.equal(known(tag), expected));
  }

  test("are those of the nearest element that has a tag", () => {
    const html = { getAttribute: () => "de", parentElement: null, getRootNode: () => ({}) };
    const section = { ...html, getAttribute: () => "", parentElement: html };
    const host = { ...html, getAttribute: () => null, parentElement: section };
    const inside = { ...html, getAttribute: () => null, getRootNode: () => ({ host }) };
    assert.equal(langOf(inside), "de");
    assert.equal(langOf({ ...inside, getAttribute: () => "ja-JP" }), "ja-JP");
    assert.equal(langOf({ ...html, getAttribute: () => null }), "");
  });

  test("are in the form that a number wants", async () => {
    const { results } = await textsIn("ru");
    const form = (total) => filled(results, { shown: 1, total }, "ru");
    assert.deepEqual([1, 3, 5, 21].map(form), ["1 из 1 страницы", "1 из 3 страниц", "1 из 5 страниц", "1 из 21 страницы"]);
    const arabic = await textsIn("ar");
    const forms = [0, 1, 2, 3, 11, 100].map((total) => filled(arabic.results, { shown: "{shown}", total }, "ar"));
    assert.deepEqual(forms, Object.values(arabic.results).map((form, at) => form.replace("{total}", [0, 1, 2, 3, 11, 100][at])));
  });
});
