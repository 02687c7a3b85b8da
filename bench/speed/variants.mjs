// Measures an index as if it were stored otherwise.
import { compile, program, versions } from "./crates.mjs";
import { run } from "./run.mjs";

export const buildVariants = () => compile("variants");

/** The versions of the crates compared, by name. */
export const versionsOfVariants = () => versions("variants");

/** Sizes in bytes: see bench/rust/variants. */
export async function measureVariants(index) {
  return JSON.parse((await run(program("variants"), [index])).printed);
}
