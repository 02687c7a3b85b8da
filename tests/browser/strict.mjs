// A site under a Content-Security-Policy that allows what docs/javascript.md says, and nothing else.
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT, kindex, serveFiles } from "./support.mjs";

/** Pages, by how they search; what they find is `window.found`. */
export const PAGES = {
  module: `
    import { open } from "/kindex/index.min.js";
    const index = await open("/indexes/site.kdx");
    window.found = index.search("configuration").hits[0].document;`,
  folder: `
    import { open } from "/kindex/index.min.js";
    const index = await open("/indexes/sharded/");
    window.found = (await index.search("configuration")).hits[0].document;`,
  builder: `
    import { Builder, open } from "/kindex/build.min.js";
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
    const title = () => field.shadowRoot.querySelector("[part=title]");
    const shown = new Promise((resolve) => {
      const look = () => title() && resolve();
      new MutationObserver(look).observe(field.shadowRoot, { childList: true, subtree: true });
    });
    field.shadowRoot.querySelector("input").value = "configuration";
    field.shadowRoot.querySelector("input").dispatchEvent(new Event("input"));
    await shown;
    const panel = field.shadowRoot.querySelector("[part=panel]");
    const isStyled = getComputedStyle(panel).display === "flex";
    window.found = isStyled ? title().textContent : "without styles";`,
};

/** One more, which says itself why it cannot: WebKit tells nobody how a module failed. */
const REFUSED = `
  import { open } from "/kindex/index.min.js";
  open("/indexes/site.kdx").then(() => (window.found = "opened"), ({ code }) => (window.failed = code));`;

/** The work of the first script of each page: it gathers what goes wrong. */
const WATCH = `
  window.violated = [];
  addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) =>
    violated.push(effectiveDirective + " " + blockedURI),
  );
  addEventListener("error", ({ message }) => (window.failed = String(message)));
  addEventListener("unhandledrejection", ({ reason }) => (window.failed = String(reason)));`;

/** The page's icon is the browser's own idea. */
export const ICON = /favicon|img-src/;

/** The policies of the guide: for a site that has the package, and for one that has it on another host. */
async function policiesOfGuide() {
  const guide = await readFile(join(ROOT, "docs", "javascript.md"), "utf8");
  const found = [...guide.matchAll(/^Content-Security-Policy: (.+)$/gm)].map(([, policy]) => policy);
  assert.equal(found.length, 2);
  return found;
}

/** Serves a page for each of `PAGES`, under the policy that is `site.policy` then. */
export async function serveStrict() {
  const folder = await mkdtemp(join(tmpdir(), "kindex-csp-"));
  const corpus = join(ROOT, "tests", "corpus");
  await kindex("build", corpus, "-o", join(folder, "site.kdx"), "-q");
  await kindex("build", corpus, "-o", join(folder, "sharded"), "--layout", "sharded", "-q");
  const kindexFolder = { kindex: join(ROOT, "dist", "npm") };
  const cdn = await serveFiles(kindexFolder, { headers: () => ({ "access-control-allow-origin": "*" }) });
  const host = cdn.address.slice(0, -1);
  const [own, elsewhere] = await policiesOfGuide();
  const site = { host, own, elsewhere: elsewhere.replaceAll("https://cdn.example", host), policy: own };
  const scripts = { ...PAGES, refused: REFUSED };
  const script = (name) => scripts[name]?.replace("/kindex/", site.policy.includes(host) ? `${cdn.address}kindex/` : "/kindex/");
  const server = await serveFiles(
    { ...kindexFolder, indexes: folder },
    {
      page: (path) =>
        path.endsWith(".js")
          ? script(path.slice(1, -3)) ?? WATCH
          : `<!doctype html><title>Test</title><script src="/watch.js"></script>
             <kindex-search src="/indexes/site.kdx"></kindex-search><script type="module" src="${path}.js"></script>`,
      headers: (path) => ({
        "content-security-policy": site.policy,
        ...(path.endsWith(".js") && { "content-type": "text/javascript" }),
      }),
    },
  );
  const close = async () => {
    await server.close();
    await cdn.close();
    await rm(folder, { recursive: true, force: true });
  };
  return Object.assign(site, { address: server.address, close });
}

/** Whether the page found what it should, and the policy forbade nothing. */
export function assertWorks(name, { found, violated }) {
  const wanted = { builder: /^a$/, element: /^(Configuration|Site settings)$/ }[name] ?? /^config\.md$/;
  assert.match(String(found), wanted);
  assert.deepEqual(violated.filter((one) => !ICON.test(one)), []);
}
