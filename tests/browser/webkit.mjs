// WebKit, as WebKitGTK's MiniBrowser has it, driven over WebDriver.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { Builder, Capabilities, Origin } from "selenium-webdriver";
import remote from "selenium-webdriver/remote/index.js";
import { Page } from "./driven.mjs";
import { PATIENCE } from "./support.mjs";

const DRIVER = process.env.WEBKIT_DRIVER || "WebKitWebDriver";

/** Starts the driver with its browser, which has no mode without a display, and gives its page. */
export async function openWebKit() {
  let display, service;
  const stop = async () => {
    await service?.kill();
    display?.close();
  };
  try {
    display = await openDisplay();
    const env = { ...process.env, DISPLAY: display.name };
    service = new remote.DriverService.Builder(DRIVER).setLoopback(true).setEnvironment(env).build();
    const wanted = new Capabilities({ browserName: "MiniBrowser" });
    const driver = await new Builder().usingServer(await service.start()).withCapabilities(wanted).build();
    await driver.manage().setTimeouts({ script: PATIENCE, pageLoad: PATIENCE });
    return new WebKitPage(driver, stop);
  } catch (error) {
    await stop();
    throw error;
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

/** The actions of WebDriver BiDi, as this driver takes them. */
const DOES = {
  keyDown: (doing, { value }) => doing.keyDown(value),
  keyUp: (doing, { value }) => doing.keyUp(value),
  pointerMove: (doing, { x, y }) => doing.move({ x, y, origin: Origin.VIEWPORT }),
  pointerDown: (doing) => doing.press(),
  pointerUp: (doing) => doing.release(),
};

class WebKitPage extends Page {
  #driver;
  #stop;

  constructor(driver, stop) {
    super();
    this.#driver = driver;
    this.#stop = stop;
  }

  goto(address) {
    return this.#driver.get(address);
  }

  /** Runs a function in the page, and gives what it gives, or what its promise does. */
  evaluate(task, ...args) {
    return this.#driver.executeScript(task, ...args);
  }

  /** Does what somebody does with a device: keys or a pointer. */
  act(_device, actions) {
    return actions.reduce((doing, { type, ...how }) => DOES[type](doing, how), this.#driver.actions()).perform();
  }

  tabs() {
    return this.#driver.getAllWindowHandles();
  }

  enter(tab) {
    return this.#driver.switchTo().window(tab);
  }

  /** Closes the tab, and enters another. */
  async leave(to) {
    await this.#driver.close();
    await this.enter(to);
  }

  async close() {
    await this.#driver.quit().finally(this.#stop);
  }
}
