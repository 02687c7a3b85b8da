// The styles of all that is seen once somebody searches.
export const panelStyles = `
:host {
  --_active: var(--kindex-active, color-mix(in srgb, var(--_accent) 12%, var(--_background)));
  --_error: var(--kindex-error, color-mix(in srgb, #e00 65%, var(--_text)));
}
.ghost { position: absolute; inset: 1px 2em 1px 1px; padding: 0.55em 0 0.55em 2.5em; overflow: hidden; white-space: pre; color: var(--_muted); pointer-events: none; }
.ghost:dir(rtl) { inset: 1px 1px 1px 2em; padding: 0.55em 2.5em 0.55em 0; }
[part="dialog"] .ghost { padding-block: 0.85em; }
.typed { visibility: hidden; }
[part="panel"] {
  position: absolute;
  z-index: var(--kindex-layer, 10);
  inset-block-start: calc(100% + 0.35em);
  inset-inline-start: 0;
  inline-size: max(var(--_field, 100%), min(30em, 100vw - 2em));
  display: flex;
  flex-direction: column;
  max-block-size: min(var(--kindex-height, min(70vh, 36em)), max(12em, var(--_space, 100vh)));
  overflow: hidden;
  container-type: inline-size;
  background: var(--_background);
  border: 1px solid var(--_border);
  border-radius: var(--_radius);
  box-shadow: 0 0.6em 2em rgb(0 0 0 / 0.18);
}
[part="panel"][popover] { position: fixed; block-size: auto; margin: 0; padding: 0; color: inherit; }
.flow[part="panel"] { position: static; inline-size: auto; max-block-size: none; margin-block-start: 1em; border: 0; box-shadow: none; overflow: visible; }
[part="dialog"] [part="panel"] {
  position: static;
  flex: 1;
  min-block-size: 0;
  inline-size: auto;
  max-block-size: none;
  border: 0;
  border-block-start: 1px solid var(--_border);
  border-radius: 0;
  box-shadow: none;
}
[part="dialog"].full { block-size: min(var(--kindex-height, 38em), 100dvh - 12vh); }
.body { display: flex; flex: 1; min-block-size: 0; }
[part="list"] { flex: 1; min-inline-size: 0; padding: 0.4em; overflow: hidden auto; overscroll-behavior: contain; scroll-padding-block: 0.4em; }
.flow [part="list"] { padding: 0; overflow: visible; }
.wide [part="list"] { flex: 0 0 42%; }
[part="preview"] {
  position: relative;
  flex: 1;
  min-inline-size: 0;
  padding: 1em 1.4em 2em;
  overflow: hidden auto;
  overscroll-behavior: contain;
  border-inline-start: 1px solid var(--_border);
}
[part="preview"]:focus-visible { outline-offset: -2px; }
.path { position: sticky; z-index: 1; inset-block-start: -1.25em; margin: -1.25em -1.75em 0.8em; padding: 0.8em 1.75em; font-size: 0.8em; font-weight: 400; color: var(--_muted); background: var(--_background); border-block-end: 1px solid var(--_border); }
.group + .group { margin-block-start: 0.3em; padding-block-start: 0.3em; border-block-start: 1px solid var(--_border); }
[part~="page"], [part~="option"] { position: relative; display: flex; gap: 0.65em; align-items: start; padding: 0.4em 0.6em; color: inherit; text-decoration: none; border-radius: var(--_radius); }
[part~="page"] { padding-block: 0.4em 0.2em; color: var(--_muted); font-size: 0.85em; font-weight: 600; }
[part="elsewhere"] { margin: 0.6em 0 0; padding: 0.6em 0.75em 0.3em; font-size: 0.8em; color: var(--_muted); border-block-start: 1px solid var(--_border); }
[part="elsewhere"]:first-child { margin: 0; border: 0; }
[part="elsewhere"] + .group { border: 0; }
[part="tag"] { padding: 0 0.4em; font-size: 0.85em; font-weight: 400; color: var(--_muted); border: 1px solid var(--_border); border-radius: 0.4em; }
[part="page-title"] { flex: 1; padding-inline-end: 1.6em; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
[part~="option"] {
  inline-size: 100%;
  text-align: start;
  background: none;
  border: 0;
  cursor: pointer;
  overflow-wrap: anywhere;
}
[part~="option"] > .icon, [part~="page"] > .icon { margin-block-start: 0.2em; color: var(--_muted); }
:is([part~="option"], [part~="page"]):hover { background: var(--_hover); }
.group [aria-selected="true"], [part~="option"][aria-selected="true"] { background: var(--_active); box-shadow: inset 0 0 0 1px color-mix(in srgb, var(--_accent) 45%, transparent); }
[aria-selected="true"] > .icon, [aria-selected="true"] .enter { color: var(--_accent); }
.lines { flex: 1; min-inline-size: 0; }
[part="trail"], [part="title"], [part="snippet"] { display: block; }
[part="title"] { font-weight: 500; }
.whole [part="title"] { font-weight: 600; }
[part="trail"], [part="status"], [part="suggestion"] { font-size: 0.8em; color: var(--_muted); }
[part="snippet"] {
  display: -webkit-box;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
  overflow: hidden;
  font-size: 0.85em;
  line-height: 1.45;
  color: var(--_muted);
}
.group > [part~="option"] ~ [part~="option"] [part="snippet"] { -webkit-line-clamp: 1; }
mark {
  background: var(--kindex-mark, rgb(255 190 0 / 0.32));
  color: var(--kindex-mark-text, var(--_text));
  border-radius: 0.15em;
}
code { font: 0.92em ui-monospace, monospace; }
.end { position: absolute; inset-block-start: 0.35em; inset-inline-end: 0.5em; display: flex; align-items: center; gap: 0.2em; color: var(--_muted); }
[part="title"], [part="trail"] { padding-right: 3.6em; }
[part~="option"]:dir(rtl) :is([part="title"], [part="trail"]) { padding: 0 0 0 3.6em; }
.enter { display: flex; visibility: hidden; }
[aria-selected="true"] .enter { visibility: visible; }
[part="open"], [part="keep"], [part="remove"] { display: flex; padding: 0.25em; border-radius: 0.3em; }
[part="keep"], [part="remove"], [part="clear"], [part="suggestion"] button, [part="retry"] { background: none; border: 0; cursor: pointer; }
:is([part="open"], [part="keep"], [part="remove"]):hover { background: var(--_active); color: var(--_accent); }
[part="open"]:dir(rtl) .icon { scale: -1 1; }
.opened [part="open"] .icon { rotate: 90deg; }
.wide [part="open"] { display: none; }
[part~="more"] { padding-block: 0.25em; font-size: 0.85em; color: var(--_muted); }
[part~="more"] > .icon { rotate: 90deg; }
.kept > .icon, .kept [part="keep"] .icon { fill: currentColor; color: var(--_accent); }
[part="clear"] { padding: 0; text-decoration: underline; font-weight: 400; }
[part="section"] {
  position: relative;
  max-block-size: 22em;
  margin-block: 0.2em 0.5em;
  padding: 0.6em 0.9em;
  overflow: hidden auto;
  overscroll-behavior: contain;
  border: 1px solid var(--_border);
  border-radius: var(--_radius);
}
.prose { font-size: 0.9em; line-height: 1.55; overflow-wrap: anywhere; }
.prose :is(h3, h4, h5, h6, p, ul, ol, pre, blockquote, hr) { margin: 0; }
.prose * + :is(h3, h4, h5, h6, p, ul, ol, pre, blockquote, hr, .table, .match, .description), .match + * { margin-block-start: 0.7em; }
.prose li > * + *, .prose li + li { margin-block-start: 0.25em; }
.prose :is(h3, h4, h5, h6) { font-size: 1.05em; font-weight: 600; }
.prose :is(ul, ol, .description) { padding-inline-start: 1.5em; }
.prose :is(p, li, th, td, h3, h4, h5, h6) { white-space: pre-line; }
.prose pre { padding: 0.6em 0.8em; overflow-x: auto; line-height: 1.45; overflow-wrap: normal; background: var(--_hover); border-radius: 0.4em; }
.prose :not(pre) > code { padding: 0.1em 0.3em; background: var(--_hover); border-radius: 0.3em; }
.prose .table { overflow-x: auto; }
.prose table { border-collapse: collapse; }
.prose :is(th, td) { padding: 0.25em 0.8em 0.25em 0; text-align: start; vertical-align: top; overflow-wrap: break-word; border-block-end: 1px solid var(--_border); }
.prose blockquote { padding-inline-start: 0.8em; border-inline-start: 3px solid var(--_border); color: var(--_muted); }
.best { margin-inline: -0.7em; padding: 0.4em 0.7em; background: var(--_active); border-inline-start: 3px solid var(--_accent); }
[part="status"], [part="suggestion"], [part="error"], [part="hints"] { margin: 0; }
[part="footer"] {
  display: flex;
  flex: none;
  gap: 0.3em 1.2em;
  align-items: center;
  padding: 0.5em 1em;
  border-block-start: 1px solid var(--_border);
}
.flow [part="footer"] { padding-inline: 0; border: 0; }
[part="status"] { white-space: pre-line; overflow-wrap: anywhere; flex: 1; }
/* Where there is nothing else, it is no note at the foot. */
[part="dialog"].full:has([part="list"][hidden]) [part="status"] { position: absolute; inset: 0; display: grid; place-content: center; font-size: 1em; text-align: center; pointer-events: none; }
[part="hints"] { display: none; gap: 1em; font-size: 0.8em; color: var(--_muted); }
[part="hints"] kbd { margin-inline-end: 0.15em; }
[part="dialog"] [part="hints"] + [part="status"] { text-align: end; }
@container (min-width: 34em) { @media (hover: hover) { [part="hints"] { display: flex; } .flow [part="hints"] { display: none; } } }
.wide .read, .brief .read { display: none; }
[part="all"] { font-size: 0.85em; color: var(--_accent); white-space: nowrap; }
[part="suggestion"] { padding: 0.6em 1em; border-block-end: 1px solid var(--_border); }
[part="filters"] { display: flex; flex-wrap: wrap; gap: 0.5em; padding: 0.6em 1em; border-block-end: 1px solid var(--_border); }
[part="filter"] { max-inline-size: 100%; padding: 0.15em 0.4em; font-size: 0.85em; color: var(--_muted); background: var(--_background); border: 1px solid var(--_border); border-radius: 0.4em; }
fieldset[part="filter"] { display: flex; flex-wrap: wrap; flex-basis: 100%; gap: 0.2em 1em; max-block-size: 9em; margin: 0; overflow-y: auto; color: var(--_text); }
[part="filter"] legend { padding-inline: 0.2em; color: var(--_muted); }
[part="filter"] label { display: flex; align-items: baseline; gap: 0.35em; }
select[part="filter"].chosen { color: var(--_text); background: var(--_active); border-color: var(--_accent); }
.failure {
  display: flex;
  align-items: baseline;
  color: var(--_error);
  background: color-mix(in srgb, var(--_error) 8%, transparent);
  border-inline-start: 4px solid;
}
[part="error"] { flex: 1; padding: 0.8em 1em; }
[part="retry"] { padding: 0.8em; flex: none; }
[part="suggestion"] button { padding: 0; }
[part="suggestion"] button, [part="retry"] { color: var(--_accent); text-decoration: underline; }
@media (max-width: 40em) {
  [part="dialog"].full { block-size: var(--_height, 100dvh); }
  [part="footer"] { padding-block: 0.3em; }
}
@media (forced-colors: active) {
  [aria-selected="true"] { outline: 2px solid Highlight; outline-offset: -2px; }
  mark { background: Mark; color: MarkText; }
}
`;
