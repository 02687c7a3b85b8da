/** The prefix of shortcuts with a modifier: `mod+k` is Ctrl+K or, on a Mac, Cmd+K. */
const MODIFIER = "mod+";

const EDITED = ["input", "textarea", "select"];

/**
 * Whether the keys are those of the shortcut, and nobody is writing.
 *
 * @param {string} shortcut such as "/" or "mod+k"
 * @param {KeyboardEvent} event
 */
export function isPressed(shortcut, event) {
  const held = shortcut.startsWith(MODIFIER);
  const key = held ? shortcut.slice(MODIFIER.length) : shortcut;
  // Browsers that fill in a field send an event without a key.
  if (event.key?.toLowerCase() !== key.toLowerCase() || event.altKey || event.repeat) return false;
  if ((event.ctrlKey || event.metaKey) !== held) return false;
  // With Shift it is a key of the browser's own; the sign / itself may take Shift.
  return held ? !event.shiftKey : !isEdited(event.composedPath()[0]);
}

function isEdited(target) {
  return target.isContentEditable === true || EDITED.includes(target.localName);
}

/**
 * The shortcut as people write it: "Ctrl K", or "⌘K" on a Mac.
 *
 * @param {string} shortcut
 */
export function shownKeys(shortcut) {
  if (!shortcut.startsWith(MODIFIER)) return shortcut;
  const { platform, userAgentData } = navigator;
  const isApple = /mac|iphone|ipad|ios/i.test(userAgentData?.platform || platform);
  return (isApple ? "⌘" : "Ctrl ") + shortcut.slice(MODIFIER.length).toUpperCase();
}

/** @param {string} shortcut */
export function ariaKeys(shortcut) {
  if (!shortcut.startsWith(MODIFIER)) return shortcut;
  const key = shortcut.slice(MODIFIER.length).toUpperCase();
  return `Control+${key} Meta+${key}`;
}
