// The browser that tests and measurements drive.
import { chromium } from "playwright-core";

/** Where it is. */
export const CHROMIUM = process.env.CHROMIUM || "/usr/bin/chromium";

/** The same one without its own windows, which takes half the time; Chromium itself where there is none. */
const SHELL = process.env.CHROMIUM_SHELL || CHROMIUM;

/** So that it runs in containers, as root too, and sends nothing of its own accord. */
export const ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** A browser without a window, with `more` arguments. */
export function launch(...more) {
  return chromium.launch({ executablePath: CHROMIUM, args: [...ARGUMENTS, ...more] });
}

/** Pages alone, without the browser around them, with `more` arguments. */
export function launchShell(...more) {
  return chromium.launch({ executablePath: SHELL, args: [...ARGUMENTS, ...more] });
}
