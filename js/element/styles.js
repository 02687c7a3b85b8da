// System colours follow the color-scheme: that of the page, or SCHEMES where one can see that it is dark
// or light. What the page itself says of the element comes before both. A constructed style sheet
// needs no permission of a Content-Security-Policy.
const CSS = `
:host {
  display: block;
  position: relative;
  /* Pages may have their text in other sizes, which they undo in each of their own parts. */
  font-size: medium;
  line-height: 1.5;
  color: var(--kindex-text, CanvasText);
  --_background: var(--kindex-background, Canvas);
  --_muted: var(--kindex-muted, color-mix(in srgb, CanvasText 72%, Canvas));
  --_border: var(--kindex-border, color-mix(in srgb, CanvasText 28%, Canvas));
  --_active: var(--kindex-active, color-mix(in srgb, LinkText 14%, Canvas));
  --_accent: var(--kindex-accent, LinkText);
  --_error: var(--kindex-error, color-mix(in srgb, #e00 65%, var(--kindex-text, CanvasText)));
  --_radius: var(--kindex-radius, 0.5em);
}
:host > * { font: var(--kindex-font, inherit); }
:host([hidden]), [hidden] { display: none !important; }
*, ::before, ::after { box-sizing: border-box; }
.unseen {
  position: absolute;
  inline-size: 1px;
  block-size: 1px;
  margin: 0;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
}
input, button { font: inherit; color: inherit; margin: 0; }
[part="input"] {
  inline-size: 100%;
  padding: 0.55em 0.8em;
  background: var(--_background);
  border: 1px solid var(--_border);
  border-radius: var(--_radius);
}
[part="input"]::placeholder { color: var(--_muted); opacity: 1; }
:focus-visible { outline: 2px solid var(--_accent); outline-offset: 1px; }
[part="panel"] {
  position: absolute;
  z-index: var(--kindex-layer, 10);
  inset-block-start: calc(100% + 0.35em);
  inset-inline-start: 0;
  inline-size: max(100%, min(30em, 100vw - 2em));
  display: flex;
  flex-direction: column;
  max-block-size: min(var(--kindex-height, min(70vh, 34em)), max(12em, var(--_space, 100vh)));
  overflow: hidden;
  background: var(--_background);
  border: 1px solid var(--_border);
  border-radius: var(--_radius);
  box-shadow: 0 0.5em 1.5em rgb(0 0 0 / 0.2);
}
[part="list"] { overflow: hidden auto; overscroll-behavior: contain; }
[part="option"] {
  display: block;
  padding: 0.6em 0.8em;
  color: inherit;
  text-decoration: none;
  cursor: pointer;
  overflow-wrap: anywhere;
}
[part="option"] + [part="option"] { border-block-start: 1px solid var(--_border); }
[part="option"]:hover, [part="option"][aria-selected="true"] { background: var(--_active); }
[part="option"][aria-selected="true"] { box-shadow: inset 3px 0 var(--_accent); }
[part="option"][aria-selected="true"]:dir(rtl) { box-shadow: inset -3px 0 var(--_accent); }
[part="trail"], [part="title"], [part="snippet"] { display: block; }
[part="trail"], [part="status"], [part="suggestion"] { font-size: 0.85em; color: var(--_muted); }
[part="title"] { font-weight: 600; color: var(--_accent); }
[part="snippet"] {
  display: -webkit-box;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
  overflow: hidden;
  font-size: 0.9em;
}
mark {
  background: var(--kindex-mark, rgb(255 190 0 / 0.35));
  color: var(--kindex-mark-text, inherit);
  border-radius: 0.15em;
}
[part="status"], [part="suggestion"], [part="error"] { margin: 0; padding: 0.5em 0.94em; }
[part="status"] { white-space: pre-line; overflow-wrap: anywhere; }
[part="suggestion"] { border-block-end: 1px solid var(--_border); }
[part="list"] + [part="status"] { border-block-start: 1px solid var(--_border); }
[part="list"][hidden] + [part="status"] { border: 0; }
.failure {
  display: flex;
  align-items: baseline;
  color: var(--_error);
  background: color-mix(in srgb, var(--_error) 8%, transparent);
  border-inline-start: 4px solid;
}
[part="error"] { flex: 1; padding: 0.8em; }
[part="retry"] { padding: 0.8em; flex: none; }
[part="suggestion"] button, [part="close"] { padding: 0; }
[part="suggestion"] button, [part="close"], [part="retry"] {
  background: none;
  border: 0;
  color: var(--_accent);
  text-decoration: underline;
  cursor: pointer;
}
[part="button"] {
  display: flex;
  gap: 1.5em;
  justify-content: space-between;
  inline-size: 100%;
  padding: 0.55em 0.8em;
  background: var(--_background);
  border: 1px solid var(--_border);
  border-radius: var(--_radius);
  color: var(--_muted);
  cursor: pointer;
}
[part="shortcut"] {
  padding-inline: 0.4em;
  font: inherit;
  font-size: 0.85em;
  white-space: nowrap;
  border: 1px solid var(--_border);
  border-radius: 0.3em;
}
[part="dialog"] {
  inline-size: min(42em, 100% - 2em);
  margin-block: 10vh auto;
  padding: 0.8em;
  background: var(--_background);
  color: inherit;
  border: 1px solid var(--_border);
  border-radius: var(--_radius);
}
[part="dialog"]::backdrop { background: rgb(0 0 0 / 0.4); }
[part="dialog"] [part="field"] { display: flex; gap: 0.8em; }
[part="dialog"] [part="panel"] {
  position: static;
  inline-size: auto;
  margin-block-start: 0.8em;
  --kindex-height: min(65vh, 40em);
  max-inline-size: none !important;
  translate: none !important;
  box-shadow: none;
}
@media (prefers-reduced-motion: no-preference) {
  [part="panel"], [part="dialog"][open] { animation: shown 0.12s ease-out; }
  @keyframes shown { from { opacity: 0; } }
}
@media (forced-colors: active) {
  [part="option"][aria-selected="true"] { outline: 2px solid Highlight; outline-offset: -2px; }
  mark { background: Mark; color: MarkText; }
}
`;

const SCHEMES = { dark: ":host { color-scheme: dark }", light: ":host { color-scheme: light }" };

/** Style sheets by what is in them, each one for all elements of the page. */
const sheets = {};

/**
 * @param {boolean} [isDark] whether the page is; undefined leaves it to its `color-scheme`
 * @returns {CSSStyleSheet[]}
 */
export function styles(isDark) {
  if (isDark === undefined) return [sheet(CSS)];
  return [sheet(CSS), sheet(isDark ? SCHEMES.dark : SCHEMES.light)];
}

function sheet(css) {
  if (!sheets[css]) {
    sheets[css] = new CSSStyleSheet();
    sheets[css].replaceSync(css);
  }
  return sheets[css];
}
