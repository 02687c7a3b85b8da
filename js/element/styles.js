// The styles that a page loads at once. System colours follow the color-scheme: that of the page, or
// SCHEMES where one can see that it is dark or light. The page's own rules come before both.

const CSS = `
:host {
  display: block;
  position: relative;
  /* Pages may have their text in other sizes, which they undo in each of their own parts. */
  font-size: medium;
  line-height: 1.5;
  text-align: start;
  white-space: normal;
  letter-spacing: normal;
  word-spacing: normal;
  text-transform: none;
  text-indent: 0;
  text-shadow: none;
  font-style: normal;
  font-weight: normal;
  cursor: auto;
  color: var(--kindex-text, CanvasText);
  --_text: var(--kindex-text, CanvasText);
  --_background: var(--kindex-background, Canvas);
  --_muted: var(--kindex-muted, color-mix(in srgb, var(--_text) 68%, var(--_background)));
  --_border: var(--kindex-border, color-mix(in srgb, var(--_text) 16%, var(--_background)));
  --_accent: var(--kindex-accent, color-mix(in srgb, LinkText 45%, #5b84e0));
  --_hover: color-mix(in srgb, var(--_text) 5%, var(--_background));
  --_radius: var(--kindex-radius, 0.6em);
}
:host > * { font: var(--kindex-font, inherit); }
:host([hidden]), [hidden] { display: none !important; }
*, ::before, ::after { box-sizing: border-box; }
.unseen {
  position: absolute;
  inline-size: 1px;
  margin: 0;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
}
.icon { inline-size: 1.15em; block-size: 1.15em; flex: none; fill: none; stroke: currentColor; stroke-width: 1.4; stroke-linecap: round; stroke-linejoin: round; }
input, button, select { font: inherit; color: inherit; margin: 0; }
.entry { position: relative; flex: 1; min-inline-size: 0; }
.entry > .icon { position: absolute; inset-block: 0; inset-inline-start: 0.85em; margin-block: auto; color: var(--_muted); pointer-events: none; }
[part="input"] {
  inline-size: 100%;
  padding: 0.55em 0.8em 0.55em 2.5em;
  appearance: none;
  background: var(--_background);
  border: 1px solid var(--_border);
  border-radius: var(--_radius);
}
[part="input"]:dir(rtl) { padding: 0.55em 2.5em 0.55em 0.8em; }
[part="input"]::-webkit-search-cancel-button {
  appearance: none;
  inline-size: 0.8em;
  block-size: 0.8em;
  opacity: 0.6;
  cursor: pointer;
  background: linear-gradient(45deg, #0000 45%, currentColor 45% 55%, #0000 55%), linear-gradient(-45deg, #0000 45%, currentColor 45% 55%, #0000 55%);
}
[part="input"]::placeholder { color: var(--_muted); opacity: 1; }
:focus-visible { outline: 2px solid var(--_accent); outline-offset: 1px; }
[part="button"] {
  display: flex;
  gap: 0.6em;
  align-items: center;
  inline-size: 100%;
  padding: 0.5em 0.8em;
  text-align: start;
  background: var(--_background);
  border: 1px solid var(--_border);
  border-radius: var(--_radius);
  color: var(--_muted);
  cursor: pointer;
}
[part="button"]:hover { border-color: var(--_muted); }
[part="button"] > span { flex: 1; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
@media (hover: none) { [part="shortcut"] { display: none; } }
kbd, [part="close"]::after {
  padding: 0.05em 0.4em;
  font: inherit;
  font-size: 0.8em;
  white-space: nowrap;
  border: 1px solid var(--_border);
  border-radius: 0.35em;
}
[part="dialog"] {
  flex-direction: column;
  inline-size: min(var(--kindex-width, 62em), 100% - 2em);
  max-block-size: none;
  margin-block: 8vh auto;
  padding: 0;
  overflow: hidden;
  background: var(--_background);
  color: inherit;
  border: 1px solid var(--_border);
  border-radius: calc(var(--_radius) * 1.5);
  box-shadow: 0 1.5em 4em rgb(0 0 0 / 0.3);
  /* It may lie in a menu that is hidden. */
  visibility: visible;
  pointer-events: auto;
}
[part="dialog"][open] { display: flex; }
[part="dialog"]::backdrop { background: rgb(0 0 0 / 0.45); }
[part="dialog"] [part="field"] { display: flex; align-items: center; flex: none; }
[part="dialog"] [part="input"] { padding-block: 0.85em; border-color: transparent; border-radius: 0; }
[part="dialog"] [part="input"]:focus-visible { outline: none; }
[part="dialog"] .entry > .icon { color: var(--_accent); }
[part="close"] { display: flex; padding: 0.5em; margin-inline: 0.4em; background: none; border: 0; border-radius: var(--_radius); color: var(--_muted); cursor: pointer; }
@media (hover: hover) { [part="close"]::after { content: "esc"; } [part="close"] .icon { display: none; } }
/* On telephones it is large, and the only cross. */
@media (hover: none) {
  [part="close"] { align-items: center; justify-content: center; inline-size: 44px; block-size: 44px; }
  [part="dialog"] [part="input"]::-webkit-search-cancel-button { display: none; }
}
[part="close"]:hover { background: var(--_hover); }
@media (max-width: 40em) {
  [part="dialog"] {
    position: fixed;
    inset: var(--_top, 0) 0 auto;
    margin: 0;
    inline-size: 100%;
    max-inline-size: none;
    block-size: var(--_height, 100dvh);
    border: 0;
    border-radius: 0;
  }
}
.absent { position: absolute; z-index: var(--kindex-layer, 10); inset: calc(100% + 0.35em) 0 auto; margin: 0; padding: 0.6em 1em; background: var(--_background); border: 1px solid var(--_border); border-radius: var(--_radius); }
[part="dialog"] .absent, .absent.flow { position: static; }
.absent button { padding: 0.3em; background: none; border: 0; color: var(--_accent); text-decoration: underline; cursor: pointer; }
@media (prefers-reduced-motion: no-preference) {
  [part="dialog"][open], [part="panel"] { animation: shown 0.12s ease-out; }
  @keyframes shown { from { opacity: 0; } }
}
@media (forced-colors: active) { [part="dialog"] [part="field"] { border-block-end: 2px solid Highlight; } }
`;

const SCHEMES = { dark: ":host { color-scheme: dark }", light: ":host { color-scheme: light }" };

/** Style sheets by what is in them, each one for all elements of the page. */
const made = {};

/**
 * Constructed style sheets, which need no permission of a Content-Security-Policy.
 *
 * @param {boolean | undefined} isDark whether the page is; undefined leaves it to its `color-scheme`
 * @param {string[]} more what else is seen by now
 * @returns {CSSStyleSheet[]}
 */
export function sheets(isDark, ...more) {
  const scheme = isDark === undefined ? [] : [isDark ? SCHEMES.dark : SCHEMES.light];
  return [CSS, ...scheme, ...more].map(sheet);
}

function sheet(css) {
  if (!made[css]) {
    made[css] = new CSSStyleSheet();
    made[css].replaceSync(css);
  }
  return made[css];
}
