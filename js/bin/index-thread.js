// The thread that makes the index while a site is written, so that Vite answers meanwhile.
import { parentPort } from "node:worker_threads";
import { SourceIndex } from "./site-index.js";

const index = new SourceIndex();

parentPort.on("message", async ({ paths, given }) => {
  try {
    parentPort.postMessage(await index.make(paths, given));
  } catch (error) {
    parentPort.postMessage({ failed: error.message });
  }
});
