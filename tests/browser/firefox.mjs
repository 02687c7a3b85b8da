// Firefox, which speaks WebDriver BiDi by itself: https://w3c.github.io/webdriver-bidi/
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import Connection from "selenium-webdriver/bidi/index.js";
import { Page } from "./driven.mjs";
import { PATIENCE } from "./support.mjs";

const PROGRAM = process.env.FIREFOX || "/usr/bin/firefox-esr";

/** Starts Firefox with a profile of its own, and gives its page. */
export async function openFirefox() {
  const profile = await mkdtemp(join(tmpdir(), "kindex-firefox-"));
  // With about:blank, the bar of addresses would have the focus for good.
  const first = join(profile, "first.html");
  await writeFile(first, "<!doctype html><title>First</title>");
  const flags = ["--headless", "--remote-debugging-port=0", "--profile", profile, pathToFileURL(first).href];
  const browser = spawn(PROGRAM, flags, { stdio: ["ignore", "ignore", "pipe"] });
  const kill = () => browser.kill();
  process.once("exit", kill);
  const ended = once(browser, "close").finally(() => process.off("exit", kill));
  const stop = async () => {
    kill();
    await ended.finally(() => rm(profile, { recursive: true, force: true }));
  };
  try {
    return await firstPage(await addressOf(browser, ended), stop);
  } catch (error) {
    await stop().catch(() => {});
    throw error;
  }
}

/** Where Firefox listens, which it says once it does. */
function addressOf(browser, ended) {
  return new Promise((resolve, reject) => {
    const said = [];
    const fail = (cause) => reject(new Error(`Firefox does not listen: ${said.join("\n")}`, { cause }));
    createInterface(browser.stderr).on("line", (line) => {
      said.push(line);
      const address = /^WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1];
      if (address) resolve(address);
    });
    ended.then(() => fail(), fail);
    setTimeout(fail, PATIENCE).unref();
  });
}

async function firstPage(address, stop) {
  const page = new FirefoxPage(new Connection(`${address}/session`), stop);
  await page.send("session.new", { capabilities: {} });
  const [first] = await page.tabs();
  await page.enter(first);
  await page.until(() => document.hasFocus());
  return page;
}

class FirefoxPage extends Page {
  #connection;
  #stop;
  #tab;

  constructor(connection, stop) {
    super();
    this.#connection = connection;
    this.#stop = stop;
  }

  /** Gives a command, and gives what comes of it. */
  async send(method, params) {
    const failed = (why) => {
      throw new Error(`${method}: ${why}`);
    };
    const { result, error, message } = await this.#connection.send({ method, params }).catch(({ message }) => failed(message));
    return error ? failed(`${error}: ${message}`) : result;
  }

  /** Goes to an address. Firefox may lose track where it leaves a page that is still loading. */
  async goto(url) {
    await this.until(() => document.readyState === "complete");
    await this.send("browsingContext.navigate", { context: this.#tab, url, wait: "complete" });
  }

  /** Runs a function in the page, and gives what it gives, or what its promise does, as JSON has it. */
  async evaluate(task, ...args) {
    const { result, exceptionDetails } = await this.send("script.callFunction", {
      functionDeclaration: `async () => JSON.stringify(await (${task})(...${JSON.stringify(args)}))`,
      awaitPromise: true,
      target: { context: this.#tab },
    });
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return result.value && JSON.parse(result.value);
  }

  /** Does what somebody does with a device: keys or a pointer. */
  act(type, actions) {
    return this.send("input.performActions", { context: this.#tab, actions: [{ type, id: type, actions }] });
  }

  async tabs() {
    const { contexts } = await this.send("browsingContext.getTree", { maxDepth: 0 });
    return contexts.map(({ context }) => context);
  }

  async enter(tab) {
    this.#tab = tab;
    await this.send("browsingContext.activate", { context: tab });
  }

  /** Closes the tab, and enters another. */
  async leave(to) {
    await this.send("browsingContext.close", { context: this.#tab });
    await this.enter(to);
  }

  close() {
    return this.#stop();
  }
}
