// Sites of Next.js, Nextra and Fumadocs with the files that docs/components.md shows, as a reader copies them.
import { existsSync } from "node:fs";
import { readFile, readdir, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { project, put, run } from "../bundlers/support.mjs";

const folderOf = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

const filler = "Some sentences about glass and oil fill this place, so that there is something to scroll. ".repeat(60);

/** The only sentence with "scissors"; it stands far below its heading. */
export const SENTENCE = "A ragged wick smokes, so trim it with scissors.";

const CARE = ["Trimming the wick", filler, SENTENCE, filler];

const CODE = "snuff --gently";

const DARK = "html { background: white } html.dark { background: #111; color: #eee }";

/** Browsers ask for one in any case. */
const ICON = { "app/icon.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>' };

/** What a reader of the recipe has already. */
const NEXT = {
  "app/page.jsx": `import Link from "next/link";
    export default function Page() {
      return <main><style>{"${DARK}"}</style><h1>Lanterns</h1><p>They shine in the fog.</p><Link href="/guide/care">Care</Link></main>;
    }`,
  "app/guide/care/page.jsx": `export default function Page() {
      const [title, ...texts] = ${JSON.stringify(CARE)};
      return <main><h1>Care</h1><h2 id="trimming-the-wick">{title}</h2>{texts.map((text, at) => <p key={at}>{text}</p>)}<pre>{"${CODE}"}</pre></main>;
    }`,
};

const care = (title) => `${title}\n\nClean the glass.\n\n## ${CARE.join("\n\n")}\n\n\`\`\`sh\n${CODE}\n\`\`\`\n`;

const NEXTRA = {
  "content/index.mdx": "# Lanterns\n\nThey shine in the fog.\n",
  "content/guide/care.mdx": care("# Care"),
  "mdx-components.js": `import { useMDXComponents as ofTheme } from "nextra-theme-docs";
    export const useMDXComponents = (components) => ({ ...ofTheme(), ...components });`,
  "app/[[...mdxPath]]/page.jsx": `import { generateStaticParamsFor, importPage } from "nextra/pages";
    import { useMDXComponents as componentsOf } from "../../mdx-components.js";
    export const generateStaticParams = generateStaticParamsFor("mdxPath");
    export const generateMetadata = async ({ params }) => (await importPage((await params).mdxPath)).metadata;
    const Wrapper = componentsOf().wrapper;
    export default async function Page(props) {
      const params = await props.params;
      const { default: Content, toc, metadata, sourceCode } = await importPage(params.mdxPath);
      return <Wrapper toc={toc} metadata={metadata} sourceCode={sourceCode}><Content {...props} params={params} /></Wrapper>;
    }`,
};

const FUMADOCS = {
  "app/page.jsx": "export default function Page() { return <main><h1>Home</h1><p>Light for all.</p></main>; }",
  "content/docs/index.mdx": "---\ntitle: Lanterns\n---\n\nThey shine in the fog.\n",
  "content/docs/guide/care.mdx": care("---\ntitle: Care\n---"),
  "source.config.mjs": `import { defineConfig, defineDocs } from "fumadocs-mdx/config";
    export const docs = defineDocs({ dir: "content/docs" });
    export default defineConfig();`,
  "next.config.mjs": `import { createMDX } from "fumadocs-mdx/next";
    export default createMDX({ configPath: "source.config.mjs" })({ output: "export", basePath: "/manual" });`,
  "jsconfig.json": '{ "compilerOptions": { "paths": { "fumadocs-mdx:collections/*": ["./.source/*"] } } }',
  "lib/source.js": `import { docs } from "fumadocs-mdx:collections/server";
    import { loader } from "fumadocs-core/source";
    export const source = loader({ baseUrl: "/docs", source: docs.toFumadocsSource() });`,
  "app/docs/[[...slug]]/page.jsx": `import defaultComponents from "fumadocs-ui/mdx";
    import { DocsBody, DocsPage, DocsTitle } from "fumadocs-ui/layouts/docs/page";
    import { source } from "../../../lib/source.js";
    export const generateStaticParams = () => source.generateParams();
    export default async function Page({ params }) {
      const { data } = source.getPage((await params).slug);
      const Content = data.body;
      return <DocsPage toc={data.toc}><DocsTitle>{data.title}</DocsTitle><DocsBody><Content components={defaultComponents} /></DocsBody></DocsPage>;
    }`,
};

/** The others are large, and are tried by hand. */
const missing = existsSync(join(folderOf("nextjs"), "node_modules")) ? false : "run: make check CHECK=nextjs";

/**
 * By the section of the recipe: where npm installed the generator; what a reader has already; the paths of
 * the first page and of the one to be found; the place of the field; values of `trailingSlash` to try.
 */
export const SITES = {
  "Next.js": { tools: "bundlers", files: NEXT, first: "", care: "guide/care", place: "header", slashes: [false] },
  "Nextra": { tools: "nextjs", files: NEXTRA, first: "", care: "guide/care", place: ".nextra-navbar", slashes: [false, true], missing },
  "Fumadocs": { tools: "nextjs", files: FUMADOCS, first: "docs", care: "docs/guide/care", place: "#nd-sidebar", slashes: [false, true], missing },
};

const BLOCK = /^```\w+\n\/\/ (\S+)\n(.*?)^```$/gms;

/** The files that a section of the recipe shows, by their paths. */
function shown(recipe, name) {
  const section = recipe.split(/^## /m).find((one) => one.startsWith(`${name}\n`));
  return Object.fromEntries([...section.matchAll(BLOCK)].map(([, path, text]) => [path, text]));
}

/** All files of a site; Turbopack may look for what is linked in all of this machine. */
function filesOf(recipe, name, config) {
  const { "components/search.jsx": search } = shown(recipe, "Next.js");
  const { "next.config.mjs": own, ...files } = { ...ICON, ...SITES[name].files, ...shown(recipe, name) };
  const whole = `import made from "./own.config.mjs";
    const own = await made;
    export default { ...own, ...${JSON.stringify(config)}, turbopack: { ...own.turbopack, root: "/" } };`;
  return { ...files, "components/search.jsx": search, "own.config.mjs": own, "next.config.mjs": whole };
}

/**
 * Builds a site by `npm run build`, with what the recipe has npm run after that.
 *
 * @param {string} name
 * @param {object} config more of Next's configuration
 */
export async function built(name, config) {
  const recipe = await readFile(folderOf("../docs/components.md"), "utf8");
  const { scripts } = JSON.parse(/^```json\n(.*?)^```$/ms.exec(recipe)[1]);
  const { folder } = await project({ private: true, type: "module", scripts });
  await put(folder, filesOf(recipe, name, config));
  await link(folder, SITES[name].tools);
  // Variables that the tests' own tools set mean something else to Next.js.
  const env = { ...process.env, NODE_ENV: undefined, NEXT_TELEMETRY_DISABLED: "1" };
  const { stdout } = await run("npm", ["run", "build"], { cwd: folder, env });
  return { out: join(folder, "out"), said: stdout, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** The project has packages as if npm had installed them there, and the program `next`. */
async function link(folder, tools) {
  const modules = join(folderOf(tools), "node_modules");
  const names = tools === "bundlers" ? ["next", "react", "react-dom"] : (await readdir(modules)).filter((name) => !name.startsWith("."));
  for (const name of names) await symlink(join(modules, name), join(folder, "node_modules", name));
  await symlink(join(modules, "next/dist/bin/next"), join(folder, "node_modules/.bin/next"));
}
