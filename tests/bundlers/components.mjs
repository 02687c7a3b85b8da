// The examples for React, Vue and Svelte, built with Vite for the server and for pages.
import { cp, symlink } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { compile } from "svelte/compiler";
import { build } from "vite";
import { compileScript, parse } from "vue/compiler-sfc";
import { ROOT, program, project } from "./support.mjs";

/** In the place of @sveltejs/vite-plugin-svelte. */
const svelte = {
  name: "svelte",
  transform(code, id, { ssr } = {}) {
    if (!id.endsWith(".svelte")) return undefined;
    return compile(code, { generate: ssr ? "server" : "client", filename: id }).js;
  },
};

/** In the place of @vitejs/plugin-vue with the option that docs/components.md shows. */
const vue = {
  name: "vue",
  transform(code, id, { ssr } = {}) {
    if (!id.endsWith(".vue")) return undefined;
    const compilerOptions = { isCustomElement: (tag) => tag.startsWith("kindex-") };
    const templateOptions = { ssr: Boolean(ssr), ssrCssVars: [], compilerOptions };
    const { descriptor } = parse(code, { filename: id, templateParseOptions: compilerOptions });
    return { code: compileScript(descriptor, { id: "search", inlineTemplate: true, templateOptions }).content };
  },
};

/** By name the end of the scripts' names, the packages that they need, and what compiles them. */
export const FRAMEWORKS = {
  react: { end: "jsx", packages: ["react", "react-dom", "scheduler"], plugins: [] },
  vue: { end: "js", packages: ["vue", "@vue"], plugins: [vue] },
  svelte: { end: "js", packages: ["svelte"], plugins: [svelte] },
};

const quiet = { configFile: false, logLevel: "error" };

/**
 * Builds an example in a project that has the packed package.
 *
 * @param {string} name
 * @returns {Promise<{ folder: string, pages: string, render: () => string | Promise<string> }>} where what a page loads is, as client.js
 */
export async function built(name) {
  const { end, packages, plugins } = FRAMEWORKS[name];
  const { folder } = await project();
  for (const one of packages) await symlink(program(one), join(folder, "node_modules", one));
  await cp(join(ROOT, "examples", name), join(folder, "src"), { recursive: true });
  process.env.NODE_ENV = "production";
  const oxc = { jsx: { runtime: "automatic" } };
  const common = { root: folder, plugins, oxc, ...quiet };
  const pages = join(folder, "pages");
  await build({ ...common, build: { ssr: `src/server.${end}`, outDir: join(folder, "server") } });
  const output = { entryFileNames: "client.js" };
  await build({ ...common, base: "/pages/", build: { outDir: pages, rollupOptions: { input: join(folder, `src/client.${end}`), output } } });
  const { render } = await import(pathToFileURL(join(folder, "server", "server.js")).href);
  return { folder, pages, render };
}
