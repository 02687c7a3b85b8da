// Watches a folder that may be taken away and made anew, as generators do.
import { statSync, watch } from "node:fs";
import { sep } from "node:path";
import { fileFailure, warn } from "./output.js";

/** So often is looked whether the folder is still the same one, in milliseconds. */
const LOOK = 500;

/**
 * Calls back whenever something in a folder has changed, for ever.
 *
 * @param {string} folder
 * @param {(path?: string) => void} onChange with the path in the folder, where it is known
 * @param {{ recursive?: boolean }} [options] whether folders in it count
 */
export function watchFolder(folder, onChange, { recursive = true } = {}) {
  let watched;
  let watcher;
  let fault;
  const fail = (error) => {
    const { message } = fileFailure("watch", folder, error);
    if (error.code !== "ENOENT" && message !== fault) warn((fault = message));
  };
  const look = () => {
    const now = identity(folder);
    if (now === watched) return;
    watcher?.close();
    watcher = now && watching(folder, { recursive, onChange, onError: () => (watched = ""), fail });
    const isAnew = watcher && watched !== undefined;
    watched = watcher ? now : "";
    if (isAnew) onChange();
  };
  look();
  setInterval(look, LOOK);
}

/** What tells a folder from one that took its place, maybe with the same number; empty where there is none. */
function identity(folder) {
  const found = statSync(folder, { throwIfNoEntry: false });
  return found ? `${found.ino} ${found.birthtimeMs}` : "";
}

/** The watcher of a folder; nothing where it cannot be watched yet, or the system has no watcher left. */
function watching(folder, { recursive, onChange, onError, fail }) {
  try {
    const watcher = watch(folder, { recursive }, (_, name) => {
      const isHidden = name?.split(sep).some((part) => part.startsWith(".") && part !== ".gitignore");
      if (!isHidden) onChange(name ?? undefined);
    });
    // A folder below may be gone that was there a moment ago.
    return watcher.on("error", onError);
  } catch (error) {
    fail(error);
    return undefined;
  }
}
