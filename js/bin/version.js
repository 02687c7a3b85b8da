import { readFileSync } from "node:fs";

/** The version of the package, and of the native command that it works with. */
export const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
