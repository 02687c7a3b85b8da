// The server of the Model Context Protocol finds pages by addresses in whatever form.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { call, createMcp, serverOf } from "./mcp-support.mjs";
import { PACKAGE, built, explore } from "./support.mjs";

const { createWorker } = await import(new URL("worker.js", PACKAGE));

describe("addresses in whatever form", () => {
  const urls = [
    ...["https://docs.example.org/v2/", "https://docs.example.org/v2/guide/knots/", "https://docs.example.org/v2/api/knots/"],
    ...["https://docs.example.org/v2/guide/été%20(1).html", "https://docs.example.org/v2/app/#/first"],
  ];
  const server = (prefix) =>
    built(urls.map((url, at) => ({ id: `${at}/source.md`, url: url.replace("https://docs.example.org/v2/", prefix), title: String(at), text: "a" })));

  /** The page that an address leads to, or what is said of it. */
  async function read(mcp, url) {
    const { structuredContent, text } = await call(mcp, "read_page", { url });
    return structuredContent?.title ?? text;
  }

  const FORMS = [
    ["0", "https://docs.example.org/v2", "http://www.docs.example.org/v2/index.html", "/v2/", "//DOCS.example.org/v2/?a=b#c"],
    ["1", "/v2/guide/knots", "v2/guide/knots.html", "docs.example.org/v2/guide/knots/", "guide/knots", "https://docs.example.org/v2/guide/knots/index.html.md"],
    ["3", "/v2/guide/%C3%A9t%C3%A9%20%281%29", "v2/guide/été (1)/", "https://docs.example.org/v2/guide/été%20(1).htm#:~:text=x"],
    ["4", "http://docs.example.org/v2/app/#/first", "https://docs.example.org/v2/app/#/first?id=x"],
  ];

  test("lead to the page", async () => {
    const whole = await serverOf(await server("https://docs.example.org/v2/"));
    const rooted = await serverOf(await server("/v2/"));
    for (const [title, ...addresses] of FORMS) {
      for (const address of addresses) {
        assert.equal(await read(whole, address), title, address);
        assert.equal(await read(rooted, address), title, address);
      }
    }
    const relative = await serverOf(await server(""));
    for (const address of ["https://docs.example.org/v2/guide/knots/", "/docs/guide/knots.html", "1/source"]) {
      assert.equal(await read(relative, address), "1", address);
    }
  });

  test("name the pages where there are several, or where it may be another", async () => {
    const whole = await serverOf(await server("https://docs.example.org/v2/"));
    assert.equal(
      await read(whole, "knots.html"),
      "url: knots.html may be that of several pages; give one of these as it is:\n- https://docs.example.org/v2/guide/knots/\n- https://docs.example.org/v2/api/knots/",
    );
    for (const address of ["https://other.example/v2/guide/knots/", "https://docs.example.org/guide/knots/", "/old/v2/guide/knots"]) {
      assert.equal(
        await read(whole, address),
        `url: there is no page ${address}; what may be meant:\n- https://docs.example.org/v2/guide/knots/`,
      );
    }
    const many = await serverOf(await built(Array.from({ length: 9 }, (_, at) => ({ id: `${at}`, url: `/${at}/a.html`, title: "A", text: "a" }))));
    assert.match(await read(many, "a"), /\n- \/4\/a\.html\n- and 4 more$/);
  });

  test("begin lists", async () => {
    const whole = await serverOf(await server("https://docs.example.org/v2/"));
    const relative = await serverOf(await server(""));
    const listed = async (mcp, prefix) => (await call(mcp, "list_pages", { prefix })).structuredContent.pages.map(({ title }) => title);
    for (const prefix of ["/v2/guide/", "guide/", "docs.example.org/v2/guide/", "http://docs.example.org/v2/guide/"]) {
      if (!prefix.startsWith("docs.")) assert.deepEqual(await listed(whole, prefix), ["1", "3"], prefix);
      assert.deepEqual(await listed(relative, prefix), ["1", "3"], prefix);
    }
    assert.deepEqual(await listed(whole, "https://other.example/v2/guide/"), []);
  });
});

describe("an index whose pages are looked for", () => {
  const COUNT = 300;
  const site = () =>
    built(Array.from({ length: COUNT }, (_, at) => ({ id: `${at}.md`, url: `/docs/${at % 2 ? "a" : "b"}/page-${at}/`, title: `Page ${at}`, text: "a" })));

  const calls = (name, key, addresses) =>
    addresses.map((address, id) => ({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: { [key]: address } } }));

  const numbered = (address) => Array.from({ length: 20 }, (_, at) => address(at));

  /** An index that notes what it is asked, and the notes. */
  function noting(index) {
    const asked = [];
    const notes = (name) => (...args) => {
      const answer = index[name](...args);
      asked.push({ name, pages: name === "pages" ? answer.pages.length : 1 });
      return answer;
    };
    return { asked, noted: new Proxy(index, { get: (_, name) => (name in index ? notes(name) : undefined) }) };
  }

  const pagesRead = (asked) => asked.splice(0).filter(({ name }) => name === "pages").map(({ pages }) => pages);

  test("is gone through once, for however many addresses that it has not", async () => {
    const { asked, noted } = noting(await explore(await site()));
    const server = createMcp({ structured: true, index: noted });
    const answers = await server.handle(calls("read_page", "url", numbered((at) => `docs.example.org/docs/lost-${at}`)));
    assert.ok(answers.every(({ result }) => result.isError && result.content[0].text.includes("there is no page")));
    assert.deepEqual(pagesRead(asked), [COUNT]);
    await server.handle(calls("read_page", "url", numbered((at) => `lost-${at}`)));
    await createMcp({ structured: true, index: async () => noted }).handle(calls("read_page", "url", ["elsewhere"])[0]);
    assert.deepEqual(pagesRead(asked), []);
    await server.handle(calls("list_pages", "prefix", numbered((at) => `/lost-${at}/`)));
    assert.deepEqual(pagesRead(asked), numbered(() => 0));
  });

  test("gives the pages that are found, and no others", async () => {
    const { asked, noted } = noting(await explore(await site()));
    const server = createMcp({ structured: true, index: noted });
    const answers = await server.handle(calls("read_page", "url", numbered((at) => `https://docs.example.org/docs/${at % 2 ? "a" : "b"}/page-${at}.html`)));
    assert.deepEqual(answers.map(({ result }) => result.structuredContent.title), numbered((at) => `Page ${at}`));
    assert.deepEqual(pagesRead(asked), [COUNT, ...numbered(() => 1)]);
    const { structuredContent } = await call(server, "list_pages", { prefix: "a/", from: 10, limit: 30 });
    assert.deepEqual(structuredContent.pages.map(({ id }) => id), Array.from({ length: 30 }, (_, at) => `${21 + 2 * at}.md`).toSorted());
  });

  test("is gone through once in a Worker, for however many requests", async ({ mock }) => {
    const bytes = await site();
    const pages = mock.method(Object.getPrototypeOf(await explore(bytes)), "pages");
    const worker = createWorker({ source: { path: "site.kdx", read: () => bytes }, mcp: (options) => createMcp({ ...options, structured: true }) });
    const send = async (message) => {
      const headers = { "content-type": "application/json" };
      const request = new Request("http://localhost/mcp", { method: "POST", headers, body: JSON.stringify(message) });
      return (await worker.fetch(request)).json();
    };
    for (const message of calls("read_page", "url", numbered((at) => `lost-${at}`))) {
      assert.equal((await send(message)).result.isError, true);
    }
    const [found] = calls("read_page", "url", ["page-7.html"]);
    assert.equal((await send(found)).result.structuredContent.title, "Page 7");
    assert.deepEqual(pages.mock.calls.map(({ result }) => result.pages.length), [COUNT, 1]);
  });

  test("may be replaced meanwhile", async () => {
    const old = await explore(await site());
    const renamed = (at) => ({ id: `${at}.txt`, url: `/docs/page-${COUNT - at}/`, title: `New ${at}`, text: "a" });
    for (const count of [COUNT, COUNT - 1]) {
      const next = await explore(await built(Array.from({ length: count }, (_, at) => renamed(at))));
      let now = old;
      const index = new Proxy(old, { get: (_, name) => (name in old ? (...args) => now[name](...args) : undefined) });
      const server = createMcp({ structured: true, index });
      assert.equal((await call(server, "read_page", { url: "docs/page-7.html" })).isError, true);
      assert.equal((await call(server, "read_page", { url: "page-7.html" })).structuredContent.title, "Page 7");
      now = next;
      assert.equal((await call(server, "read_page", { url: "page-7.html" })).structuredContent.title, `New ${COUNT - 7}`);
      assert.equal((await call(server, "list_pages", { prefix: "page-7/" })).structuredContent.pages[0].title, `New ${COUNT - 7}`);
    }
  });
});
