// Pages under a Content-Security-Policy that allows what docs/javascript.md says, and nothing else.
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { ROOT, kindex, launch, openPage, serveFiles } from "./support.mjs";

/** Pages, by how they search; what they find is `window.found`. */
const PAGES = {
  module: `
    import { open } from "/kindex/index.min.js";
    const index = await open("/indexes/site.kdx");
    window.found = index.search("configuration").hits[0].document;`,
  folder: `
    import { open } from "/kindex/sharded.min.js";
    const index = await open("/indexes/sharded/");
    window.found = (await index.search("configuration")).hits[0].document;`,
  builder: `
    import { Builder, open } from "/kindex/index.min.js";
    const builder = await Builder.create();
    builder.add({ id: "a", text: "configuration" });
    window.found = (await open(builder.finish())).search("configuration").hits[0].document;`,
  thread: `
    import { open } from "/kindex/index.min.js";
    const index = await open("/indexes/site.kdx", { worker: true });
    window.found = (await index.search("configuration")).hits[0].document;`,
  element: `
    import "/kindex/define.min.js";
    const field = document.querySelector("kindex-search");
    field.shadowRoot.querySelector("input").value = "configuration";
    field.shadowRoot.querySelector("input").dispatchEvent(new Event("input"));
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      window.found = field.shadowRoot.querySelector("[part=title]")?.textContent;
      const panel = field.shadowRoot.querySelector("[part=panel]");
      if (window.found && getComputedStyle(panel).position === "absolute") break;
    }`,
};

/** The policies of the guide: for a site that has the package, and for one that has it on another host. */
async function policiesOfGuide() {
  const guide = await readFile(join(ROOT, "docs", "javascript.md"), "utf8");
  const found = [...guide.matchAll(/^Content-Security-Policy: (.+)$/gm)].map(([, policy]) => policy);
  assert.equal(found.length, 2);
  return found;
}

/** The page's icon is the browser's own idea. */
const ICON = /favicon|img-src/;

describe("under a strict Content-Security-Policy", () => {
  let folder, cdn, server, browser, policy, own, elsewhere;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "kindex-csp-"));
    const corpus = join(ROOT, "tests", "corpus");
    await kindex("build", corpus, "-o", join(folder, "site.kdx"), "-q");
    await kindex("build", corpus, "-o", join(folder, "sharded"), "--layout", "sharded", "-q");
    const kindexFolder = { kindex: join(ROOT, "dist", "npm") };
    cdn = await serveFiles(kindexFolder, { headers: () => ({ "access-control-allow-origin": "*" }) });
    const policies = await policiesOfGuide();
    own = policies[0];
    elsewhere = policies[1].replaceAll("https://cdn.example", cdn.address.slice(0, -1));
    server = await serveFiles(
      { ...kindexFolder, indexes: folder },
      {
        page: (path) =>
          path.endsWith(".js")
            ? PAGES[path.slice(1, -3)].replace("/kindex/", policy.includes(cdn.address.slice(0, -1)) ? `${cdn.address}kindex/` : "/kindex/")
            : `<!doctype html><title>Test</title><kindex-search src="/indexes/site.kdx"></kindex-search>
               <script type="module" src="${path}.js"></script>`,
        headers: (path) => ({
          "content-security-policy": policy,
          ...(path.endsWith(".js") && { "content-type": "text/javascript" }),
        }),
      },
    );
    browser = await launch();
  });

  after(async () => {
    await browser?.close();
    await server?.close();
    await cdn?.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** What the page finds, and what the policy forbade. */
  async function visited(name, allowed) {
    policy = allowed;
    const { page, complaints, close } = await openPage(browser);
    const violated = [];
    await page.exposeFunction("violated", (what) => violated.push(what));
    await page.addInitScript(() => {
      addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) =>
        window.violated(`${effectiveDirective} ${blockedURI}`),
      );
    });
    const refused = page.waitForEvent("console", (message) => message.type() === "error" && !ICON.test(message.text()));
    const failed = page.waitForEvent("pageerror");
    await page.goto(`${server.address}${name}`);
    const settled = page.waitForFunction(() => window.found).then((found) => found.jsonValue());
    for (const one of [settled, refused, failed]) one.catch(() => {});
    const found = await Promise.any([settled, refused.then(() => null), failed.then(() => null)]);
    await close();
    return { found, complaints, violated };
  }

  const ofPage = (all) => all.filter((one) => !ICON.test(one));

  function assertWorks(name, { found, complaints, violated }) {
    const wanted = { builder: /^a$/, element: /^(Configuration|Site settings)$/ }[name] ?? /^config\.md$/;
    assert.match(String(found), wanted);
    assert.deepEqual([ofPage(violated), ofPage(complaints)], [[], []]);
  }

  for (const name of Object.keys(PAGES)) {
    test(`works: ${name}`, async () => assertWorks(name, await visited(name, own)));

    test(`works from another host: ${name}`, async () => assertWorks(name, await visited(name, elsewhere)));
  }

  test("needs each part of what the guide names", async () => {
    const needed = [
      [own, "script-src 'self' 'wasm-unsafe-eval'"],
      [own, "connect-src 'self'"],
      [own, "'wasm-unsafe-eval'"],
      [elsewhere, "worker-src blob:"],
      [elsewhere, `worker-src blob: ${cdn.address.slice(0, -1)}`],
      [elsewhere, "'wasm-unsafe-eval'"],
    ];
    for (const [allowed, part] of needed) {
      // Without a directive others stand in for it, and where it names nothing it allows nothing.
      const name = part.startsWith("worker-src") ? "worker-src " : "";
      const { found } = await visited("thread", allowed.replace(part, name).replace(/;\s*;/, ";"));
      assert.equal(found, null, part);
    }
  });
});
