// Lets one process at a time write to a folder, as the native command does. Node locks nothing itself:
// the program `flock` locks the open folder that it is given, which stays locked until this process ends
// or closes it. Where there is none, the work goes on without.
import { spawn } from "node:child_process";
import { lstat, open, stat } from "node:fs/promises";
import { warn } from "./output.js";

/** The exit code of `flock` where another process has the lock. */
const IS_HELD = 1;

/**
 * Waits until no other process has the lock on a folder, and says so.
 *
 * @param {string} path
 * @returns {Promise<{ release: () => Promise<void> } | undefined>} nothing where the folder was removed or
 *   replaced meanwhile
 */
export async function lockFolder(path) {
  const folder = await open(path).catch(({ code }) => ({ code }));
  if (folder.code === "ENOENT" && !(await isLink(path))) return undefined;
  if (folder.code) return { release: async () => {} };
  const release = () => folder.close();
  const isLocked = await locked(folder, path);
  if (!isLocked || (await leadsTo(path, folder))) return { release };
  await release();
  return undefined;
}

/** Whether a folder could be locked, which may take until another process is done. */
async function locked(folder, path) {
  let code = await flock(folder, "-n");
  if (code === IS_HELD) {
    warn(`waiting for another kindex that writes to ${path}`);
    code = await flock(folder);
  }
  return code === 0;
}

/** The exit code of the program; none where there is no such program. */
function flock(folder, ...flags) {
  return new Promise((resolve) => {
    const child = spawn("flock", [...flags, "3"], { stdio: ["ignore", "ignore", "ignore", folder.fd] });
    child.on("error", () => resolve(undefined));
    child.on("exit", resolve);
  });
}

/** A link that leads nowhere is there. */
const isLink = (path) => lstat(path).then((found) => found.isSymbolicLink(), () => false);

async function leadsTo(path, folder) {
  // Their numbers may have 64 bits.
  const how = { bigint: true };
  const [there, open] = await Promise.all([stat(path, how), folder.stat(how)].map((found) => found.catch(() => undefined)));
  return Boolean(there && open) && there.dev === open.dev && there.ino === open.ino;
}
