// The bundlers that people build pages with, with no more configuration than docs/javascript.md
// says.
import { cp, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { build as esbuild } from "esbuild";
import { nodeResolve } from "@rollup/plugin-node-resolve";
import { rollup } from "rollup";
import webpack from "webpack";
import { program, put, run } from "./support.mjs";
import { VITES } from "./vites.mjs";

const PAGE = `<!doctype html><html lang="en"><title>Test</title><link rel="icon" href="data:,">`;

const VITE_PAGE = `${PAGE}<script type="module" src="/src/main.js"></script>`;

const VITE = { configFile: false, logLevel: "error" };

const byVite = (make) => Object.fromEntries(Object.entries(VITES).map(([name, vite]) => [name, make(vite, name)]));

/**
 * Each serves `src/main.js` and the page that loads it while they are written, as most people first
 * see the package, with what is in a folder beside them.
 *
 * @type {Record<string, (root: string, files: string, config?: object) => Promise<{ address: string, close(): Promise<void> }>>}
 */
export const SERVERS = byVite((vite, name) => async (root, publicDir, config = {}) => {
  await writeFile(join(root, "index.html"), VITE_PAGE);
  // A build before, in the same process, would have left "production".
  delete process.env.NODE_ENV;
  const cacheDir = join(root, "node_modules", name.replace(" ", "-"));
  const server = await vite.createServer({ root, publicDir, cacheDir, ...VITE, server: { host: "127.0.0.1" }, ...config });
  await server.listen();
  return { address: server.resolvedUrls.local[0], close: () => server.close() };
});

/**
 * Each builds `src/main.js` and the page that loads it, in a project, into a folder.
 *
 * @type {Record<string, (root: string, out: string) => Promise<void>>}
 */
export const BUNDLERS = {
  ...byVite((vite) => async (root, outDir) => {
    await writeFile(join(root, "index.html"), VITE_PAGE);
    await vite.build({ root, base: "./", ...VITE, build: { outDir } });
  }),

  webpack: bundledByWebpack("production"),

  "webpack for development": bundledByWebpack("development"),

  async esbuild(root, out) {
    const { warnings } = await esbuild({
      absWorkingDir: root,
      entryPoints: ["src/main.js"],
      bundle: true,
      splitting: true,
      format: "esm",
      outdir: out,
    });
    if (warnings.length > 0) throw new Error(JSON.stringify(warnings));
    await copied(root, out);
  },

  async rollup(root, out) {
    const onwarn = (warning) => {
      throw new Error(warning.message);
    };
    const bundle = await rollup({ input: join(root, "src/main.js"), plugins: [nodeResolve({ browser: true })], onwarn });
    await bundle.write({ dir: out, format: "es" });
    await bundle.close();
    await copied(root, out);
  },
};

function bundledByWebpack(mode) {
  return async (root, out) => {
    const compiler = webpack({
      mode,
      context: root,
      entry: "./src/main.js",
      output: { path: out },
      performance: { hints: false },
    });
    const stats = await new Promise((resolve, reject) => {
      compiler.run((error, stats) => (error ? reject(error) : resolve(stats)));
    });
    await new Promise((resolve) => compiler.close(resolve));
    const { errors, warnings } = stats.toJson({ all: false, errors: true, warnings: true });
    if (errors.length + warnings.length > 0) throw new Error(JSON.stringify([errors, warnings]));
    await writeFile(join(out, "index.html"), `${PAGE}<script src="main.js" defer></script>`);
  };
}

/** esbuild and Rollup leave `new URL("...", import.meta.url)` as it stands: its files are put there. */
async function copied(root, out) {
  const { resolve } = createRequire(join(root, "package.json"));
  const installed = join(resolve("kindex/package.json"), "..");
  for (const name of ["page", "explore", "texts", "full"]) {
    await cp(join(installed, name), join(out, name), { recursive: true });
  }
  await cp(join(installed, "thread.min.js"), join(out, "thread.js"));
  await writeFile(join(out, "index.html"), `${PAGE}<script type="module" src="main.js"></script>`);
}

/** A site of Next.js that searches in the page, and while a page is made in the index beside its configuration. */
const NEXT = {
  "app/layout.jsx": `export default function Layout({ children }) {
    return <html lang="en"><body>{children}</body></html>;
  }`,
  "app/page.jsx": `"use client";
    import { open } from "kindex";
    import { useEffect } from "react";
    export default function Page() {
      useEffect(() => {
        (async () => {
          const results = {};
          for (const [way, address] of Object.entries({ file: "/site.kdx", folder: "/search/" })) {
            const index = await open(address);
            const thread = await open(address, { worker: true });
            results[way + " in a thread"] = (await thread.search("configuration")).hits[0].document;
            results[way] = (await index.search("configuration")).hits[0].document;
          }
          window.results = results;
        })();
      }, []);
    }`,
  "app/server/page.jsx": `import { open } from "kindex";
    export default async function Page() {
      const index = await open(process.cwd() + "/site.kdx");
      return <p>{index.search("configuration").hits[0].document}</p>;
    }`,
};

/**
 * Makes the project one of Next.js, and builds it into its folder `out`.
 *
 * @param {string} root
 * @param {string} external what is written of packages that the server loads from where they lie
 */
export async function next(root, external) {
  // The root is where Turbopack may look for what is linked.
  const config = `export default { output: "export", turbopack: { root: "/" }, ${external} };`;
  await put(root, { "next.config.mjs": config, ...NEXT });
  for (const name of ["next", "react", "react-dom"]) {
    await symlink(program(name), join(root, "node_modules", name));
  }
  // A variable that Vite sets for itself means something else to Next.js.
  const env = { ...process.env, NODE_ENV: undefined, NEXT_TELEMETRY_DISABLED: "1" };
  await run(process.execPath, [program("next/dist/bin/next"), "build"], { cwd: root, env });
}
