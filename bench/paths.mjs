// Paths of this repository that measurements need.
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** The command, which `make build` makes. Tests name another one. */
export const KINDEX = resolve(process.env.KINDEX_COMMAND ?? join(ROOT, "target/release/kindex"));

/** Whatever is built and measured is kept here, in folders of its own. */
export const OUT = join(ROOT, "target/bench");
