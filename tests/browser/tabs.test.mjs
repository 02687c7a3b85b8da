// A result in what is hidden at first is shown: tabs and the like of the generators, as they write them.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { ROOT, launch, openPage, serveFiles } from "./support.mjs";

const SENTENCE = "Call the yarn installer of this page now";
const text = (name) => `<p>Call the ${name} installer of this page now.</p>`;

/** Scripts of pages: by the id that a tab controls, and by its place. */
const BY_ID = `document.querySelectorAll("[role=tab]").forEach((tab) => tab.addEventListener("click", (event) => {
  event.preventDefault();
  const name = tab.getAttribute("aria-controls") ?? tab.hash?.slice(1) ?? tab.dataset.bsTarget?.slice(1);
  const panel = document.getElementById(name) ?? document.querySelector('[aria-labelledby="' + tab.id + '"]');
  for (const other of panel.parentElement.children) if (other.matches("[role=tabpanel]")) other.hidden = other !== panel;
}));`;
const BY_PLACE = `const tabs = [...document.querySelectorAll("[role=tab], button")];
tabs.forEach((tab, at) => tab.onclick = () => document.querySelectorAll(".panel").forEach((panel, i) => panel.hidden = i !== at));`;
/** As with React, whose listeners come late. */
const LATE = `addEventListener("load", () => setTimeout(() => { ${BY_PLACE} }, 250));`;

const radios = (name, ...rest) => ["npm", "yarn"].map((one, i) => `<input type="radio" name="${name}" id="${name}-${i}" ${i ? "" : "checked"}>${rest.map((part) => part(one, i)).join("")}`);

const KINDS = {
  "Material for MkDocs": [
    `<div class="tabbed-set tabbed-alternate" data-tabs="1:2">${radios("__tabbed_1").join("")}
      <div class="tabbed-labels"><label for="__tabbed_1-0">npm</label><label for="__tabbed_1-1">yarn</label></div>
      <div class="tabbed-content"><div class="tabbed-block">${text("npm")}</div><div class="tabbed-block">${text("yarn")}</div></div></div>`,
    ".tabbed-block { display: none } .tabbed-set > input:nth-of-type(1):checked ~ .tabbed-content > :nth-child(1), .tabbed-set > input:nth-of-type(2):checked ~ .tabbed-content > :nth-child(2) { display: block }",
  ],
  "Material for MkDocs, tabs in tabs": [
    `<div class="tabbed-set">${radios("a").join("")}<div class="tabbed-content"><div class="tabbed-block">${text("pip")}</div><div class="tabbed-block">
      <div class="tabbed-set">${radios("b").join("")}<div class="tabbed-content"><div class="tabbed-block">${text("npm")}</div><div class="tabbed-block">${text("yarn")}</div></div></div></div></div></div>`,
    ".tabbed-block { display: none } .tabbed-set > input:nth-of-type(1):checked ~ .tabbed-content > :nth-child(1), .tabbed-set > input:nth-of-type(2):checked ~ .tabbed-content > :nth-child(2) { display: block }",
  ],
  "sphinx-design": [
    `<div class="sd-tab-set docutils">${radios("set", (one, i) => `<label class="sd-tab-label" for="set-${i}">${one}</label><div class="sd-tab-content">${text(one)}</div>`).join("")}</div>`,
    ".sd-tab-content { display: none } .sd-tab-set > input:checked + label + .sd-tab-content { display: block }",
  ],
  "sphinx-tabs": [
    `<div class="sphinx-tabs"><div role="tablist">${["npm", "yarn"].map((one, i) => `<button aria-controls="panel-0-${i}" class="sphinx-tabs-tab" id="tab-0-${i}" role="tab">${one}</button>`).join("")}</div>
      ${["npm", "yarn"].map((one, i) => `<div aria-labelledby="tab-0-${i}" class="sphinx-tabs-panel" id="panel-0-${i}" role="tabpanel" ${i ? "hidden" : ""}>${text(one)}</div>`).join("")}</div><script>${BY_ID}</script>`,
  ],
  Starlight: [
    `<starlight-tabs><div class="tablist-wrapper"><ul role="tablist">${["npm", "yarn"].map((one, i) => `<li role="presentation"><a role="tab" href="#tab-panel-${i}" id="tab-${i}" aria-selected="${!i}">${one}</a></li>`).join("")}</ul></div>
      ${["npm", "yarn"].map((one, i) => `<div id="tab-panel-${i}" aria-labelledby="tab-${i}" role="tabpanel" ${i ? "hidden" : ""}>${text(one)}</div>`).join("")}</starlight-tabs><script>${BY_ID}</script>`,
  ],
  Docusaurus: [
    `<div class="theme-tabs-container tabs-container"><ul role="tablist" class="tabs"><li role="tab" tabindex="0" aria-selected="true">npm</li><li role="tab" tabindex="-1" aria-selected="false">yarn</li></ul>
      <div class="margin-top--md"><div role="tabpanel" class="panel">${text("npm")}</div><div role="tabpanel" class="panel" hidden>${text("yarn")}</div></div></div><script>${LATE}</script>`,
  ],
  "VitePress, code groups": [
    `<div class="vp-code-group"><div class="tabs">${radios("group-1", (one, i) => `<label for="group-1-${i}">${one}</label>`).join("")}</div>
      <div class="blocks"><div class="language-sh active">${text("npm")}</div><div class="language-sh">${text("yarn")}</div></div></div>
      <script>addEventListener("click", ({ target }) => {
        if (!target.matches(".vp-code-group input")) return;
        const at = [...document.querySelectorAll(".tabs input")].indexOf(target);
        document.querySelectorAll(".blocks > div").forEach((block, i) => block.classList.toggle("active", i === at));
      });</script>`,
    ".blocks > div { display: none } .blocks > .active { display: block }",
  ],
  "mdBook, mdbook-tabs": [
    `<div class="mdbook-tabs-container"><nav class="mdbook-tabs"><button class="mdbook-tab active">npm</button><button class="mdbook-tab">yarn</button></nav>
      <div class="mdbook-tab-content panel">${text("npm")}</div><div class="mdbook-tab-content panel" hidden>${text("yarn")}</div></div><script>${BY_PLACE}</script>`,
  ],
  "Hugo, Relearn": [
    `<div class="tab-panel"><div class="tab-nav"><div class="tab-nav-title">Use</div><button>npm</button><button>yarn</button></div>
      <div class="tab-content"><div class="tab-content-text panel">${text("npm")}</div><div class="tab-content-text panel" hidden>${text("yarn")}</div></div></div><script>${BY_PLACE}</script>`,
  ],
  "Docsy, Bootstrap": [
    `<ul class="nav nav-tabs" role="tablist">${["npm", "yarn"].map((one, i) => `<li class="nav-item"><button role="tab" data-bs-toggle="tab" data-bs-target="#t-${i}">${one}</button></li>`).join("")}</ul>
      <div class="tab-content">${["npm", "yarn"].map((one, i) => `<div class="tab-pane" role="tabpanel" id="t-${i}" ${i ? "hidden" : ""}>${text(one)}</div>`).join("")}</div><script>${BY_ID}</script>`,
  ],
  "an accordion": [
    `<h3><button aria-expanded="false" aria-controls="more">More</button></h3><div id="more" hidden>${text("yarn")}</div>
      <script>document.querySelector("button").onclick = ({ target }) => { document.getElementById("more").hidden = target.ariaExpanded === "true"; target.ariaExpanded = "true" }</script>`,
  ],
  "details in a tab": [
    `<div class="tabbed-set">${radios("a").join("")}<div class="tabbed-content"><div class="tabbed-block">${text("npm")}</div><div class="tabbed-block"><details><summary>More</summary>${text("yarn")}</details></div></div></div>`,
    ".tabbed-block { display: none } .tabbed-set > input:nth-of-type(1):checked ~ .tabbed-content > :nth-child(1), .tabbed-set > input:nth-of-type(2):checked ~ .tabbed-content > :nth-child(2) { display: block }",
  ],
  "a part that is hidden until it is found": [`<div hidden="until-found">${text("yarn")}</div>`],
};

const FILLER = '<p style="height: 1500px">Some words fill this place.</p>';

const page = (content, style = "", scripts = "") => `<!doctype html><html><head><meta charset="utf-8"><title>Tabs</title><link rel="icon" href="data:,"><style>${style}</style>
  <script type="module" src="/kindex/land.min.js"></script></head><body><main><h1>Tabs</h1>${FILLER}<h2 id="install">Install</h2>${content}${FILLER}</main>${scripts}</body></html>`;

/** Whether the words are in the window, as a task of the page. */
const isInWindow = (words) => {
  const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode: node } = texts;
    if (!node.data.replace(/\s/g, "").includes(words.replace(/\s/g, ""))) continue;
    const { top, bottom, height } = node.parentElement.getBoundingClientRect();
    if (node.parentElement.checkVisibility({ visibilityProperty: true }) && height > 0 && top >= 0 && bottom <= innerHeight) return true;
  }
  return false;
};

describe("a result in what is hidden", () => {
  const pages = {};
  let server;
  let browser;

  before(async () => {
    const html = (path) => pages[path.slice(1)] ?? '<!doctype html><title>Start</title><link rel="icon" href="data:,">';
    server = await serveFiles({ kindex: join(ROOT, "dist", "npm") }, { page: html });
    browser = await launch();
  });

  after(() => Promise.all([browser?.close(), server?.close()]));

  /** Follows a result to a page, and gives that. */
  async function follow(html, passage, words, hash = "install") {
    pages.tabs = html;
    const { page, complaints, close } = await openPage(browser);
    await page.goto(server.address);
    await page.evaluate(async ([passage, hash]) => {
      const { remember } = await import("/kindex/element/led.js");
      const { withPassage } = await import("/kindex/element/passage.js");
      const url = new URL(`/tabs#${hash}`, location.href).href;
      remember(url, passage);
      document.body.append(Object.assign(document.createElement("a"), { href: withPassage(url, passage), id: "link", textContent: "To it" }));
    }, [passage, hash]);
    await page.click("#link");
    await page.waitForURL(/tabs/);
    await page.waitForFunction(isInWindow, words);
    assert.deepEqual(complaints, []);
    return { page, close };
  }

  for (const [name, [content, style]] of Object.entries(KINDS)) {
    test(`is shown: ${name}`, async () => {
      const { close } = await follow(page(content, style), [SENTENCE], SENTENCE);
      await close();
    });
  }

  test("is shown where its heading is in a tab, too", async () => {
    const [content, style] = KINDS["sphinx-design"];
    const { close } = await follow(page(content.replace("<p>Call the yarn", '<h3 id="inside">Inside it</h3><p>Call the yarn'), style), [], "Inside it", "inside");
    await close();
  });

  test("is not looked for in menus, and no button is pressed that shows something else", async () => {
    const press = 'onclick="window.opened = true"';
    const menu = `<button aria-expanded="false" aria-controls="menu" ${press}>Menu</button><nav id="menu" hidden>${text("yarn")}</nav>`;
    const button = `<div><button ${press}>Delete</button><div hidden>${text("yarn")}</div></div>`;
    const form = `<form><button ${press}>A</button><button ${press}>B</button><div>Shown</div><div hidden>${text("yarn")}</div></form>`;
    const { page: tab, close } = await follow(page(menu + button + form + KINDS["sphinx-design"][0], KINDS["sphinx-design"][1]), [SENTENCE], SENTENCE);
    assert.equal(await tab.evaluate(() => window.opened), undefined);
    await close();
  });

  test("is shown after the heading, where the same words stand before it", async () => {
    const { page: tab, close } = await follow(page(text("yarn"), "", "").replace(FILLER, text("yarn") + FILLER), [SENTENCE], SENTENCE);
    await tab.waitForFunction(() => scrollY > 500);
    await close();
  });

  /** Sentences in writing whose words are not parted by blanks, as pages have them, and phrases of an index. */
  const SCRIPTS = {
    Chinese: ["请在终端中运行以下安装\n命令，然后重新启动服务器。", ["请在终端中运行以下安装命令", "然后重新启动服务器"]],
    Japanese: ["次のコマンドを実行して\nライブラリを追加します、そして再起動します。", ["次のコマンドを実行してライブラリを追加します", "そして再起動します"]],
    Thai: ["เรียกใช้คำสั่งต่อไปนี้เพื่อติดตั้ง\nไลบรารีในโครงการของคุณ", ["เรียกใช้คำสั่งต่อไปนี้เพื่อติดตั้งไลบรารีในโครงการของคุณ"]],
    Lao: ["ດໍາເນີນການຄໍາສັ່ງຕໍ່ໄປນີ້ເພື່ອ\nຕິດຕັ້ງຫໍສະໝຸດ", ["ດໍາເນີນການຄໍາສັ່ງຕໍ່ໄປນີ້ເພື່ອຕິດຕັ້ງຫໍສະໝຸດ"]],
    Khmer: ["ដំណើរការ\u200bពាក្យ\u200bបញ្ជា\u200bខាង\u200bក្រោម\nដើម្បី\u200bដំឡើង។", ["ដំណើរការ\u200bពាក្យ\u200bបញ្ជា\u200bខាង\u200bក្រោមដើម្បី\u200bដំឡើង"]],
    Burmese: ["စာကြည့်တိုက်ကို\nထည့်သွင်းရန်အောက်ပါညွှန်ကြားချက်ကိုသုံးပါ။", ["စာကြည့်တိုက်ကိုထည့်သွင်းရန်အောက်ပါညွှန်ကြားချက်ကိုသုံးပါ"]],
  };
  for (const [name, [sentence, passage]] of Object.entries(SCRIPTS)) {
    test(`is shown in ${name}, on the page and in a tab`, async () => {
      const words = sentence.slice(0, 8);
      const { close } = await follow(page(`${FILLER}<p>${sentence}</p>`), passage, words);
      await close();
      const [content, style] = KINDS["sphinx-design"];
      const inTab = await follow(page(content.replaceAll(text("yarn"), `<p>${sentence}</p>`), style), passage, words);
      await inTab.close();
    });
  }

  test("is shown in another tab of the browser, where that tells the words of the address", async () => {
    const [content, style] = KINDS["sphinx-design"];
    pages.tabs = page(content, style).replace('<script type="module" src="/kindex/land.min.js"></script>', '<script type="module" src="/kindex/define.min.js"></script><kindex-search src="/none.kdx"></kindex-search>');
    const { page: tab, close } = await openPage(browser);
    await tab.goto(`${server.address}tabs#install:~:text=${encodeURIComponent(SENTENCE)}`);
    await tab.waitForFunction(isInWindow, SENTENCE);
    await close();
  });
});
