/** The index of a finished site, and search in its pages, for generators that Vite does not build. */
import { relative } from "node:path";
import { FINISHED, SEARCHED, buildFlags, injectFlags, settingsOf } from "./settings.js";
import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { neededCommand } from "../bin/native.js";
import { Failure } from "../bin/output.js";
import { written } from "../bin/site-index.js";
import { version } from "../bin/version.js";

/**
 * @param {import("./site.js").SiteOptions} [options]
 * @returns {import("./site.js").SiteIndex}
 */
export function siteIndex(options) {
  const settings = settingsOf({ baseUrl: "/", ...options }, FINISHED);
  const base = settings.baseUrl.replace(/\/?$/, "/");
  return {
    src: base + settings.file,

    write(folder, tell = console.warn) {
      const given = buildFlags(settings, { root: process.cwd(), base, folder: relative(process.cwd(), folder) || "." });
      return written(folder, given, tell);
    },
  };
}

/**
 * @param {import("./site.js").SearchOptions} [options]
 * @returns {import("./site.js").SiteSearch}
 */
export function siteSearch(options) {
  const words = wordsOf(injectFlags(settingsOf(options, SEARCHED)));
  return {
    write: (folder, tell = console.warn) => ran(["inject", ...words, "--", relative(process.cwd(), folder) || "."], tell),
  };
}

/** The words of options on the command line. */
function wordsOf(flags) {
  const given = Object.entries(flags).filter(([, value]) => value !== undefined && value !== false);
  return given.flatMap(([name, value]) => [value].flat().map((one) => (one === true ? `--${name}` : `--${name}=${one}`)));
}

/** The lines that the native command prints. What it says besides goes to `tell`. */
async function ran(args, tell) {
  const child = spawn(neededCommand(version), args, { stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise((resolve, reject) => child.on("error", reject).on("close", resolve));
  const [printed, said, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  const lines = (all) => all.split("\n").filter(Boolean);
  const messages = lines(said).map((line) => line.replace(/^kindex: /, ""));
  const failure = code === 0 ? undefined : messages.pop() ?? `it ended with ${code}`;
  messages.forEach((message) => tell(message));
  if (failure !== undefined) throw new Failure(failure.replace(/^error: /, ""));
  return lines(printed);
}
