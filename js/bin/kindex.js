#!/usr/bin/env node
// The package's command: runs the native one of this version with the same arguments.
import { safe } from "../text/sanitize.js";
import { Failure, neededCommand, runNative } from "./native.js";

try {
  process.exitCode = await runNative(neededCommand(), process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  process.stderr.write(`kindex: error: ${safe(error.message)}\n`);
  process.exitCode = 1;
}
