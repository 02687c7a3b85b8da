// A search field in a page of Chromium: opening it, and timing a letter.
import { join } from "node:path";
import { openPage } from "../../tests/browser/support.mjs";
import { CONTESTANTS } from "./contestants.mjs";

/** A list that nothing changed for so long is that of the query, in milliseconds: longer than all wait. */
const QUIET = 700;

/** The milliseconds after which a list that has not come does not come. */
const PATIENCE = 5000;

/** Each request takes `latency` milliseconds longer; nothing else is slower. */
async function slowDown(page, latency) {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", { offline: false, latency, downloadThroughput: -1, uploadThroughput: -1 });
}

/** Opens the page of a field, and its dialog. Requests take `latency` milliseconds more, if it is given. */
export async function openField(browser, address, name, latency) {
  const { where, button, input, path } = CONTESTANTS[name];
  const { page, complaints, close } = await openPage(browser);
  await page.addInitScript({ path: join(import.meta.dirname, "page/watch.js") });
  if (latency) await slowDown(page, latency);
  await page.goto(address + (path ?? encodeURIComponent(name)));
  await page.locator(button).first().click();
  const field = page.locator(input).first();
  await field.waitFor();
  return { name, page, field, where, complaints, close };
}

/** What the list of a field shows when it has come to rest. */
export const settled = ({ page, where }) => page.evaluate(([where, quiet]) => globalThis.settled(where, quiet), [where, QUIET]);

/** The time from a letter that is pressed to the frame with a list; NaN where that does not come. */
export async function timed({ page, where }, letter, list) {
  await page.evaluate(([where, list]) => {
    globalThis.expectPaint(where, list);
    return globalThis.forget?.();
  }, [where, list]);
  await page.keyboard.press(letter);
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, NaN).unref());
  return Promise.race([page.evaluate(() => globalThis.painted), late]);
}
