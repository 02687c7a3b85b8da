// Renders Markdown files to plain pages that search results can link to:
//
//   node scripts/render-docs.mjs OUT PATH...
//
// A PATH is a file or a folder, which is searched for Markdown without hidden folders and
// node_modules. A page lies in OUT where its file lies below the folder (a named file at the top,
// or at its path if that is relative and stays below here). Headings get GitHub's ids, links
// between the files lead to the pages, and of HTML in the Markdown only the text is kept. A page
// that is there already is left alone.

import { mkdir, readFile, readdir, stat, writeFile } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, normalize, posix, sep } from "node:path";
import { fileURLToPath } from "node:url";
import GithubSlugger from "github-slugger";
import { Marked } from "marked";

const MARKDOWN = /\.(md|mdx|markdown)$/i;
const STYLESHEET = "docs.css";

/** Schemes that a link may have; others, such as javascript:, could run in the reader's page. */
const SCHEMES = /^(https?|mailto):/i;

const STYLE = `:root { color-scheme: light dark; }
body { margin: 0; font: 1rem/1.6 system-ui, sans-serif; }
main { max-width: 46rem; margin: 0 auto; padding: 2rem 1rem 6rem; overflow-wrap: break-word; }
h1, h2, h3, h4 { line-height: 1.25; margin: 2em 0 0.6em; }
h1 { margin-top: 0; }
:target { background: light-dark(#fff3bf, #4a3d00); }
a { color: light-dark(#0b57d0, #8ab4f8); }
pre, code { font-family: ui-monospace, monospace; font-size: 0.9em; }
code { background: light-dark(#f1f3f5, #2b2f33); padding: 0.1em 0.3em; border-radius: 4px; }
pre { background: light-dark(#f1f3f5, #2b2f33); padding: 1rem; overflow-x: auto; border-radius: 6px; }
pre code { padding: 0; }
table { display: block; overflow-x: auto; border-collapse: collapse; }
th, td { border: 1px solid light-dark(#ced4da, #495057); padding: 0.3rem 0.6rem; text-align: left; }
blockquote { margin-left: 0; padding-left: 1rem; border-left: 4px solid light-dark(#ced4da, #495057); }
img { max-width: 100%; }
`;

const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escape = (text) => text.replace(/[&<>"']/g, (char) => ENTITIES[char]);

/** The Markdown files of a folder as paths below it, in order. */
async function markdownIn(folder, below = "") {
  const entries = await readdir(join(folder, below), { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  const found = [];
  for (const entry of entries) {
    const path = join(below, entry.name);
    if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
    if (entry.isDirectory()) found.push(...(await markdownIn(folder, path)));
    else if (entry.isFile() && MARKDOWN.test(entry.name)) found.push(path);
  }
  return found;
}

/** The files to render: where each is, and its path below the folder or the working directory. */
async function sources(paths) {
  const found = [];
  for (const path of paths) {
    if ((await stat(path)).isDirectory()) {
      for (const below of await markdownIn(path)) found.push({ file: join(path, below), below });
    } else {
      const below = normalize(path);
      const stays = !isAbsolute(below) && below.split(sep)[0] !== "..";
      found.push({ file: path, below: stays ? below : basename(below) });
    }
  }
  return found;
}

/** The target of a link once the Markdown files are pages; null where it may not lead. */
function target(written) {
  // Browsers drop tabs and line ends from links: they must not hide a scheme.
  const href = encodeURI(written).replaceAll("%25", "%");
  if (/^[a-z][a-z0-9+.-]*:/i.test(href)) return SCHEMES.test(href) ? href : null;
  const [, path, rest] = /^([^?#]*)(.*)$/s.exec(href);
  return path.startsWith("/") ? href : path.replace(MARKDOWN, ".html") + rest;
}

/** The title in the front matter, and the text below it. */
function withoutFrontMatter(text) {
  const matter = /^---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(text);
  if (!matter) return { body: text };
  const title = /^title:[ \t]*(['"]?)(.+?)\1[ \t]*$/m.exec(matter[1])?.[2];
  return { title, body: text.slice(matter[0].length) };
}

/** The text of tokens without their markup. */
function words(tokens) {
  return tokens
    .map((token) => {
      if (token.tokens) return words(token.tokens);
      if (token.type === "br") return " ";
      return token.type === "html" ? "" : unescape(token.text ?? "");
    })
    .join("");
}

/** Character references that Markdown leaves in its tokens. */
function unescape(text) {
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (reference) => {
    return Object.keys(ENTITIES).find((char) => ENTITIES[char] === reference) ?? reference;
  });
}

/** The text of HTML, less its tags, scripts and comments. The result still has to be escaped. */
function withoutTags(html) {
  return html
    .replace(/<!--[\s\S]*?(-->|$)/g, "")
    .replace(/<(script|style|template)\b[\s\S]*?(<\/\1\s*>|$)/gi, "")
    .replace(/<\/?[a-z](?:"[^"]*"|'[^']*'|[^'">])*>/gi, "");
}

/** The content of a page and its title. */
function render(text) {
  const { title, body } = withoutFrontMatter(text);
  const slugger = new GithubSlugger();
  let first;
  const renderer = {
    heading({ tokens, depth }) {
      const written = words(tokens);
      // An id of one's own choosing, as several site generators have it.
      const [, plain, own] = /^(.*?)(?:\s*\\?\{#([\w.-]+)\\?\})?$/s.exec(written);
      const html = this.parser.parseInline(tokens).replace(/\s*\\?\{#[\w.-]+\\?\}$/, "");
      first ??= plain;
      return `<h${depth} id="${escape(own ?? slugger.slug(plain))}">${html}</h${depth}>\n`;
    },
    html({ text: raw, block }) {
      const bare = withoutTags(raw);
      if (!block) return escape(bare);
      return bare.trim() && `<p>${escape(bare)}</p>\n`;
    },
    link({ href, tokens }) {
      const to = target(href);
      const inner = this.parser.parseInline(tokens);
      return to === null ? inner : `<a href="${escape(to)}">${inner}</a>`;
    },
    image({ href, text: alt }) {
      const from = target(href);
      return from === null ? escape(alt) : `<img src="${escape(from)}" alt="${escape(alt)}">`;
    },
  };
  const content = new Marked({ gfm: true, renderer }).parse(body);
  const heading = title && !/<h1[ >]/.test(content) ? `<h1>${escape(title)}</h1>\n` : "";
  return { title: title ?? first, content: heading + content };
}

function page({ title, content }, stylesheet) {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src 'self' https: data:; style-src 'self'">
<title>${escape(title)}</title>
<link rel="stylesheet" href="${escape(stylesheet)}">
</head>
<body>
<main>
${content}</main>
</body>
</html>
`;
}

/** Writes a file unless there is one. */
async function writeNew(file, text) {
  await mkdir(dirname(file), { recursive: true });
  try {
    await writeFile(file, text, { flag: "wx" });
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
  }
}

async function main([out, ...paths]) {
  if (!out || paths.length === 0) {
    console.error("usage: node scripts/render-docs.mjs OUT PATH...");
    return 2;
  }
  await writeNew(join(out, STYLESHEET), STYLE);
  for (const { file, below } of await sources(paths)) {
    const path = below.split(sep).join("/").replace(MARKDOWN, ".html");
    const rendered = render((await readFile(file, "utf8")).replace(/^\ufeff/, ""));
    rendered.title ??= basename(path, ".html");
    const stylesheet = posix.relative(posix.dirname(path), STYLESHEET);
    await writeNew(join(out, path), page(rendered, stylesheet));
  }
  return 0;
}

export { render, target };

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    process.exitCode = await main(process.argv.slice(2));
  } catch (error) {
    console.error(`render-docs: error: ${error.message}`);
    process.exitCode = 1;
  }
}
