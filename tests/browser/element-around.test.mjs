// What the search field brings along when it is asked to: languages, passages, counting, answers.
import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { after, before, describe, test } from "node:test";
import { SITE, withField } from "./field.mjs";
import { ROOT, soon } from "./support.mjs";

describe("the words of the search field", () => {
  const the = withField();
  const { visit, type, part } = the;

  /** The files of languages that the page asks for. */
  function languages() {
    const asked = [];
    the.tab.on("request", (request) => {
      const [, tag] = /languages\/(.*)\.js$/.exec(request.url()) ?? [];
      if (tag) asked.push(tag);
    });
    return asked;
  }

  test("are English where the page is, and nothing is loaded for that", async () => {
    const asked = languages();
    await visit(`${SITE} modal`);
    await part("button").getByText("Search").waitFor();
    await part("button").click();
    await type("theme");
    assert.match(await part("status").textContent(), /^\d+ of \d+ pages?$/);
    assert.deepEqual(asked, []);
  });

  for (const [lang, tag, label, status] of [
    ["de", "de", "Suchen", /^\d+ von \d+ Seiten?$/],
    ["zh-TW", "zh-hant", "搜尋", /^顯示 \d+ 頁,共 \d+ 頁$/],
    ["ru-RU", "ru", "Поиск", /^\d+ из \d+ страниц/],
    ["ar", "ar", "بحث", /صفح/],
  ]) {
    test(`are those of the nearest lang: ${lang}`, async () => {
      const asked = languages();
      await visit(`${SITE} modal lang="${lang}"`);
      await part("button").getByText(label).waitFor();
      await part("button").click();
      await type("theme");
      assert.match(await part("status").textContent(), status);
      assert.deepEqual(asked, [tag]);
    });
  }

  test("are those of the page's language, and over them what the page sets", async () => {
    await visit(`${SITE} modal`, "<script>document.documentElement.lang = 'fr'</script>");
    await part("button").getByText("Rechercher").waitFor();
    await the.tab.evaluate(() => (document.querySelector("kindex-search").texts = { label: "Chercher" }));
    await part("button").getByText("Chercher", { exact: true }).waitFor();
    await part("button").click();
    assert.equal(await part("close").getAttribute("aria-label"), "Fermer");
    assert.deepEqual(await the.tab.evaluate(() => document.querySelector("kindex-search").texts), { label: "Chercher" });
  });

  test("follow the language of the page, and that of the element", async () => {
    await visit(`${SITE} modal`);
    const set = (selector, lang) => the.tab.evaluate(([selector, lang]) => (document.querySelector(selector).lang = lang), [selector, lang]);
    await part("button").getByText("Search").waitFor();
    await set("html", "de");
    await part("button").getByText("Suchen").waitFor();
    await part("button").click();
    await type("theme");
    await set("kindex-search", "fr");
    await part("retry").getByText("Réessayer").waitFor({ state: "attached" });
    await part("close").click();
    await part("button").getByText("Rechercher").waitFor();
    for (const selector of ["kindex-search", "html"]) await set(selector, "en");
    await part("button").getByText("Search", { exact: true }).waitFor();
  });
});

describe("a result of the search field", () => {
  const the = withField();
  const { visit, type, options } = the;
  const href = () => options().first().evaluate((one) => (one.href ? one : one.querySelector("a")).href);

  test("leads to its sentence, and is told by its plain link", async () => {
    await visit(SITE);
    await the.catchChoice();
    await type("theme");
    assert.match(await href(), /#[\w-]+:~:text=/);
    await the.tab.keyboard.press("Enter");
    assert.doesNotMatch((await the.chosen()).url, /:~:/);
  });

  test("leads to its heading where the page wants that", async () => {
    await visit(`${SITE} highlight="off"`);
    await type("theme");
    assert.match(await href(), /#[\w-]+$/);
    await the.tab.evaluate(() => (document.querySelector("kindex-search").highlight = ""));
    await type("theme fonts");
    assert.match(await href(), /#[\w-]+:~:text=/);
    await the.tab.evaluate(() => (document.querySelector("kindex-search").highlight = "off"));
    await type("theme");
    assert.match(await href(), /#[\w-]+$/);
  });

  test("leads to its heading where the page wants that, in a browser without text fragments", async () => {
    await the.tab.addInitScript(() => delete Document.prototype.fragmentDirective);
    await visit(`${SITE} highlight="off"`);
    const kept = () => the.tab.evaluate(() => sessionStorage.getItem("kindex-passage"));
    const follow = async () => {
      await type("theme");
      await the.tab.evaluate(() => addEventListener("click", (event) => event.preventDefault(), { once: true }));
      await the.tab.keyboard.press("Enter");
    };
    await follow();
    assert.match(await kept(), /"passage":\[\]/, "of the heading it is told alone");
    await the.tab.evaluate(() => (document.querySelector("kindex-search").highlight = ""));
    await follow();
    assert.match(await kept(), /"passage":\["/);
  });

  test("leads to its sentence in a browser without text fragments, by the element on that page", async () => {
    await the.tab.addInitScript(() => delete Document.prototype.fragmentDirective);
    await visit(SITE);
    await type("theme");
    assert.doesNotMatch(await href(), /:~:/);
    const words = await options().first().evaluate(async () => {
      const { text } = (await (await import("/kindex/index.js")).open("/indexes/site.kdx")).search("theme").hits[0];
      return text;
    });
    the.html = the.html.replace("<p>Below it.", `<pre style="margin-top: 3000px">${words.replace(/[<&]/g, "")}</pre><p>Below it.`);
    await the.tab.keyboard.press("Enter");
    await the.tab.waitForURL(/themes/);
    await the.tab.waitForFunction(() => CSS.highlights.has("kindex-passage"));
    assert.ok((await the.tab.evaluate(() => scrollY)) > 1000);
  });
});

describe("what readers look for", () => {
  const the = withField();

  test("is counted by the script in docs/search-box.md", async () => {
    const guide = await readFile(join(ROOT, "docs", "search-box.md"), "utf8");
    const [, script] = /^```js\n\/\/ public\/count\.js\n(.*?)^```/ms.exec(guide);
    assert.ok(script.trim().split("\n").length <= 20, "it has twenty lines");
    const sent = [];
    const arrivals = new EventEmitter();
    await the.tab.route("**/searches", (route) => {
      sent.push(JSON.parse(route.request().postData()));
      arrivals.emit("one");
      return route.fulfill({ status: 204 });
    });
    await the.visit(SITE, `<script type="module">${script}</script>`);
    await the.tab.evaluate(() => addEventListener("kindex-select", (event) => event.preventDefault()));
    const arrived = async (count) => {
      while (sent.length < count) await soon(once(arrivals, "one"));
      assert.equal(sent.length, count, JSON.stringify(sent));
      return sent.at(-1);
    };
    for (const query of ["the", "them", "theme"]) await the.type(query);
    const search = await arrived(1);
    assert.deepEqual([search.kind, search.page, search.query, search.found], ["search", "/", "theme", true]);
    assert.ok(search.total > 0 && Number.isInteger(search.milliseconds));
    await the.input().fill("zzyzx");
    const { query, found, total } = await arrived(2);
    assert.deepEqual([query, found, total], ["zzyzx", false, 0]);
    await the.type("configuration");
    await the.tab.keyboard.press("Enter");
    const select = await arrived(4);
    assert.equal(sent[2].query, "configuration", "what is used is told at once");
    assert.deepEqual([select.kind, select.query], ["select", "configuration"]);
    assert.match(select.url, /\/docs\/.*(?<!:~:.*)$/);
  });
});

describe("a question", () => {
  const the = withField();
  const { visit, type, part } = the;
  let server, requests, reply, ended;

  /** Answers on loopback as services with OpenAI's protocol do, in pieces. */
  before(async () => {
    server = createServer(async (request, response) => {
      const headers = { "access-control-allow-origin": "*", "access-control-allow-headers": "content-type" };
      if (request.method === "OPTIONS") return response.writeHead(204, headers).end();
      requests.push(JSON.parse(await text(request)));
      ended = once(response, "close");
      await reply(response, headers);
    });
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  });

  after(() => {
    server.closeAllConnections();
    server.close();
  });

  const event = (content) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`;
  const asked = async (query = "how do I set a theme", attributes = `ask="http://127.0.0.1:${server.address().port}/"`) => {
    requests = [];
    await visit(`${SITE} ${attributes}`);
    await type(query);
  };

  test("is answered in pieces, as text, with its citations as links", async () => {
    let goOn;
    reply = async (response, headers) => {
      response.writeHead(200, { ...headers, "content-type": "text/event-stream" });
      response.write(event("Set <img src=x onerror=alert(1)> it "));
      await new Promise((resolve) => (goOn = resolve));
      response.end(`${event("in the file [1][9].")}data: [DONE]\n\n`);
    };
    await asked();
    await part("ask").getByText("Ask “how do I set a theme”").waitFor();
    assert.equal(requests.length, 0, "nothing is sent before somebody wants it");
    await part("ask").click();
    await part("answer-text").getByText("Set <img src=x onerror=alert(1)> it").waitFor();
    goOn();
    const link = part("answer-text").locator("a");
    await link.waitFor();
    assert.equal(await part("answer-text").textContent(), "Set <img src=x onerror=alert(1)> it in the file [1][9].");
    assert.equal(await link.count(), 1);
    const [{ question, language, passages }] = requests;
    assert.deepEqual([question, language], ["how do I set a theme", "en"]);
    assert.equal(await link.evaluate((one) => one.href), passages[0].url);
    assert.match(passages[0].url, /\/docs\/.*#/);
    await part("sources").getByText(passages[0].title).waitFor();
    assert.equal(await part("list").isVisible(), true, "the results stay");
    assert.deepEqual(the.complaints, []);
  });

  test("is forgotten as somebody types on", async () => {
    reply = async (response, headers) => void response.writeHead(200, { ...headers, "content-type": "text/plain" }).write("So");
    await asked();
    await part("ask").click();
    await part("answer-text").getByText("So").waitFor();
    await the.input().fill("theme");
    await part("answer").waitFor({ state: "hidden" });
    await part("ask").waitFor({ state: "hidden" });
    // The request is stopped.
    await soon(ended);
  });

  test("that fails says so plainly", async () => {
    reply = async (response, headers) => response.writeHead(503, headers).end();
    await asked();
    await part("ask").click();
    await part("answer-error").getByText("No answer: 503 Service Unavailable").waitFor();
  });

  test("can be copied with its passages", async () => {
    await the.tab.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await asked();
    await part("copy-context").click();
    await part("copy-context").getByText("Copied").waitFor();
    const copied = await the.tab.evaluate(() => navigator.clipboard.readText());
    assert.match(copied, /^how do I set a theme\n\n---\n\n\[1\] .*\nhttp:\/\/127/);
    assert.deepEqual(requests, []);
  });

  test("is answered by a function of the page", async () => {
    await asked("how do I set a theme", "");
    await the.tab.evaluate(() => {
      document.querySelector("kindex-search").ask = async function* ({ passages }) {
        yield `There are ${passages.length > 0}`;
      };
    });
    await type("how do I set the theme");
    await part("ask").click();
    await part("answer-text").getByText("There are true").waitFor();
  });

  /** Asks a function of the page, which is given as it stands in a script. */
  async function askedOf(answerer) {
    await asked("how do I set a theme", "");
    await the.tab.evaluate((answerer) => (document.querySelector("kindex-search").ask = eval(answerer)), answerer);
    await type("how do I set the theme");
    await part("ask").click();
  }

  test("is shown part by part, also where a thousand have a citation each", async () => {
    await askedOf(`(async function* () { for (let i = 0; i < 3000; i++) yield "See [1]. "; yield "End"; })`);
    await part("answer-text").getByText(/End$/).waitFor();
    assert.equal(await part("answer-text").locator("a").count(), 3000);
  });

  test("has its citations wherever parts end", async () => {
    const text = "One [1], two [1, 2], none [x] nor [ 1 nor [[2]] and [";
    for (const size of [1, 2, 3]) {
      await askedOf(`(async function* () { const text = ${JSON.stringify(text)}; for (let at = 0; at < text.length; at += ${size}) yield text.slice(at, at + ${size}); })`);
      await part("sources").locator("li").first().waitFor();
      assert.equal(await part("answer-text").textContent(), text);
      assert.deepEqual(await part("answer-text").locator("a").allInnerTexts(), ["1", "1", "2", "2"]);
    }
  });

  /** What an answerer may throw or give, and the reason that readers see. */
  const NO_ANSWERS = {
    "() => { throw null }": "…",
    "async () => { throw undefined }": "…",
    "async () => { throw 'too late' }": "too late",
    "async () => { throw {} }": "…",
    "async () => { throw new Error() }": "…",
    "() => null": "…",
    "() => undefined": "…",
    "() => ''": "…",
    "async function* () { yield ''; throw null }": "…",
  };
  for (const [answerer, reason] of Object.entries(NO_ANSWERS)) {
    test(`is none where an answerer gives none: ${answerer}`, async () => {
      await askedOf(`(${answerer})`);
      await part("answer-error").getByText(`No answer: ${reason}`).waitFor();
      assert.equal(await part("answer-text").textContent(), "");
      assert.deepEqual(the.complaints, []);
    });
  }

  test("keeps what came before it failed", async () => {
    await askedOf(`(async function* () { yield "So far [1"; throw new Error("gone") })`);
    await part("answer-error").getByText("No answer: gone").waitFor();
    assert.equal(await part("answer-text").textContent(), "So far [1");
  });

  test("is no offer any more where somebody typed on while that was loaded", async () => {
    let load;
    const loading = new Promise((resolve) => (load = resolve));
    the.slow = (path) => (path.includes("ask.min") ? loading : undefined);
    await visit("");
    await the.tab.evaluate(async () => {
      const { open } = await import("/kindex/index.min.js");
      const index = await open("/indexes/site.kdx");
      // The answer to what is typed then takes a while.
      const search = (query, options) => (query === "theme" ? new Promise(() => {}) : index.search(query, options));
      Object.assign(document.querySelector("kindex-search"), { index: { search }, ask: () => "So." });
    });
    await type("how do I set a theme");
    await the.input().fill("theme");
    load();
    await the.loaded("ask.min.js");
    assert.equal(await part("list").isVisible(), true);
    assert.equal(await part("ask").count(), 0);
  });

  test("leaves its answer by Escape, into the field", async () => {
    reply = async (response, headers) => response.writeHead(200, { ...headers, "content-type": "text/plain" }).end("So.");
    await asked();
    await part("ask").focus();
    await the.tab.keyboard.press("Enter");
    await part("answer-text").getByText("So.").waitFor();
    await the.tab.keyboard.press("Escape");
    assert.equal(await part("panel").isVisible(), false);
    assert.ok(await the.input().evaluate((one) => one.matches(":focus")));
  });

  test("is no offer where no site wants it, nor for a word", async () => {
    const loaded = [];
    the.tab.on("request", (request) => loaded.push(new URL(request.url()).pathname));
    await asked("how do I set a theme", "");
    assert.equal(await part("ask").count(), 0);
    assert.deepEqual(loaded.filter((path) => path.includes("ask")), []);
    await asked("theme");
    await the.loaded("ask.min.js");
    assert.equal(await part("ask").isVisible(), false);
  });
});
