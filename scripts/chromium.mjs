// The browser that tests and measurements drive.
import { chromium } from "playwright-core";

/** So that it runs in containers, as root too, and sends nothing of its own accord. */
const ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** A browser without a window, with `more` arguments; `CHROMIUM` says where it is. */
export function launch(...more) {
  const executablePath = process.env.CHROMIUM || "/usr/bin/chromium";
  return chromium.launch({ executablePath, args: [...ARGUMENTS, ...more] });
}
