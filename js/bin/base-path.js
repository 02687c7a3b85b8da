// The path that all addresses of a site begin with, as `kindex serve` of the native command has it.
import { UsageError } from "./output.js";

/** A path such as `/docs/`, or `/`. */
export class BasePath {
  #prefix;

  /** @param {string} given */
  constructor(given) {
    const parts = given.split("/").filter(Boolean);
    if (given.startsWith("//") || parts.some((part) => /^\.|[:?#\\]/.test(part))) {
      throw new UsageError(`--base-path ${given}: accepted are paths such as /docs/`);
    }
    // Escapes that are there stay.
    this.#prefix = parts.map((part) => `/${encodeURI(part).replaceAll("%25", "%")}`).join("");
  }

  /** It begins and ends with a slash. */
  toString() {
    return `${this.#prefix}/`;
  }

  /**
   * The path of a request within the site. Slashes in a row count as one: a redirect to a path that
   * begins with two would lead to another host.
   *
   * @param {string} pathname as it stands in the request
   * @returns {{ path?: string, isAbove?: boolean }} neither for what is beside the site
   */
  below(pathname) {
    const path = pathname.replace(/\/{2,}/g, "/");
    if (this.#prefix && (path === "/" || path === this.#prefix)) return { isAbove: true };
    return path.startsWith(`${this.#prefix}/`) ? { path: path.slice(this.#prefix.length) } : {};
  }

  /** The address of a path within the site. */
  of(path) {
    return this.#prefix + path;
  }
}
