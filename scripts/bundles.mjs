// Makes of each entry point of the package one file, for pages without a build step: in modules,
// each would wait for the one that imports it.
import { build, transform } from "esbuild";
import { readFile, writeFile } from "node:fs/promises";
import { minify as shorten } from "terser";

export const ENTRIES = ["index", "explore", "build", "build-text", "element", "define", "panel", "several", "land", "snippet", "offline", "ask", "threaded", "thread", "injected", "webmcp", "webmcp-answers"];

/** The files of the hand-written modules. */
const TARGET = "es2022";

/** An entry point that another one loads only when it is asked for stays a file of its own. */
const entriesApart = {
  name: "entries-apart",
  setup({ onResolve }) {
    onResolve({ filter: new RegExp(`^\\./(${ENTRIES.join("|")})\\.js$`) }, ({ path, kind }) =>
      kind === "dynamic-import" ? { path: path.replace(/js$/, "min.js"), external: true } : undefined,
    );
  },
};

/** The words of other languages stay files of their own, which pages in these languages load. */
const languagesApart = {
  name: "languages-apart",
  setup({ onResolve }) {
    onResolve({ filter: /\/language\.js$/ }, () => ({ path: "./element/language.js", external: true }));
  },
};

/** The thread that a bundle starts is a bundle too. */
const threadApart = {
  name: "thread-apart",
  setup({ onLoad }) {
    onLoad({ filter: /\bthreaded\.js$/ }, async ({ path }) => {
      const script = await readFile(path, "utf8");
      return { contents: script.replaceAll('"./thread.js"', '"./thread.min.js"'), loader: "js" };
    });
  },
};

/** Style sheets are texts in modules. */
const stylesMinified = {
  name: "styles-minified",
  setup({ onLoad }) {
    onLoad({ filter: /styles\.js$/ }, async ({ path }) => {
      const script = await readFile(path, "utf8");
      const [whole, css] = /(?<=const \w+ = `)([^`]*)/.exec(script);
      const { code } = await transform(css, { loader: "css", minify: true });
      return { contents: script.replace(whole, () => code.trim().replaceAll("\\", "\\\\")), loader: "js" };
    });
  },
};

/**
 * Writes NAME.min.js beside NAME.js of the folder, so that addresses relative to the file stay as they
 * are.
 *
 * @param {string} folder
 * @param {string[]} names some of ENTRIES
 */
export async function bundleEntries(folder, names) {
  await build({
    entryPoints: names.map((name) => ({ in: `${folder}/${name}.js`, out: `${name}.min` })),
    outdir: folder,
    bundle: true,
    format: "esm",
    target: TARGET,
    minify: true,
    charset: "utf8",
    plugins: [entriesApart, languagesApart, threadApart, stylesMinified],
    logLevel: "warning",
  });
  // It finds some 3 % that esbuild does not look for.
  await Promise.all(names.map((name) => shortenFile(`${folder}/${name}.min.js`)));
}

async function shortenFile(path) {
  const options = { module: true, ecma: 2022, compress: { passes: 2 } };
  const { code } = await shorten(await readFile(path, "utf8"), options);
  await writeFile(path, `${code}\n`);
}

/** The modules that a page which is opened as a file cannot load. */
const unloadable = {
  name: "unloadable",
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/(threaded|several|build)\.js$/ }, ({ path }) => ({ path, external: true }));
  },
};

/** Nor do they offer tools. */
const toolless = {
  name: "toolless",
  setup({ onLoad }) {
    onLoad({ filter: /\bwebmcp\.js$/ }, () => ({ contents: "" }));
  },
};

/** The element opens every index with the engine that the script has. */
const openedByInline = {
  name: "opened-by-inline",
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/(index|offline)\.js$/ }, ({ kind, resolveDir }) =>
      kind === "dynamic-import" ? { path: `${resolveDir}/inline.js` } : undefined,
    );
  },
};

/**
 * Writes inline.min.js, a classic script with all of the search field in it: pages that are opened as
 * files load no modules.
 */
export async function bundleClassic(folder) {
  await build({
    entryPoints: [`${folder}/inline.js`],
    outfile: `${folder}/inline.min.js`,
    bundle: true,
    format: "iife",
    target: TARGET,
    minify: true,
    define: { "import.meta.url": '""' },
    plugins: [unloadable, toolless, openedByInline],
    logLevel: "warning",
  });
}

/** Minifies a script that nobody wrote, and so nobody reads. */
export async function minify(path) {
  const { code } = await transform(await readFile(path, "utf8"), { format: "esm", target: TARGET, minify: true });
  await writeFile(path, code);
}
