// Numbers for people, as the native command writes them.

/** With a comma between thousands. */
export const count = (number) => number.toLocaleString("en");

/** A number of things: `1 file`, `2 files`. */
export const counted = (number, thing) => `${count(number)} ${thing}${number === 1 ? "" : "s"}`;

/** A number with `decimals`. What lies just between two goes to the even one, as in Rust. */
export function fixed(number, decimals) {
  const isBetween = (number * 2 ** (decimals + 1)) % 2 === 1;
  if (!isBetween) return number.toFixed(decimals);
  const below = Math.floor(number * 10 ** decimals);
  return ((below + (below % 2)) / 10 ** decimals).toFixed(decimals);
}

/** With three decimals at most. */
export const decimal = (number) => fixed(number, 3).replace(/\.?0+$/, "");

/** Bytes with a decimal unit: 2.97 kB. */
export function size(bytes) {
  if (bytes < 1000) return `${bytes} B`;
  const steps = Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length);
  return `${fixed(bytes / 1000 ** steps, 2)} ${UNITS[steps - 1]}`;
}

const UNITS = ["kB", "MB", "GB", "TB"];
