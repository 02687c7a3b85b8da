// The thread that makes the index of the sources, so that pages are bundled meanwhile.
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { parentPort } from "node:worker_threads";
import { Builder } from "kindex/build";
import { stated } from "./stated.js";

let newest;
let making = Promise.resolve();

parentPort.on("message", (task) => {
  newest = task;
  making = making.then(async () => {
    // Another one may wait, which knows more.
    if (task === newest) parentPort.postMessage(await make(task).catch(({ message }) => [message]));
  });
});

/** Gives what is wrong, for people. */
async function make({ pages, lang, file }) {
  const builder = await Builder.create({ baseUrl: "/", site: "docusaurus", language: lang });
  const faults = [];
  for (const page of pages) faults.push(...(await add(builder, page)));
  await replace(file.endsWith("/") ? `${file}index.kdx` : file, builder.finish());
  return faults;
}

async function add(builder, { file, ...page }) {
  try {
    const id = `${page.permalink.replace(/^\/|\/$/g, "") || "index"}.mdx`;
    return builder.addFile(id, stated(await readFile(file, "utf8"), page)).warnings.map((warning) => `${file}: ${warning}`);
  } catch ({ code, message }) {
    // It may have been removed since.
    return code === "ENOENT" ? [] : [`skipped ${file}: ${message}`];
  }
}

/** Writes a file aside and renames it, so that none is served in part. */
async function replace(file, bytes) {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.new`, bytes);
  await rename(`${file}.new`, file);
}
