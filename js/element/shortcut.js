/** The prefix of shortcuts with a modifier: `mod+k` is Ctrl+K or, on a Mac, Cmd+K. */
const MODIFIER = "mod+";

/** The elements in which one writes, or chooses by letters. */
const EDITED = "input, textarea, select, [role=textbox], [role=searchbox], [role=combobox], [role=spinbutton]";

/**
 * Whether the keys are those of the shortcut, and nobody is writing.
 *
 * @param {string} shortcut such as "/" or "mod+k"
 * @param {KeyboardEvent} event
 */
export function isPressed(shortcut, event) {
  const held = shortcut.startsWith(MODIFIER);
  const wanted = held ? shortcut.slice(MODIFIER.length) : shortcut;
  const { ctrlKey, metaKey, shiftKey } = event;
  if (!isKey(wanted.toLowerCase(), event) || event.altKey || event.repeat) return false;
  const isWriting = () => isEdited(event.composedPath()[0]);
  // The sign / itself may take Shift.
  if (!held) return !ctrlKey && !metaKey && !isWriting();
  // With both, or with Shift, it is a key of the browser or the system.
  if (ctrlKey === metaKey || shiftKey) return false;
  // There Ctrl+K deletes to the end of the line.
  return metaKey || !isApple() || !isWriting();
}

/**
 * Whether it is a key by its sign or, in a layout or an input method that has no Latin letter there, by its
 * place. Browsers that fill in a field send an event without a key.
 */
function isKey(wanted, { key = "", code }) {
  if (key.toLowerCase() === wanted) return true;
  const isOther = key === "Process" || /^(?!\p{Script=Latin})\p{L}$/u.test(key);
  return isOther && code?.toLowerCase() === `key${wanted}`;
}

function isEdited(target) {
  if (!target.closest) return false;
  if (target.isContentEditable || target.editContext || target.closest(EDITED)) return true;
  // Keys are sent to the body where nothing has the focus.
  return target !== document.body && isClosed(target);
}

/**
 * Whether the focus is in a shadow root that no script looks into, where one may be writing: the page sees
 * it at its host, which could not have it by itself. Boxes that scroll could.
 */
function isClosed(target) {
  const { shadowRoot, tabIndex, scrollWidth, clientWidth, scrollHeight, clientHeight } = target;
  if (shadowRoot || tabIndex >= 0 || target.hasAttribute("tabindex")) return false;
  return scrollWidth <= clientWidth && scrollHeight <= clientHeight;
}

function isApple() {
  const { platform, userAgentData } = navigator;
  return /mac|iphone|ipad|ios/i.test(userAgentData?.platform || platform);
}

/**
 * The shortcut as people write it: "Ctrl K", or "⌘K" on a Mac.
 *
 * @param {string} shortcut
 */
export function shownKeys(shortcut) {
  if (!shortcut.startsWith(MODIFIER)) return shortcut;
  return (isApple() ? "⌘" : "Ctrl ") + shortcut.slice(MODIFIER.length).toUpperCase();
}

/** @param {string} shortcut */
export function ariaKeys(shortcut) {
  if (!shortcut.startsWith(MODIFIER)) return shortcut;
  const key = shortcut.slice(MODIFIER.length).toUpperCase();
  return `Control+${key} Meta+${key}`;
}
