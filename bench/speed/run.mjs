// Runs programs and measures their time and memory.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { ROOT } from "../paths.mjs";

/** An engine that takes longer for a step is said to, in milliseconds. */
export const PATIENCE = 600_000;

/** An engine whose JavaScript holds more is said to. */
export const HEAP_MB = 4096;

/** The milliseconds after which memory is looked at again. */
const WATCH = 10;

/** The most memory that a process has held in bytes, where the system tells; else 0. */
function memoryOf(pid) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return 1024 * Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/**
 * Runs a program: `{ printed, seconds, peak }`, the last being the most memory that it held, in
 * bytes. Rejects with the program's output if it fails, and if it takes longer than PATIENCE.
 */
export function run(program, args) {
  const begun = performance.now();
  const child = spawn(program, args, { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"], timeout: PATIENCE, killSignal: "SIGKILL" });
  let [printed, said, peak] = ["", "", 0];
  child.stdout.on("data", (data) => (printed += data));
  child.stderr.on("data", (data) => (said = (said + data).slice(-4000)));
  const watch = setInterval(() => (peak = Math.max(peak, memoryOf(child.pid))), WATCH);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => {
      clearInterval(watch);
      const seconds = (performance.now() - begun) / 1000;
      if (code === 0) resolve({ printed, seconds, peak });
      else reject(new Error(signal === "SIGKILL" && seconds * 1000 >= PATIENCE ? "took too long" : said.trim() || `${program} failed`));
    });
  });
}
