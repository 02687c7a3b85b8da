// The pages of a site from kindex/worker, in workerd: with Markdown for whoever prefers it.
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { put } from "../bundlers/support.mjs";
import { kindex } from "../browser/support.mjs";
import { PACKAGE } from "./support.mjs";
import { started } from "./worker/support.mjs";

const page = (title, more = "") => `<!doctype html><html><head><title>${title}</title>${more}</head><body><h1>${title}</h1><p>A fid.</p></body></html>`;

const PAGES = {
  "index.html": page("Start"),
  "a.html": page("A"),
  "b/index.html": page("B"),
  "hidden.html": page("Hidden", '<meta name="robots" content="noindex">'),
  "c.css": "p {}",
};

const SCRIPT = 'import { pages } from "./kindex/worker.js";\nexport default pages();\n';

/** As Claude Code asks for pages, and as browsers do. */
const AGENT = "text/markdown, text/html, */*";
const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8";

describe("the pages of a site, in workerd", () => {
  let folder, worker;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "kindex-pages-"));
    await put(folder, PAGES);
    await kindex("agents", folder, "--base-url", "https://x.dev/", "-q");
    const routerConfig = { has_user_worker: true, invoke_user_worker_ahead_of_assets: true };
    worker = started("", { assets: { directory: folder, binding: "ASSETS", routerConfig } }, undefined, SCRIPT);
  });

  after(async () => {
    await worker?.dispose();
    await rm(folder, { recursive: true });
  });

  async function got(path, accept, more = {}) {
    const headers = accept === undefined ? {} : { accept };
    const { headers: others, ...init } = more;
    const response = await worker.dispatchFetch(`http://localhost${path}`, { headers: { ...headers, ...others }, ...init });
    return { status: response.status, type: response.headers.get("content-type"), headers: response.headers, text: await response.text() };
  }

  test("are Markdown for whoever prefers that", async () => {
    for (const [path, title, place] of [["/", "Start", "/index.md"], ["/a", "A", "/a.html.md"], ["/a.html", "A", "/a.html.md"], ["/b/", "B", "/b/index.md"], ["/b", "B", "/b/index.md"]]) {
      for (const accept of [AGENT, "text/markdown", "text/html;q=0.8, Text/Markdown;q=0.9"]) {
        const { status, type, headers, text } = await got(path, accept);
        assert.deepEqual([status, type, headers.get("content-location"), headers.get("vary")], [200, "text/markdown; charset=utf-8", place, "accept"], path);
        assert.match(text, new RegExp(`^# ${title}$`, "m"));
      }
    }
  });

  test("are HTML for all others, and says that it might be another answer", async () => {
    for (const accept of [BROWSER, undefined, "*/*", "text/markdown;q=0", "text/markdown;q=0.5, text/html", "text/markdown;q=x"]) {
      const { status, type, headers, text } = await got("/b/", accept);
      assert.deepEqual([status, type.split(";")[0], headers.get("vary")], [200, "text/html", "accept"], accept);
      assert.match(text, /<h1>B<\/h1>/);
    }
  });

  test("without Markdown are HTML, and other files are themselves", async () => {
    assert.match((await got("/hidden", AGENT)).text, /<h1>Hidden<\/h1>/);
    assert.deepEqual([(await got("/c.css", AGENT)).text, (await got("/c.css")).headers.get("vary")], ["p {}", null]);
    assert.match((await got("/llms.txt", AGENT)).text, /^# Start\n/);
    assert.equal((await got("/none", AGENT)).status, 404);
  });

  test("are asked for again by what the client has, and by HEAD", async () => {
    const { headers } = await got("/b/", AGENT);
    assert.equal((await got("/b/", AGENT, { headers: { "if-none-match": headers.get("etag") } })).status, 304);
    const { status, type, text } = await got("/b/", AGENT, { method: "HEAD" });
    assert.deepEqual([status, type, text], [200, "text/markdown; charset=utf-8", ""]);
  });

  test("are asked of the host of the request, whatever the path", async () => {
    const { pages } = await import(new URL("worker.js", PACKAGE));
    const asked = [];
    const fetch = async ({ url }) => {
      asked.push(url);
      return new Response("# A", { headers: { "content-type": "text/markdown" } });
    };
    const request = new Request("http://localhost//other.example/a?b=c", { headers: { accept: AGENT } });
    const { headers } = await pages().fetch(request, { ASSETS: { fetch } });
    assert.deepEqual([asked, headers.get("content-location")], [["http://localhost//other.example/a.md?b=c"], "/other.example/a.md"]);
  });

  test("need the binding, and say so", async () => {
    const { pages } = await import(new URL("worker.js", PACKAGE));
    await assert.rejects(pages("FILES").fetch(new Request("http://localhost/"), {}), /there is no binding FILES of the right kind/);
    const files = { fetch: async () => new Response(await readFile(join(folder, "b/index.html")), { headers: { "content-type": "text/html" } }) };
    const response = await pages("FILES").fetch(new Request("http://localhost/b/", { headers: { accept: AGENT } }), { FILES: files });
    assert.match(await response.text(), /<h1>B<\/h1>/);
  });
});
