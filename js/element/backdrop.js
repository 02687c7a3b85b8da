// Whether the page is dark. Many pages are without saying so in `color-scheme`, so that the colours
// of the system would be light.
import { above } from "./dom.js";

/** Looks at what an element lies on, again and again. */
export class Backdrop {
  #host;
  #probe;
  #onChange;
  /** The last value that `onChange` was called with. */
  #isDark;
  #observer;
  #listening = new AbortController();

  /**
   * @param {HTMLElement} host
   * @param {() => HTMLElement} probe gives an element in it whose style is of no other use
   * @param {(isDark: boolean | undefined) => void} onChange is called at each change; undefined leaves it to the page's `color-scheme`
   * @param {() => void} onAround is called where an attribute of an ancestor changes
   */
  constructor(host, probe, onChange, onAround) {
    this.#host = host;
    this.#probe = probe;
    this.#onChange = onChange;
    this.#observer = new MutationObserver(() => {
      this.look();
      onAround();
    });
  }

  start() {
    const { signal } = (this.#listening = new AbortController());
    const look = () => this.look();
    const around = ancestors(this.#host);
    for (const node of around) this.#observer.observe(node, { attributes: true });
    // A background that changes slowly is the old one at first.
    addEventListener("transitionend", ({ target }) => around.includes(target) && look(), { signal });
    addEventListener("load", look, { signal });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", look, { signal });
    this.look();
  }

  stop() {
    this.#observer.disconnect();
    this.#listening.abort();
  }

  look() {
    const lightness = this.#lightness();
    const isDark = lightness === undefined ? undefined : lightness < 0.5;
    if (isDark === this.#isDark) return;
    this.#isDark = isDark;
    this.#onChange(isDark);
  }

  /** From 0 to 1, of the nearest background that fills the page; undefined where none does. */
  #lightness() {
    for (const node of ancestors(this.#host).filter(fillsPage)) {
      const [red, green, blue, alpha = 1] = this.#channels(getComputedStyle(node).backgroundColor);
      if (alpha >= 0.5) return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    }
    return undefined;
  }

  /** The numbers of a colour however it is written: mixed with itself, it becomes one of sRGB. */
  #channels(colour) {
    const probe = this.#probe();
    probe.style.color = `color-mix(in srgb, ${colour}, ${colour})`;
    const mixed = getComputedStyle(probe).color;
    probe.style.color = "";
    return mixed.replace("srgb", "").match(/-?[\d.]+(e-?\d+)?/g).map(Number);
  }
}

/** The ancestors of an element, the nearest first. */
function ancestors(element) {
  const nodes = [];
  for (let node = above(element); node; node = above(node)) nodes.push(node);
  return nodes;
}

/** Whether an element is the page, or so large that it looks like it: bars and boxes do not. */
function fillsPage(node) {
  if (node === document.body || node === document.documentElement) return true;
  const { width, height } = node.getBoundingClientRect();
  return Math.min(width, innerWidth) * Math.min(height, innerHeight) >= (innerWidth * innerHeight) / 2;
}
