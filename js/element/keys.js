/** The code of keys that an input method takes; Safari sends one with it after the end of composing. */
const INPUT_METHOD_CODE = 229;

/** On Android a word is composed while its letters are typed, in any language. */
const isWriting = /Android/.test(globalThis.navigator?.userAgent);

/**
 * Whether an input method is at work, so that what stands in the field is not what will.
 *
 * @param {InputEvent | KeyboardEvent} event
 */
export function isComposed({ isComposing, keyCode, type }) {
  if (type === "keydown") return isComposing || keyCode === INPUT_METHOD_CODE;
  return isComposing && !isWriting;
}

/**
 * Whether a link is followed in another tab or window than this one.
 *
 * @param {MouseEvent | KeyboardEvent} event
 */
export function isElsewhere({ ctrlKey, metaKey, shiftKey }) {
  return ctrlKey || metaKey || shiftKey;
}
