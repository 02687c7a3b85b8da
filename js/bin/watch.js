// `kindex build --watch`: builds again whenever a file is saved, with whichever command there is.
import { spawn } from "node:child_process";
import { realpath, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { parsed } from "./arguments.js";
import { build, lenient } from "./build.js";
import { expanded } from "./configuration.js";
import { Failure, UsageError, print } from "./output.js";
import { isFolder } from "./target.js";
import { watchFolder } from "./watch-folder.js";
import { within } from "./within.js";

const FLAG = "--watch";

/** After a file was saved the next ones may follow so soon, in milliseconds. */
const SETTLED = 100;

/** Whether the arguments of the command ask for it. */
export function asksForWatch([command, ...args]) {
  const flags = args.includes("--") ? args.slice(0, args.indexOf("--")) : args;
  return command === "build" && flags.includes(FLAG);
}

/**
 * @param {string[]} args those of `kindex build`, after its name
 * @param {string[]} command the program that builds, and its first arguments
 */
export async function watchBuild(args, [program, ...first]) {
  if (args.some((arg) => ["-h", "--help"].includes(arg))) return print(build.help);
  const own = args.filter((arg) => arg !== FLAG);
  const { paths, outputs } = await placesOf(own);
  if (paths.length === 0) throw new UsageError("there is no PATH to index; see kindex build --help");
  const builds = new Builds(() => ended(spawn(program, [...first, "build", ...own], { stdio: ["ignore", "inherit", "inherit"] })));
  // Before the first build, which may have read what is saved meanwhile.
  for (const path of paths) await watch(path, outputs, () => builds.makeSoon());
  await builds.make();
}

/** The paths that are indexed and those that are written, also as `kindex.toml` has them. */
async function placesOf(args) {
  const places = { paths: [], outputs: [] };
  for (const line of await expanded(args, lenient)) {
    const { values, positionals } = parsed("build", lenient, line);
    places.paths.push(...positionals);
    if (values.output) places.outputs.push(...(await written(values)));
  }
  return places;
}

const written = ({ output, cache = `${output}.cache` }) => Promise.all([output, cache].map(followed));

/** A whole path without links, of a file that may not be there yet. */
async function followed(path) {
  const folder = () => realpath(dirname(path)).catch(() => resolve(dirname(path)));
  return realpath(path).catch(async () => join(await folder(), basename(path)));
}

async function watch(path, outputs, onChange) {
  const isFile = !(await isFolder(path));
  if (isFile && !(await stat(path).catch(() => undefined))) throw new Failure(`cannot read ${path}: there is no such file or folder`);
  const folder = isFile ? dirname(path) : path;
  const real = await realpath(folder);
  const act = (name) => {
    if (name !== undefined && isFile && name !== basename(path)) return;
    const changed = join(real, name ?? "");
    if (!outputs.some((output) => changed === output || within(output, changed))) onChange();
  };
  watchFolder(folder, act, { recursive: !isFile });
}

const ended = (child) => new Promise((settle) => child.on("error", settle).on("exit", settle));

/** Builds of which one runs at a time. */
class Builds {
  #build;
  #running;
  #isStale = false;
  #timer;

  /** @param {() => Promise<unknown>} build */
  constructor(build) {
    this.#build = build;
  }

  makeSoon() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.make(), SETTLED);
  }

  async make() {
    this.#isStale = true;
    this.#running ??= this.#run();
    await this.#running;
  }

  async #run() {
    while (this.#isStale) {
      this.#isStale = false;
      await this.#build();
    }
    this.#running = undefined;
  }
}
