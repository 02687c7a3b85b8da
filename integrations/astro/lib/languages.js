/**
 * The languages of a site: the first part of their addresses, which is empty where there is none, and the tag.
 *
 * @param {Pick<import("astro").AstroConfig, "i18n">} config that of Starlight has Starlight's locales
 * @returns {{ path: string, lang: string }[]}
 */
export function languagesOf({ i18n }) {
  if (!i18n) return [];
  const { defaultLocale, routing } = i18n;
  const isPrefixed = routing !== "manual" && routing?.prefixDefaultLocale;
  return i18n.locales.map((locale) => {
    const { path, codes } = typeof locale === "string" ? { path: locale, codes: [locale] } : locale;
    return { path: path === defaultLocale && !isPrefixed ? "" : path, lang: codes[0] };
  });
}
