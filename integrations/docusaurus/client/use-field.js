/** What the search bar and the page of results have in common. */
import { useHistory } from "@docusaurus/router";
import useDocusaurusContext from "@docusaurus/useDocusaurusContext";
import { usePluginData } from "@docusaurus/useGlobalData";
import { useContextualSearchFilters } from "@docusaurus/theme-common";
import { useAllDocsData } from "@docusaurus/plugin-content-docs/client";
import { useEffect, useRef } from "react";
import { arrival } from "./arrival.js";

/** The address of a page as the site writes it. */
function published(pathname, { baseUrl, trailingSlash }) {
  const path = pathname.replace(/\.html$/, "");
  if (path === baseUrl || trailingSlash === undefined) return path;
  return trailingSlash ? path.replace(/\/?$/, "/") : path.replace(/\/$/, "");
}

/** What leads to results by the site's router, and is done when their page is there. */
function goBy(history, siteConfig) {
  return (href) => {
    const { pathname, search, hash } = new URL(href);
    // Beside the site there may be others.
    if (!pathname.startsWith(siteConfig.baseUrl)) return location.assign(href);
    const arrived = arrival();
    history.push(published(pathname, siteConfig) + search + hash);
    return arrived;
  };
}

/** Pages of the version that is read, and those of none. */
function useFilters(versions) {
  const { tags } = useContextualSearchFilters();
  const docs = Object.values(useAllDocsData());
  const isVersioned = docs.some((instance) => instance.versions.length > 1);
  return versions === "page" && isVersioned ? { docusaurus_tag: tags } : undefined;
}

/** In development the index changes while it is open. */
function renewOnOpen(field) {
  const { src } = field;
  field.src = "";
  field.src = src;
}

/**
 * The attributes of a field, and a reference to it.
 *
 * @returns {Record<string, unknown>}
 */
export function useField() {
  const { src, field, versions } = usePluginData("kindex-docusaurus");
  const { siteConfig, i18n } = useDocusaurusContext();
  const history = useHistory();
  const filters = useFilters(versions);
  const ref = useRef(null);

  useEffect(() => {
    // React before 19 writes objects as attributes.
    ref.current.options = filters ? { filters } : {};
  });

  useEffect(() => {
    const { current } = ref;
    const ended = new AbortController();
    import("./field.js").then(({ routed }) => {
      current.addEventListener("click", routed(goBy(history, siteConfig)), { signal: ended.signal });
    });
    if (process.env.NODE_ENV === "development") {
      current.addEventListener("kindex-open", () => renewOnOpen(current), { signal: ended.signal });
    }
    return () => ended.abort();
  }, [history, siteConfig]);

  const chosen = versions === "choose" ? { filters: "version" } : {};
  return { ref, ...chosen, ...field, src, lang: i18n.localeConfigs[i18n.currentLocale].htmlLang };
}
