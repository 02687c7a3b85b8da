// Time and memory of the processes that this one has started, as Linux tells them.
import { readFileSync, readdirSync } from "node:fs";

/** The ticks of a second, in what /proc tells of times. */
const TICKS = 100;

const text = (pid, name) => {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8");
  } catch {
    return "";
  }
};

/** The fields of /proc/PID/stat after the name, which may have blanks itself. */
const fields = (pid) => text(pid, "stat").split(") ").at(-1).split(" ");

/** The ids of the processes of workerd that this one has started. */
export function workerds() {
  const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return all.filter((pid) => text(pid, "comm").trim() === "workerd" && Number(fields(pid)[1]) === process.pid);
}

/** The processor's time that they have taken, in milliseconds. */
export function timeOf(pids) {
  const ticks = pids.map((pid) => Number(fields(pid)[11]) + Number(fields(pid)[12]));
  return (ticks.reduce((sum, one) => sum + one, 0) * 1000) / TICKS;
}

/** The most memory that they have held, in bytes. */
export function memoryOf(pids) {
  const peaks = pids.map((pid) => 1024 * Number(/VmHWM:\s+(\d+)/.exec(text(pid, "status"))?.[1] ?? 0));
  return peaks.reduce((sum, one) => sum + one, 0);
}
