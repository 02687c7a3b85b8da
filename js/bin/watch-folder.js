// Watches a folder that may be taken away and made anew, as generators do.
import { readdirSync, statSync, watch } from "node:fs";
import { join, sep } from "node:path";
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
  const onEvent = (path) => {
    if (!isHidden(path ?? "")) onChange(path);
  };
  const look = () => {
    const now = identity(folder);
    if (now === watched) return;
    watcher?.close();
    watcher = now && watching(folder, { recursive, onEvent, onError: () => (watched = ""), fail });
    const isAnew = watcher && watched !== undefined;
    watched = watcher ? now : "";
    if (isAnew) onChange();
  };
  look();
  setInterval(look, LOOK);
}

const isHidden = (path) => path.split(sep).some((part) => part.startsWith(".") && part !== ".gitignore");

/** What tells a folder from one that took its place, maybe with the same number; empty where there is none. */
function identity(folder) {
  const found = statSync(folder, { throwIfNoEntry: false });
  return found ? `${found.ino} ${found.birthtimeMs}` : "";
}

/** The watcher of a folder; nothing where it cannot be watched yet, or the system has no watcher left. */
function watching(folder, { recursive, onEvent, onError, fail }) {
  try {
    if (recursive && process.platform === "linux") return new Folders(folder, { onEvent, onError, fail });
    const watcher = watch(folder, { recursive }, (_, name) => onEvent(name ?? undefined));
    // A folder below may be gone that was there a moment ago.
    return watcher.on("error", onError);
  } catch (error) {
    fail(error);
    return undefined;
  }
}

/**
 * A watcher for each folder below one. On Linux, Node's own watcher of all watches each file, and no
 * longer sees one that another has taken the place of, as many editors save.
 */
class Folders {
  #root;
  #on;
  /** By path below the root. */
  #watchers = new Map();

  constructor(root, on) {
    this.#root = root;
    this.#on = on;
    this.#watch("", on.onError);
    this.#addBelow("");
  }

  close() {
    for (const path of [...this.#watchers.keys()]) this.#close(path);
  }

  #watch(path, onError) {
    const watcher = watch(join(this.#root, path), (_, name) => this.#changed(path, name));
    this.#watchers.set(path, watcher.on("error", onError));
  }

  /** Watches a folder and those below; it may be gone, or have been there before in another form. */
  #add(path) {
    this.#close(path);
    try {
      this.#watch(path, () => this.#close(path));
      this.#addBelow(path);
    } catch (error) {
      this.#on.fail(error);
    }
  }

  #addBelow(path) {
    for (const entry of readdirSync(join(this.#root, path), { withFileTypes: true })) {
      if (entry.isDirectory() && !isHidden(entry.name)) this.#add(join(path, entry.name));
    }
  }

  #close(path) {
    this.#watchers.get(path)?.close();
    this.#watchers.delete(path);
  }

  /** Forgets a folder that is gone, with those below. */
  #forget(path) {
    if (!this.#watchers.has(path)) return;
    for (const one of [...this.#watchers.keys()]) {
      if (`${one}${sep}`.startsWith(`${path}${sep}`)) this.#close(one);
    }
  }

  #changed(folder, name) {
    if (name === null) return this.#on.onEvent();
    const path = join(folder, name);
    const isFolder = statSync(join(this.#root, path), { throwIfNoEntry: false })?.isDirectory();
    if (isFolder && !isHidden(path)) this.#add(path);
    else if (!isFolder) this.#forget(path);
    this.#on.onEvent(path);
  }
}
