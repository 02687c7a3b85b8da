// Patterns of paths, as .gitignore files have them.

/**
 * The parts of a pattern. Each makes of the places that were reached in a path all places to which it
 * leads from there, so the time grows with the pattern's length times the path's.
 */
const PARTS = [
  [/^\*\*\//, () => folders],
  [/^\/\*\*$/, () => (path, places) => after(path, places, isSlash, true)],
  [/^\/\*\*\//, () => (path, places) => folders(path, after(path, places, isSlash))],
  [/^\*+/, () => (path, places) => onward(path, places, (char) => !isSlash(char))],
  [/^\?/, () => (path, places) => after(path, places, (char) => !isSlash(char))],
  [/^\[([!^]?)(\]?[^\]]*)\]/su, ([, not, all]) => oneOf(all, not !== "")],
  [/^\\(.)/su, ([, wanted]) => (path, places) => after(path, places, (char) => char === wanted)],
  [/^[^[\\]/su, ([wanted]) => (path, places) => after(path, places, (char) => char === wanted)],
];

const isSlash = (char) => char === "/";

export class Glob {
  #parts;

  constructor(parts) {
    this.#parts = parts;
  }

  /**
   * @param {string} pattern
   * @returns {Glob | undefined} undefined where it cannot be read
   */
  static read(pattern) {
    const parts = [];
    for (let rest = pattern; rest; ) {
      const [part, made] = PARTS.find(([part]) => part.test(rest)) ?? [];
      const found = part?.exec(rest);
      const step = found && made(found);
      if (!step) return undefined;
      parts.push(step);
      rest = rest.slice(found[0].length);
    }
    return new Glob(parts);
  }

  /** Whether it stands for all of a path. */
  matches(path) {
    const chars = [...path];
    let places = [true];
    for (const part of this.#parts) places = part(chars, places);
    return places[chars.length] === true;
  }
}

/** Past one character that is right; with `all` also past whatever follows. */
function after(path, places, isRight, all = false) {
  const reached = [];
  path.forEach((char, at) => {
    if (places[at] && isRight(char)) reached[at + 1] = true;
    if (all && reached[at]) reached[at + 1] = true;
  });
  return reached;
}

/** Past any number of characters that are right. */
function onward(path, places, isRight) {
  const reached = [...places];
  path.forEach((char, at) => {
    if (reached[at] && isRight(char)) reached[at + 1] = true;
  });
  return reached;
}

/** Into any folder below, or none. */
function folders(path, places) {
  const reached = [...places];
  let begun = false;
  path.forEach((char, at) => {
    begun ||= places[at] === true;
    if (begun && isSlash(char)) reached[at + 1] = true;
  });
  return reached;
}

/** One of some characters and ranges of them, or none of these; undefined where a range falls. */
function oneOf(all, not) {
  const chars = [...all];
  const ranges = [];
  while (chars.length > 0) {
    const [from, dash, to] = chars;
    const isRange = dash === "-" && to !== undefined;
    ranges.push(isRange ? [from, to] : [from, from]);
    chars.splice(0, isRange ? 3 : 1);
  }
  const points = ranges.map((range) => range.map((char) => char.codePointAt(0)));
  if (points.some(([from, to]) => from > to)) return undefined;
  const isOne = (char) => points.some(([from, to]) => char.codePointAt(0) >= from && char.codePointAt(0) <= to);
  return (path, places) => after(path, places, (char) => !isSlash(char) && isOne(char) !== not);
}
