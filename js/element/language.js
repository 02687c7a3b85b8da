// The words of the element in other languages than English. Each is a file that is loaded where a page
// has it.
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
 * @param {string} tag as the page has it
 * @returns {Promise<Partial<typeof import("./texts.js").TEXTS> & { lang?: string }>} with the language whose
 *   plural forms they have; none for English, and none where the file is missing, as English is better
 *   than no search
 */
export async function textsIn(tag) {
  const lang = known(tag);
  const texts = await LANGUAGES[lang]?.().catch(() => undefined);
  return texts ? { ...texts.default, lang } : {};
}
