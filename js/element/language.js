// The words of the element in the language of the page. English is in texts.js; each other language is
// a file that is loaded where a page has it.
import { above } from "./dom.js";

/** By tag, in small letters. Each import is written out, as bundlers look for it. */
const LANGUAGES = {
  ar: () => import("./languages/ar.js"),
  de: () => import("./languages/de.js"),
  es: () => import("./languages/es.js"),
  fr: () => import("./languages/fr.js"),
  it: () => import("./languages/it.js"),
  ja: () => import("./languages/ja.js"),
  ko: () => import("./languages/ko.js"),
  nl: () => import("./languages/nl.js"),
  pl: () => import("./languages/pl.js"),
  pt: () => import("./languages/pt.js"),
  "pt-br": () => import("./languages/pt-br.js"),
  ru: () => import("./languages/ru.js"),
  tr: () => import("./languages/tr.js"),
  uk: () => import("./languages/uk.js"),
  zh: () => import("./languages/zh.js"),
  "zh-hant": () => import("./languages/zh-hant.js"),
};

/** The tags of the languages that there are. */
export const TAGS = ["en", ...Object.keys(LANGUAGES)];

/**
 * The language of what stands around an element.
 *
 * @param {Element} node
 * @returns {string} a tag of `TAGS`; "en" where nothing says it, or where there are no such texts
 */
export function languageOf(node) {
  for (let at = node; at; at = above(at)) {
    const tag = at.getAttribute("lang");
    if (tag) return known(tag);
  }
  return "en";
}

/**
 * The nearest language that there is: "zh-hant" for "zh-TW", which has its characters, "de" for "de-AT".
 *
 * @param {string} tag as the page has it
 */
export function known(tag) {
  try {
    const { language, script, region } = new Intl.Locale(tag.trim()).maximize();
    const tags = [`${language}-${region}`, `${language}-${script}`, language];
    return tags.map((one) => one.toLowerCase()).find((one) => TAGS.includes(one)) ?? "en";
  } catch {
    return "en"; // No tag at all.
  }
}

/**
 * The texts of a language that are not those of English.
 *
 * @param {string} tag of `TAGS`
 * @returns {Promise<Partial<typeof import("./texts.js").TEXTS>>} none for English, and none where the
 *   file is missing, as English is better than no search
 */
export async function textsIn(tag) {
  const texts = await LANGUAGES[tag]?.().catch(() => undefined);
  return texts?.default ?? {};
}
