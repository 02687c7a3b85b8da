// The notation of .gitignore files.

/**
 * Reads patterns.
 *
 * @param {string} text a pattern on each line
 * @returns {(path: string, isFolder: boolean) => boolean | undefined} says of a path below the
 *   folder of the file, with forward slashes, whether it is ignored; undefined where nothing is said
 */
export function ignoring(text) {
  const rules = text.split(/\r?\n/).map(rule).filter(Boolean);
  return (path, isFolder) => rules.findLast(({ folders, matches }) => (isFolder || !folders) && matches.test(path))?.ignored;
}

function rule(line) {
  // A blank at the end counts only after a backslash.
  let pattern = line.replace(/(?<!\\)\s+$/, "");
  if (!pattern || pattern.startsWith("#")) return undefined;
  const ignored = !pattern.startsWith("!");
  if (!ignored) pattern = pattern.slice(1);
  const folders = pattern.endsWith("/");
  if (folders) pattern = pattern.slice(0, -1);
  const anchored = pattern.includes("/");
  const source = expression(pattern.replace(/^\//, ""));
  return { ignored, folders, matches: new RegExp(`^${anchored ? "" : "(?:.*/)?"}${source}$`, "su") };
}

/** What each part of a pattern is as a regular expression; all else stands for itself. */
const PARTS = [
  [/^\*\*\//, () => "(?:.*/)?"],
  [/^\/\*\*$/, () => "/.*"],
  [/^\/\*\*\//, () => "/(?:.*/)?"],
  [/^\*+/, () => "[^/]*"],
  [/^\?/, () => "[^/]"],
  [/^\[([!^]?)(\]?[^\]]*)\]/, ([, not, all]) => `(?!/)[${not && "^"}${all.replace(/[\\[\]^]/g, "\\$&")}]`],
  [/^\\(.)/su, ([, char]) => quoted(char)],
  [/^./su, ([char]) => quoted(char)],
];

function expression(pattern) {
  let source = "";
  for (let rest = pattern; rest; ) {
    const [part, made] = PARTS.find(([part]) => part.test(rest));
    const found = part.exec(rest);
    source += made(found);
    rest = rest.slice(found[0].length);
  }
  return source;
}

const quoted = (char) => char.replace(/[\\^$.*+?()[\]{}|/]/gu, "\\$&");
