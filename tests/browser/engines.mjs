// Firefox and WebKit, driven over WebDriver.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { Builder, By, Capabilities } from "selenium-webdriver";
import remote from "selenium-webdriver/remote/index.js";
import { PATIENCE } from "./support.mjs";

/**
 * The launcher of each, and the reason that it is not there; scripts/setup.sh says that where there
 * is no package.
 */
export const ENGINES = {
  Firefox: {
    missing: process.env.KINDEX_NO_FIREFOX,
    driver: "geckodriver",
    wanted: {
      browserName: "firefox",
      "moz:firefoxOptions": { binary: process.env.FIREFOX || "/usr/bin/firefox-esr", args: ["-headless"] },
    },
  },
  WebKit: {
    missing: process.env.KINDEX_NO_WEBKIT,
    driver: process.env.WEBKIT_DRIVER || "WebKitWebDriver",
    wanted: { browserName: "MiniBrowser" },
    needsDisplay: true,
  },
};

/** WebKit on Linux now and then goes wrong in WebAssembly, each time elsewhere: docs/decisions/0062. */
const TRIES = { Firefox: 1, WebKit: 3 };

/** Makes what declares tests that search in an engine. What fails at each try is a fault of ours. */
export const testIn = (engine) => (name, body) =>
  test(name, { skip: ENGINES[engine].missing }, async (t) => {
    for (let left = TRIES[engine] - 1; ; left -= 1) {
      try {
        return await body(t);
      } catch (error) {
        if (left === 0) throw error;
        t.diagnostic(`it is tried again: ${error.message}`);
      }
    }
  });

/** Starts an engine, with a page that its driver controls. */
export async function start(name) {
  const { driver, wanted, needsDisplay } = ENGINES[name];
  let display, service;
  const stop = async () => {
    await service?.kill();
    display?.close();
  };
  try {
    if (needsDisplay) display = await openDisplay();
    const env = { ...process.env, ...(display && { DISPLAY: display.name }) };
    service = new remote.DriverService.Builder(driver).setLoopback(true).setEnvironment(env).build();
    const tab = await new Builder().usingServer(await service.start()).withCapabilities(new Capabilities(wanted)).build();
    await tab.manage().setTimeouts({ script: PATIENCE, pageLoad: PATIENCE });
    return new Page(tab, stop);
  } catch (cause) {
    await stop();
    throw new Error(`cannot start ${name}; run: make setup-engines`, { cause });
  }
}

/** A screen that nobody sees, of a number that is free. */
async function openDisplay() {
  const server = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "1280x900x24"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const failed = once(server, "exit").then(() => {
    throw new Error("Xvfb ended");
  });
  failed.catch(() => {});
  const [number] = await Promise.race([once(server.stdio[3], "data"), failed]);
  return { name: `:${String(number).trim()}`, close: () => server.kill() };
}

class Page {
  #stop;

  constructor(tab, stop) {
    this.tab = tab;
    this.#stop = stop;
  }

  goto(address) {
    return this.tab.get(address);
  }

  /** Runs a function of tests/browser/tasks.mjs in a module of the page: what a driver runs is apart from it in Firefox. */
  async evaluate(task, ...args) {
    await this.tab.executeScript(run, String(task), JSON.stringify(args));
    const { value, error } = await this.until(() => window.outcome);
    if (error) throw new Error(error);
    return value;
  }

  /** Waits until what a function gives in the page is something, and gives that. The page may be left meanwhile. */
  until(found, ...args) {
    const look = () => this.tab.executeScript(found, ...args).catch((error) => {
      if (!/before the unload event/.test(error.message)) throw error;
    });
    return this.tab.wait(look, PATIENCE, `waits for ${found}`, 20);
  }

  /** Clicks on a part of the search field, where it is: WebKit's driver takes its host for what hides it. */
  async click(selector) {
    const root = await this.tab.findElement(By.css("kindex-search")).getShadowRoot();
    const origin = await root.findElement(By.css(selector));
    return this.tab.actions().move({ origin }).click().perform();
  }

  /** Presses keys, wherever the focus is. */
  press(...keys) {
    return this.tab.actions().sendKeys(...keys).perform();
  }

  /** Puts a text into a field at once, as pasting does. */
  paste(selector, text) {
    const put = (selector, text) => {
      const field = document.querySelector(selector);
      field.value = text;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    };
    return this.tab.executeScript(put, selector, text);
  }

  async close() {
    await this.tab.quit().finally(this.#stop);
  }
}

function run(task, args) {
  window.outcome = undefined;
  const script = document.createElement("script");
  script.type = "module";
  script.textContent = `Promise.resolve(${args}).then((args) => (${task})(...args)).then(
    (value) => (window.outcome = { value }),
    (error) => (window.outcome = { error: String(error) + error?.stack }),
  );`;
  document.head.append(script);
}
