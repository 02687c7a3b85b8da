// How the search field looks: where the panel lies, colours, what of a text is shown.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, test } from "node:test";
import { program } from "../bundlers/support.mjs";
import { SITE, withField } from "./field.mjs";

const FILLER = "This sentence is of no use and only makes the section longer than it would be. ".repeat(4);

/** Markdown of all kinds, each with a word of its own, and what is shown of it. */
const KINDS = {
  aardvark: ["## Heading\n\nAardvark walks.", "Aardvark walks."],
  badger: ["| badger | default |\n| --- | ---: |\n| otter | 1 \\| 2 |\n", "badger · default · otter · 1 | 2"],
  cheetah: ["- [ ] cheetah\n- second\n  * third", "cheetah · second · third"],
  dormouse: ["1. dormouse\n2) next", "dormouse · next"],
  echafaud: ["```sh\nechafaud | sort  # comment\n- minus\n```\n\nAfter.\n", "echafaud | sort # comment - minus After."],
  flamingo: [`${FILLER}\n\nA flamingo stands. ${FILLER}`, /^… .*A flamingo stands\. .* …$/],
  gazelle: ["## Upper\n\nGazelle above.\n\n#### Lower\n\nMore below.", "Gazelle above. · Lower · More below."],
  ibis: ["## Lists\n- ibis\n- other", "ibis · other"],
  jackal: [`\`\`\`js\n${"- let filler = 0\n".repeat(200)}- jackal = 1\n\`\`\`\n\n- After.\n`, "… - jackal = 1 · After."],
  heron: ["> A heron\n> says.\n\n---\n\n## Other\n\nText.", "A heron says. · Other · Text."],
};

const RECORDS = Object.entries(KINDS).map(([id, [text]]) => ({ id, title: "Kinds", text: `# Kinds\n\n${text}` }));

/** A word that stands far from the beginning of what is shown around it, also in code. */
const LATE = ["Late", "Later", "Latest"].map((title, i) => ({
  id: title,
  title,
  text: `# ${title}\n\nThis is a sentence of many words that goes on and on for most of the lines, until at last there comes ${i ? "`a.kingfisher(x)`" : "a kingfisher"} and dives.`,
}));

/** Titles with names that are several words. */
const NAMES = [
  { id: "a", title: "createServer and HTMLElement", text: "# createServer and HTMLElement\n\nThe server, an element. A ServerResponse." },
  { id: "b", title: "http_server", text: "# http_server\n\nThe server of the module." },
];

const THEME = "<style>:root { color-scheme: light dark; font: 1rem system-ui }</style>";

describe("the looks of the search field", () => {
  const the = withField({ kinds: RECORDS, late: LATE, names: NAMES });
  const { look, visit, type, input, options, part } = the;

  for (const [word, [text, expected]] of Object.entries(KINDS)) {
    test(`shows what people read: ${text.slice(0, 20).trim()}`, async () => {
      await visit('src="/indexes/kinds.kdx"');
      await type(word);
      const shown = await part("snippet").first().innerText();
      if (expected instanceof RegExp) assert.match(shown, expected);
      else assert.equal(shown, expected);
      const marks = await options().first().locator("mark").allInnerTexts();
      assert.deepEqual(marks.map((mark) => mark.toLowerCase()), [word]);
    });
  }

  for (const width of [320, 390, 1280]) {
    test(`shows the word that was found, in a window of ${width} px`, async () => {
      await look({ viewport: { width, height: 800 } });
      await visit('src="/indexes/late.kdx" modal');
      await part("button").click();
      await type("kingfisher");
      const seen = await part("snippet").evaluateAll((all) =>
        all.map((snippet) => {
          const mark = snippet.querySelector("mark");
          return [mark.textContent, mark.getBoundingClientRect().bottom <= snippet.getBoundingClientRect().bottom + 1, snippet.textContent];
        }),
      );
      assert.equal(seen.length, 3);
      for (const [word, isSeen, text] of seen) {
        assert.equal(word, "kingfisher");
        assert.ok(isSeen, text);
        if (width < 400) assert.match(text, /^… \S.*kingfisher.* dives\.$/);
      }
    });
  }

  test("marks words of names in titles, as in texts", async () => {
    await visit('src="/indexes/names.kdx"');
    await type("server");
    const marks = async () => (await part("title").locator("mark").allInnerTexts()).toSorted();
    assert.deepEqual(await marks(), ["Server", "server"]);
    await type("html element");
    await the.tab.waitForFunction(() => /html/i.test(document.querySelector("kindex-search").shadowRoot.querySelector("[part=title] mark")?.textContent));
    assert.deepEqual((await marks()).join("").toLowerCase(), "htmlelement");
  });

  const PLATFORMS = { MacIntel: "⌘K", iPhone: "⌘K", "Linux x86_64": "Ctrl K", Win32: "Ctrl K" };
  for (const [platform, keys] of Object.entries(PLATFORMS)) {
    test(`names the keys as people do: ${platform}`, async () => {
      await the.tab.addInitScript((platform) => {
        Object.defineProperty(navigator, "platform", { value: platform });
        Object.defineProperty(navigator, "userAgentData", { value: undefined });
      }, platform);
      await visit(`${SITE} modal shortcut="mod+k"`);
      assert.equal(await part("shortcut").innerText(), keys);
      await the.tab.evaluate(() => (document.querySelector("kindex-search").shortcut = "/"));
      assert.equal(await part("shortcut").innerText(), "/");
    });
  }

  test("names the keys as people do where browsers tell the platform anew", async () => {
    await the.tab.addInitScript(() => Object.defineProperty(navigator, "userAgentData", { value: { platform: "macOS" } }));
    await visit(`${SITE} modal shortcut="mod+k"`);
    assert.equal(await part("shortcut").innerText(), "⌘K");
  });

  /** A field at an edge of the page, and where it and its panel lie. */
  async function boxes(attributes, style) {
    await visit(attributes, `<style>body { margin: 0 } main { padding: 1rem } ${style}</style>`);
    await type("theme");
    const [field, panel] = [await input().boundingBox(), await part("panel").boundingBox()];
    const { scrollWidth, clientWidth } = await the.tab.evaluate(() => document.documentElement);
    assert.ok(!(scrollWidth > clientWidth), "nothing sticks out");
    return { field, panel, end: panel.x + panel.width, width: clientWidth };
  }

  for (const width of [360, 1280]) {
    for (const direction of ["ltr", "rtl"]) {
      for (const edge of ["left", "right"]) {
        test(`has room where the field is narrow: ${width} px, ${direction}, ${edge}`, async () => {
          await look({ viewport: { width, height: 700 } });
          const style = `:root { direction: ${direction} } kindex-search { inline-size: 120px; margin-${edge}: 0; margin-${edge === "left" ? "right" : "left"}: auto }`;
          const { field, panel, end } = await boxes(SITE, style);
          assert.equal(field.width, 120);
          assert.ok(panel.width >= Math.min(width - 32, 28 * 16), `${panel.width} px wide`);
          assert.ok(panel.x >= 8 && end <= width - 8, `from ${panel.x} to ${end}`);
          // It stays beside the field.
          assert.ok(edge === "left" ? panel.x === field.x : Math.abs(end - field.x - field.width) < 1);
        });
      }
    }
  }

  test("is as wide as a wide field", async () => {
    const { field, panel } = await boxes(SITE, "");
    assert.deepEqual([panel.x, panel.width], [field.x, field.width]);
  });

  test("stays where it can be seen when the window becomes narrow", async () => {
    await look({ viewport: { width: 1280, height: 700 } });
    await boxes(SITE, "kindex-search { inline-size: 120px; margin-left: 200px }");
    await the.tab.setViewportSize({ width: 420, height: 700 });
    await the.tab.waitForFunction(() => {
      const panel = document.querySelector("kindex-search").shadowRoot.querySelector("[part=panel]");
      return panel.getBoundingClientRect().right <= 420;
    });
  });

  test("has all of the dialog where the button is narrow and cut off", async () => {
    await look({ viewport: { width: 1280, height: 700 } });
    await visit(`${SITE} modal`, "<style>main { inline-size: 150px; overflow: auto; block-size: 100vh }</style>");
    await part("button").click();
    await type("theme");
    const [dialog, panel] = [await part("dialog").boundingBox(), await part("panel").boundingBox()];
    assert.ok(panel.width > 600 && panel.width < dialog.width, `${panel.width} px wide`);
    assert.ok(Math.abs(2 * panel.x + panel.width - 2 * dialog.x - dialog.width) < 1, "in its middle");
  });

  for (const [name, attributes] of Object.entries({ "on the page": "", "in the dialog": "modal" })) {
    test(`shows how many there are without scrolling, ${name}`, async () => {
      await look({ viewport: { width: 700, height: 600 } });
      await visit(`${SITE} ${attributes}`, "<style>h1 { margin-block-start: 180px }</style>");
      if (attributes) await part("button").click();
      await type("theme");
      const [panel, status] = [await part("panel").boundingBox(), await part("status").boundingBox()];
      assert.match(await part("status").innerText(), /^\d+ of \d+ pages?$/);
      assert.ok(status.y + status.height <= Math.min(600, panel.y + panel.height), `${status.y} in ${panel.y} + ${panel.height}`);
      const list = await part("list").evaluate((list) => [list.scrollHeight, list.clientHeight]);
      assert.ok(list[0] > list[1] && list[1] > 100, `the list scrolls: ${list}`);
      if (attributes) {
        const dialog = await part("dialog").evaluate((dialog) => [dialog.scrollHeight, dialog.clientHeight]);
        assert.equal(dialog[0], dialog[1], "and nothing else");
      }
      await the.tab.keyboard.press("ArrowUp");
      const last = await options().last().boundingBox();
      assert.ok(last.y + last.height <= status.y + 1, "the count hides no result");
    });
  }

  test("has a line between what was meant and what was found", async () => {
    await visit(SITE);
    await type("confguration");
    const line = await part("suggestion").evaluate((one) => getComputedStyle(one).borderBlockEndStyle);
    assert.equal(line, "solid");
  });

  /** Contrast of the first mark, and how its background differs from what is around it, by WCAG. */
  const contrast = () =>
    options().locator("mark").first().evaluate((mark) => {
      const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
      const drawn = (...colours) => {
        for (const colour of colours) {
          canvas.fillStyle = colour;
          canvas.fillRect(0, 0, 1, 1);
        }
        return [...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3)];
      };
      const light = (colour) =>
        colour
          .map((value) => value / 255)
          .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
          .reduce((sum, value, i) => sum + value * [0.2126, 0.7152, 0.0722][i], 0);
      const { color, backgroundColor } = getComputedStyle(mark);
      const around = getComputedStyle(mark.closest("[part=panel]")).backgroundColor;
      const back = drawn(around, backgroundColor);
      const [one, other] = [light(drawn(color)), light(back)].sort((a, b) => b - a);
      return { ratio: (one + 0.05) / (other + 0.05), back, around: drawn(around), own: drawn(backgroundColor) };
    });

  for (const colorScheme of ["light", "dark"]) {
    test(`has soft marks that can be read: ${colorScheme}`, async () => {
      await look({ colorScheme });
      await visit(SITE, THEME);
      await type("theme");
      const { ratio, back, around } = await contrast();
      assert.ok(ratio >= 4.5, `contrast is ${ratio}`);
      assert.notDeepEqual(back, around);
      const glare = Math.max(...back) - Math.min(...back);
      assert.ok(glare < 128, `rgb(${back}) is glaring`);
    });
  }

  test("has marks as the page wants them", async () => {
    await visit(SITE, "<style>kindex-search { --kindex-mark: rgb(1 2 3); --kindex-mark-text: rgb(250 251 252) }</style>");
    await type("theme");
    const { color, backgroundColor } = await options().locator("mark").first().evaluate((mark) => {
      const { color, backgroundColor } = getComputedStyle(mark);
      return { color, backgroundColor };
    });
    assert.deepEqual([color, backgroundColor], ["rgb(250, 251, 252)", "rgb(1, 2, 3)"]);
  });

  test("has the marks of the system where colours are forced", async () => {
    await look({ forcedColors: "active" });
    await visit(SITE);
    await type("theme");
    const [inside, outside] = await options().locator("mark").first().evaluate((mark) => {
      const other = document.body.appendChild(document.createElement("mark"));
      return [mark, other].map((one) => [getComputedStyle(one).color, getComputedStyle(one).backgroundColor]);
    });
    assert.deepEqual(inside, outside);
  });

  test("does not move what stands around it", async () => {
    await visit(SITE);
    const before = await the.tab.locator("main > p").boundingBox();
    await type("theme");
    assert.deepEqual(await the.tab.locator("main > p").boundingBox(), before);
  });

  /** Breaches of accessibility that axe finds, and the rules that hold. */
  async function checked() {
    await the.tab.addScriptTag({ content: await readFile(program("axe-core/axe.min.js"), "utf8") });
    const { violations, passes } = await the.tab.evaluate(() => window.axe.run());
    const found = violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)]);
    return { found, passed: passes.map(({ id }) => id) };
  }

  async function shoot(name) {
    const folder = process.env.SCREENSHOTS;
    if (folder) await the.tab.screenshot({ path: join(folder, `${name.replaceAll(" ", "-")}.png`) });
  }

  const LOOKS = {
    light: { colorScheme: "light" },
    dark: { colorScheme: "dark" },
    narrow: { viewport: { width: 320, height: 600 } },
    "right to left": { direction: "rtl" },
    dialog: { attributes: "modal" },
  };
  for (const [name, { direction = "ltr", attributes = "", ...looks }] of Object.entries(LOOKS)) {
    test(`is accessible: ${name}`, async () => {
      await look(looks);
      await visit(`${SITE} placeholder="Search" ${attributes}`, THEME);
      await the.tab.evaluate((direction) => (document.documentElement.dir = direction), direction);
      if (attributes) await the.tab.getByRole("button", { name: "Search" }).click();
      await type("confguration theme");
      await the.tab.keyboard.press("ArrowDown");
      await shoot(name);
      const { found, passed } = await checked();
      assert.deepEqual(found, []);
      assert.ok(passed.includes("aria-required-children"));
      const { scrollWidth, clientWidth } = await the.tab.evaluate(() => document.documentElement);
      assert.ok(!(scrollWidth > clientWidth), "nothing sticks out");
    });
  }

  for (const colorScheme of ["light", "dark"]) {
    test(`is accessible where it failed: ${colorScheme}`, async () => {
      await look({ colorScheme });
      await visit('src="/indexes/none.kdx"', THEME);
      await input().fill("theme");
      await part("error").waitFor();
      await shoot(`error ${colorScheme}`);
      assert.deepEqual((await checked()).found, []);
    });
  }
});
