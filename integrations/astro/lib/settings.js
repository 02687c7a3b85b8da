// The options of the integration and of the plugin for Starlight. Those of kindex/vite are checked there.

/** The options of `kindex/vite` that Astro decides. */
const DECIDED = {
  site: "the generator is Astro",
  auto: "the index is made when Astro has rendered its pages",
  addresses: "the addresses are Astro's",
};

/** Attributes of the field that the package sets. */
const SET = ["src", "modal"];

const isObject = (value) => Object.getPrototypeOf(value ?? "") === Object.prototype;

/** @param {import("../index.js").KindexAstroOptions} [options] */
export function astroSettings(options = {}) {
  if (!isObject(options)) throw invalid("options", options, "an object");
  const decided = Object.keys(DECIDED).find((name) => options[name] !== undefined);
  if (decided) throw new Error(`kindex-astro: ${decided}: ${DECIDED[decided]}; leave it out`);
  if (options.docs !== undefined) checkDocs(options.docs);
  return defined(options);
}

/** @param {import("../starlight.js").KindexStarlightOptions} [options] */
export function starlightSettings(options) {
  const { field, ...settings } = astroSettings(options);
  if (field !== undefined) checkField(field);
  return { settings, field };
}

function checkDocs(docs) {
  const isRight = isObject(docs) && Object.keys(docs).length > 0 && Object.values(docs).every((path) => typeof path === "string");
  if (!isRight) throw invalid("docs", docs, 'folders with the paths of their pages, such as { "src/content/posts": "blog" }');
}

function checkField(field) {
  if (!isObject(field)) throw invalid("field", field, 'attributes of the search field, such as { placeholder: "Search the docs" }');
  for (const [name, value] of Object.entries(field)) {
    if (SET.includes(name)) throw new Error(`kindex-astro: field.${name}: the plugin sets it; leave it out`);
    const isRight = /^[a-z][a-z-]*$/.test(name) && ["string", "number", "boolean"].includes(typeof value);
    if (!isRight) throw invalid(`field.${name}`, value, "an attribute as HTML writes it, such as per-document, that is a string, a number or a boolean");
  }
}

const invalid = (name, value, accepted) => new Error(`kindex-astro: ${name}: ${JSON.stringify(value)} given; accepted is ${accepted}`);

const defined = (options) => Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
