// Starts the native command: once, or for as long as sources are written.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { Failure, neededCommand } from "../bin/native.js";

/** The words of options on the command line. */
export function wordsOf(flags) {
  const given = Object.entries(flags).filter(([, value]) => value !== undefined && value !== false);
  return given.flatMap(([name, value]) => [value].flat().map((one) => (one === true ? `--${name}` : `--${name}=${one}`)));
}

const linesOf = (all) => all.split("\n").filter(Boolean);

const unprefixed = (line) => line.replace(/^kindex: (error: )?/, "");

/**
 * The lines that the command prints. It ends with this process, unless a signal kills that.
 *
 * @param {string[]} args
 * @param {(message: string) => void} tell is told what it says besides
 */
export async function ran(args, tell) {
  const child = spawn(neededCommand(), args, { stdio: ["ignore", "pipe", "pipe"] });
  const end = () => child.kill();
  process.once("exit", end);
  const ended = new Promise((resolve, reject) => child.on("error", reject).on("close", (code, signal) => resolve(code ?? signal)));
  const [printed, said, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]).finally(() => process.off("exit", end));
  const messages = linesOf(said).map(unprefixed);
  const failure = code === 0 ? undefined : messages.pop() ?? `kindex ${args[0]} ended with ${code}`;
  messages.forEach((message) => tell(message));
  if (failure !== undefined) throw new Failure(failure);
  return linesOf(printed);
}

/**
 * @typedef {object} Listener
 * @property {(build: object) => void} [change] after each index but the first
 * @property {(message: string) => void} warn
 * @property {(message: string) => void} fail
 */

/** An index of sources that the command makes again and again. It ends with this process. */
export class Sources {
  #child;
  #on;
  #publish;
  /** The reason of the last failure; undefined after a success. */
  #failure;
  #hasIndex = false;
  #isClosed = false;
  #begun;
  #begin;
  #over;

  /**
   * @param {{ paths: string[], flags: object, publish?: (source: import("./vite.js").Source) => object | undefined | Promise<object | undefined> }} task
   *   `flags` with the output; by default all sources are published where the command expects it
   * @param {Listener} on
   */
  constructor({ paths, flags, publish = () => ({}) }, on) {
    [this.#on, this.#publish] = [on, publish];
    this.#begun = new Promise((resolve) => (this.#begin = resolve));
    const args = ["build", ...wordsOf(flags), "--watch", "--json", "--ask-addresses", "--", ...paths];
    this.#child = spawn(neededCommand(), args, { stdio: "pipe" });
    this.#listen(this.#child);
  }

  /** Waits until there is an index; fails where there is none, and why. */
  async made() {
    // Who waits for it does not end before.
    this.#child.ref();
    await this.#begun;
    this.#child.unref();
    if (!this.#hasIndex) throw new Error(this.#failure);
  }

  /** Ends the command. */
  close() {
    this.#isClosed = true;
    this.#child.ref();
    this.#child.kill();
    return this.#over;
  }

  #listen(child) {
    let said = "";
    child.stderr.setEncoding("utf8").on("data", (part) => (said += part));
    child.on("error", ({ message }) => this.#fail(message));
    this.#over = new Promise((resolve) => child.on("error", resolve).on("exit", resolve));
    child.on("close", (code, signal) => this.#ended(code ?? signal, linesOf(said).map(unprefixed)));
    // The command may have ended; that is told once.
    child.stdin.on("error", () => {});
    createInterface({ input: child.stdout }).on("line", (line) => this.#take(JSON.parse(line)));
    // A server ends when its own work does.
    for (const one of [child, child.stdin, child.stdout, child.stderr]) one.unref();
  }

  #take(line) {
    if (line.publish) this.#answer(line.publish);
    else if (line.warning) this.#on.warn(line.warning);
    else if (line.error) this.#fail(line.error);
    else this.#change(line);
  }

  #change(build) {
    const isFirst = !this.#hasIndex;
    [this.#hasIndex, this.#failure] = [true, undefined];
    this.#begin();
    if (!isFirst) this.#on.change?.(build);
  }

  async #answer(sources) {
    const answers = await Promise.all(sources.map((source) => this.#published(source)));
    this.#child.stdin.write(`${JSON.stringify(answers)}\n`);
  }

  async #published(source) {
    try {
      return (await this.#publish(source)) ?? null;
    } catch ({ message }) {
      this.#on.warn(`skipped ${source.folder}/${source.path}: ${message}`);
      return null;
    }
  }

  #fail(message) {
    this.#failure = message;
    this.#on.fail(message);
    this.#begin();
  }

  #ended(code, messages) {
    if (this.#isClosed) return;
    this.#fail(messages.pop() ?? `the command that makes the index has ended with ${code}; start the server anew`);
  }
}
