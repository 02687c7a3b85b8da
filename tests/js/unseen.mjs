// Characters that no reader sees, as Unicode names them.

const ALL = Array.from({ length: 0x110000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));

/** All that programs are to show nothing of, whether they know them or not. */
export const IGNORED = ALL.filter((char) => /\p{Default_Ignorable_Code_Point}/u.test(char));

const isUnseen = (char) => /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(char);

/** The characters on both sides of every border between these, controls, marks of format, and others. */
export const BORDERS = ALL.filter((char, at) =>
  [ALL[at - 1], ALL[at + 1]].some((next) => next && isUnseen(next) !== isUnseen(char)),
);
