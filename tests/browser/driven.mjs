// What pages of all engines do alike, whatever drives them.
import { setTimeout as pause } from "node:timers/promises";
import { PATIENCE } from "./support.mjs";

/**
 * A page that a driver controls. Each engine adds `goto`, `evaluate`, `act`, `tabs`, `enter`, `leave` and `close`.
 */
export class Page {
  /** Waits until what a function gives in the page is something, and gives that. The page may be left meanwhile. */
  until(found, ...args) {
    const look = () => this.evaluate(found, ...args).catch((error) => {
      if (!/before the unload event/.test(error.message)) throw error;
    });
    return waitFor(look, String(found));
  }

  /** Clicks on what a selector finds in the search field, or in a page without one. */
  async click(selector) {
    const place = await this.evaluate(middleOf, selector);
    await this.act("pointer", [
      { type: "pointerMove", ...place },
      { type: "pointerDown", button: 0 },
      { type: "pointerUp", button: 0 },
    ]);
  }

  /** Presses keys, wherever the focus is. A text is pressed letter by letter. */
  press(...keys) {
    return this.act("key", strokes(keys.join("")));
  }

  /** Presses keys while another is held. */
  hold(modifier, ...keys) {
    const inside = strokes(keys.join(""));
    return this.act("key", [{ type: "keyDown", value: modifier }, ...inside, { type: "keyUp", value: modifier }]);
  }

  /** Puts a text into a field at once, as pasting does. */
  paste(selector, text) {
    const put = (selector, text) => {
      const field = document.querySelector(selector);
      field.value = text;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    };
    return this.evaluate(put, selector, text);
  }

  /** Does what opens another tab, and gives that. */
  async opened(act) {
    const before = await this.tabs();
    await act();
    return waitFor(async () => (await this.tabs()).find((one) => !before.includes(one)), "another tab");
  }
}

/** Looks until there is something to be seen. */
async function waitFor(look, what) {
  const end = Date.now() + PATIENCE;
  for (;;) {
    const seen = await look();
    if (seen) return seen;
    if (Date.now() > end) throw new Error(`waited for ${what}`);
    await pause(20);
  }
}

const strokes = (keys) => [...keys].flatMap((value) => [{ type: "keyDown", value }, { type: "keyUp", value }]);

/** Runs in the page. */
function middleOf(selector) {
  const root = document.querySelector("kindex-search")?.shadowRoot ?? document;
  const { x, y, width, height } = root.querySelector(selector).getBoundingClientRect();
  return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
}
