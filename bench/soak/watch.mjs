// Asks for a long time, and holds meanwhile that answers stay as they are and memory stops to grow.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { readFileSync } from "node:fs";
import { median } from "../numbers.mjs";

/** So often memory is read and the control queries are asked: the first third is warm-up. */
const STEPS = 60;

/** The number of questions that are asked without a look at the time. */
const FEW = 100;

/** Fewer questions than this are warm-up alone, after which nothing is said of memory. */
export const WARM_UP = 30_000;

/** The last third may have so much more than the second one: a share, or bytes where those are more. */
const SHARE = 0.03;
const BYTES = 2 ** 20;

/** The number of characters of what went wrong that are shown. */
export const SHOWN = 2000;

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");

/** The bytes of JavaScript's heap of this process that are in use. */
export function heap() {
  collect();
  return process.memoryUsage().heapUsed;
}

/** The bytes of memory that a process holds now. */
export function resident(pid) {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return 1024 * Number(kilobytes);
}

/**
 * The memory after warm-up and at the end, as medians of the second and the last third, and the growth
 * between their middles for each million questions.
 *
 * @param {{ asked: number, bytes: number }[]} samples
 */
export function flatness(samples) {
  const third = Math.floor(samples.length / 3);
  const [second, last] = [samples.slice(-2 * third, -third), samples.slice(-third)];
  const middle = (part, key) => median(part.map((sample) => sample[key]));
  const [warm, end] = [middle(second, "bytes"), middle(last, "bytes")];
  const growth = ((end - warm) * 1e6) / (middle(last, "asked") - middle(second, "asked"));
  return { warm, end, growth, isFlat: end - warm <= Math.max(SHARE * warm, BYTES) };
}

function holdAnswers(first, now, asked) {
  const at = first.findIndex((answer, at) => answer !== now[at]);
  if (at < 0 && first.length === now.length) return;
  throw new Error(`after ${asked} questions control query ${at} is answered\n${now[at]?.slice(0, SHOWN)}\nand was\n${first[at]?.slice(0, SHOWN)}`);
}

function holdMemory(name, samples) {
  const found = flatness(samples);
  if (found.isFlat) return found;
  const list = samples.map(({ asked, bytes }) => `${asked}: ${bytes}`).join("\n");
  throw new Error(`${name} grew from ${found.warm} to ${found.end} bytes\n${list}`);
}

/**
 * Asks a number of questions, or as many as there is time for.
 *
 * @param {object} what
 * @param {number} what.count
 * @param {number} what.until the time at which it ends, as `Date.now` tells it
 * @param {(count: number) => unknown} what.ask asks `count` questions more
 * @param {() => string[] | Promise<string[]>} what.control the answers to the control queries
 * @param {() => Record<string, number>} [what.memory] bytes by what they are
 * @param {() => Record<string, number>} [what.told] bytes that are not judged
 */
export async function watched({ count, until, ask, control, memory = () => ({}), told = () => ({}) }) {
  const begun = Date.now();
  const first = await control();
  const samples = [];
  let asked = 0;
  const sample = async () => {
    holdAnswers(first, await control(), asked);
    samples.push({ asked, memory: memory(), told: told() });
  };
  // The next part of what is asked or of the time, whichever comes first.
  const due = () => asked >= (count * (samples.length + 1)) / STEPS || Date.now() - begun >= ((until - begun) * (samples.length + 1)) / STEPS;
  while (asked < count && Date.now() < until) {
    const more = Math.min(FEW, count - asked);
    await ask(more);
    asked += more;
    if (due()) await sample();
  }
  if (samples.at(-1)?.asked !== asked) await sample();
  const seconds = (Date.now() - begun) / 1000;
  return { asked, seconds, compared: first.length * samples.length, memory: asked < WARM_UP ? {} : judged(samples) };
}

function judged(samples) {
  const each = (kind, judge) =>
    Object.keys(samples[0][kind]).map((name) => [name, judge(name, samples.map((sample) => ({ asked: sample.asked, bytes: sample[kind][name] })))]);
  return Object.fromEntries([...each("memory", holdMemory), ...each("told", (_, samples) => flatness(samples))]);
}
