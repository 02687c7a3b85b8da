// The documentation of this project, built by eight generators as they come.
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, readdir, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { node22 } from "../../tests/node22.mjs";
import { program } from "../../tests/python-docs/site.mjs";

const run = promisify(execFile);

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Where files lie that the documentation leads to and does not have. */
const ELSEWHERE = "https://kindex.example/";

/** The pages of a group of the navigation, by the titles of the groups. */
const GROUPS = {
  Sites: ["generators", "inject", "mcp", "hosting", "moving", "docusaurus", "vitepress", "vite", "astro", "components", "python"],
  Search: ["search-box", "queries", "filters", "synonyms", "chunks", "vectors", "large-sites", "conversations"],
  Programs: ["building", "command", "javascript", "python-library", "worker", "evaluation", "figures", "trust"],
};

const PAGES = Object.values(GROUPS).flat();

const TITLE = "Kindex";
const SUMMARY = "Documentation search in one compact index.";

/** Each page with its title and what follows. Links to what is no page lead out of the site. */
async function sources() {
  const pages = new Map();
  for (const name of PAGES) {
    const text = await readFile(join(ROOT, "docs", `${name}.md`), "utf8");
    const [, title, rest] = /^# (.*)\n([^]*)$/.exec(text);
    pages.set(name, { title, rest: rest.replace(/\]\((?!https?:|#)([^)\s]+)\)/g, (link, target) => (isPage(target) ? link : `](${new URL(target, `${ELSEWHERE}docs/`)})`)) });
  }
  return pages;
}

const isPage = (target) => PAGES.includes(/^([\w-]+)\.md(#.*)?$/.exec(target)?.[1]);

const START = `${SUMMARY} Each page says what can be done with it, and how.\n\n${PAGES.map((name) => `- [${name}](${name}.md)`).join("\n")}\n`;

async function put(folder, files) {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

/** Writes the sources; `before` gives what stands before a page's text. */
async function putSources(folder, index, before = (title) => `# ${title}\n`, change = (text) => text) {
  const pages = await sources();
  const files = [...pages].map(([name, { title, rest }]) => [`${name}.md`, before(title, name) + change(rest)]);
  await put(folder, { ...Object.fromEntries(files), [index]: before(TITLE, "") + change(`\n${START}`) });
  await cp(join(ROOT, "docs/images"), join(folder, "images"), { recursive: true });
  return pages;
}

/** Packages that tests of a folder have, as a site finds them. */
async function link(folder, at) {
  const modules = join(ROOT, at, "node_modules");
  await mkdir(join(folder, "node_modules"), { recursive: true });
  for (const name of (await readdir(modules)).filter((name) => !name.startsWith("."))) await symlink(join(modules, name), join(folder, "node_modules", name));
}

const ENV = { ...process.env, NODE_ENV: undefined, NO_UPDATE_NOTIFIER: "1", CI: "1", ASTRO_TELEMETRY_DISABLED: "1", NO_MKDOCS_2_WARNING: "1" };
const node = (folder, ...args) => run(process.execPath, args, { cwd: folder, env: ENV, maxBuffer: 1 << 26 });

const matter = (title, more = "") => `---\ntitle: ${JSON.stringify(title)}\n${more}---\n`;

/** Links to sources as links to pages of folders. */
const toFolders = (up) => (text) => text.replace(/\]\(([\w-]+)\.md(#[^)]*)?\)/g, (_, name, anchor = "") => `](${up}${name}/${anchor})`);

/** By generator: builds the site in a folder for an address, and gives where it is. */
export const GENERATORS = {
  async mdBook(folder) {
    const pages = await putSources(join(folder, "src"), "README.md");
    const groups = Object.entries(GROUPS).map(([group, names]) => `# ${group}\n\n${names.map((name) => `- [${pages.get(name).title}](${name}.md)`).join("\n")}\n`);
    await put(folder, { "book.toml": `[book]\ntitle = "${TITLE}"\n`, "src/SUMMARY.md": `# Summary\n\n[${TITLE}](README.md)\n\n${groups.join("\n")}` });
    await run(program("mdbook"), ["build"], { cwd: folder });
    return join(folder, "book");
  },

  async "Material for MkDocs"(folder, address) {
    return mkdocs(folder, address, "mkdocs", ["build", "-q"]);
  },

  async Zensical(folder, address) {
    return mkdocs(folder, address, "zensical", ["build"]);
  },

  async Hugo(folder, address) {
    const groupOf = (name) => Object.keys(GROUPS).find((group) => GROUPS[group].includes(name));
    const about = (title, name) => matter(title, name ? `weight: ${PAGES.indexOf(name) + 1}\nparams: {group: ${groupOf(name)}}\n` : "");
    await putSources(join(folder, "content"), "_index.md", about, (text) => toFolders("/")(text).replaceAll("{{<", "{{</*").replaceAll(">}}", "*/>}}"));
    const layout = `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{{ .Title }} | ${TITLE}</title><link rel="canonical" href="{{ .Permalink }}"></head>
<body><nav><ul>${Object.keys(GROUPS).map((group) => `<li><h2>${group}</h2><ul>{{ range where site.RegularPages "Params.group" "${group}" }}<li><a href="{{ .RelPermalink }}">{{ .Title }}</a></li>{{ end }}</ul></li>`).join("")}</ul></nav>
<main><h1>{{ .Title }}</h1>{{ .Content }}</main></body></html>\n`;
    await put(folder, { "hugo.toml": `baseURL = "${address}"\ntitle = "${TITLE}"\ndisableKinds = ["taxonomy", "term"]\n[markup.goldmark.renderer]\nunsafe = true\n`, "layouts/single.html": layout, "layouts/home.html": layout });
    await run(program("hugo"), ["--quiet"], { cwd: folder, env: { ...ENV, HUGO_MODULE_GOBINARY: "no-go" } });
    return join(folder, "public");
  },

  async VitePress(folder, address) {
    await putSources(folder, "index.md", (title) => `# ${title}\n`, (text) => text.replace(/(^|\n)(```[^]*?\n```)|\{\{/g, (all, _, code) => (code ? all : "\\{\\{")));
    await link(folder, "tests/vitepress");
    const pages = await sources();
    const sidebar = Object.entries(GROUPS).map(([text, names]) => ({ text, items: names.map((name) => ({ text: pages.get(name).title, link: `/${name}` })) }));
    const config = { title: TITLE, description: SUMMARY, ignoreDeadLinks: true, cleanUrls: true, sitemap: { hostname: address }, themeConfig: { sidebar } };
    await put(folder, { ".vitepress/config.mjs": `export default ${JSON.stringify(config)};\n` });
    await node(folder, "node_modules/vitepress/bin/vitepress.js", "build");
    return join(folder, ".vitepress/dist");
  },

  async Docusaurus(folder, address) {
    await putSources(join(folder, "docs"), "index.md", (title, name) => matter(title, name ? "" : "slug: /\n"));
    await link(folder, "tests/docusaurus");
    const pages = await sources();
    const sidebar = ["index", ...Object.entries(GROUPS).map(([label, items]) => ({ type: "category", label, items: items.map((id) => ({ type: "doc", id, label: pages.get(id).title })) }))];
    const config = {
      title: TITLE, tagline: SUMMARY, url: address.replace(/\/$/, ""), baseUrl: "/", onBrokenLinks: "ignore", onBrokenAnchors: "ignore", markdown: { format: "detect" },
      presets: [["classic", { docs: { routeBasePath: "/", sidebarPath: "./sidebars.js" }, blog: false }]], themeConfig: { navbar: { title: TITLE } },
    };
    await put(folder, { "docusaurus.config.js": `module.exports = ${JSON.stringify(config)};\n`, "sidebars.js": `module.exports = ${JSON.stringify({ docs: sidebar })};\n`, "package.json": "{}" });
    await node(folder, "node_modules/@docusaurus/core/bin/docusaurus.mjs", "build");
    return join(folder, "build");
  },

  async Starlight(folder, address) {
    const content = join(folder, "src/content/docs");
    await putSources(content, "index.md", (title) => matter(title));
    await link(folder, "tests/starlight");
    const change = toFolders("../");
    for (const name of PAGES) await writeFile(join(content, `${name}.md`), change(await readFile(join(content, `${name}.md`), "utf8")));
    await writeFile(join(content, "index.md"), toFolders("./")(await readFile(join(content, "index.md"), "utf8")));
    const sidebar = Object.entries(GROUPS).map(([label, items]) => ({ label, items }));
    await put(folder, {
      "package.json": '{"type":"module","dependencies":{"@astrojs/starlight":"*","astro":"*"}}',
      "astro.config.mjs": `import starlight from "@astrojs/starlight";\nexport default { site: ${JSON.stringify(address)}, integrations: [starlight(${JSON.stringify({ title: TITLE, description: SUMMARY, sidebar })})] };\n`,
      "src/content.config.ts": 'import { defineCollection } from "astro:content";\nimport { docsLoader } from "@astrojs/starlight/loaders";\nimport { docsSchema } from "@astrojs/starlight/schema";\nexport const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }) };\n',
    });
    const tools = join(ROOT, "tests/starlight/node_modules/astro");
    const { bin } = JSON.parse(await readFile(join(tools, "package.json"), "utf8"));
    await run(node22(), [join(tools, bin.astro), "build"], { cwd: folder, env: ENV, maxBuffer: 1 << 26 });
    return join(folder, "dist");
  },

  async Eleventy(folder) {
    await putSources(folder, "index.md", (title, name) => matter(title, `layout: page.njk\ntemplateEngineOverride: md\n${name ? `permalink: ${name}/index.html\n` : ""}`), toFolders("/"));
    const pages = await sources();
    const nav = Object.entries(GROUPS).map(([group, names]) => `<li><h2>${group}</h2><ul>${names.map((name) => `<li><a href="/${name}/">${pages.get(name).title}</a></li>`).join("")}</ul></li>`);
    await put(folder, {
      "_includes/page.njk": `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{{ title }} | ${TITLE}</title></head><body><nav><ul>${nav.join("")}</ul></nav><main><h1>{{ title }}</h1>{{ content | safe }}</main></body></html>\n`,
      "package.json": '{"type":"module"}',
    });
    await link(folder, "tests/eleventy");
    await node(folder, "node_modules/@11ty/eleventy/cmd.cjs", "--quiet");
    return join(folder, "_site");
  },
};

/** Zensical reads the configuration of MkDocs. */
async function mkdocs(folder, address, name, args) {
  const pages = await putSources(join(folder, "docs"), "index.md");
  const nav = Object.entries(GROUPS).map(([group, names]) => `  - ${group}:\n${names.map((page) => `    - ${JSON.stringify(pages.get(page).title)}: ${page}.md\n`).join("")}`);
  await put(folder, { "mkdocs.yml": `site_name: ${TITLE}\nsite_url: ${address}\nsite_description: ${SUMMARY}\ntheme: {name: material, font: false}\nplugins: []\nmarkdown_extensions: [tables, fenced_code]\nnav:\n  - ${TITLE}: index.md\n${nav.join("")}` });
  await run(program(name), args, { cwd: folder, env: ENV, maxBuffer: 1 << 26 });
  return join(folder, "site");
}

/** A new folder, which lies where Astro finds its modules, and what removes it. */
export async function workshop() {
  await mkdir(join(ROOT, "target"), { recursive: true });
  const folder = await realpath(await mkdtemp(join(ROOT, "target", "kindex-agents-")));
  return { folder, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }) };
}
