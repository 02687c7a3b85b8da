// Helpers that several tests need. They run against the assembled package, or against the modules of
// js/ as scripts/modules.mjs puts them together: make quick says so.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

export const PACKAGE = new URL(process.env.KINDEX_MODULES ? "../../target/modules/" : "../../dist/npm/", import.meta.url);

export const { open, KindexError } = await import(new URL("index.js", PACKAGE));

export const { Builder } = await import(new URL("build.js", PACKAGE));

/** The class that opens an index as an Explorer. */
export const { open: explore } = await import(new URL("explore.js", PACKAGE));

/** An index of a few documents, as bytes. */
export async function built(documents, options) {
  const builder = await Builder.create(options);
  for (const document of documents) builder.add(document);
  return builder.finish();
}

export const PAGES = [
  {
    id: "install.md",
    url: "/install",
    title: "Installation",
    text: "# Installation\n\nRun the installer, then restart the shell.\n\n## Troubleshooting\n\nIf the shell does not find the program, check the search path.\n",
    meta: { author: "kim", votes: 3 },
    filters: { version: ["1", "2"], kind: "guide" },
  },
  {
    id: "usage.md",
    url: "/usage",
    title: "Usage",
    text: "# Usage\n\nBuild an index with `build`, then open it in the browser and search.\n",
    filters: { version: "2", kind: "reference" },
  },
];

/** Matches what `assert.throws` and `assert.rejects` are given. */
export function failure(code, message = /./) {
  return (error) => {
    const right = error instanceof KindexError && error.name === "KindexError";
    if (!right || error.code !== code || !message.test(error.message)) throw error;
    return true;
  };
}

/** Serves `answers`, a map of paths to functions of request and response, while `use` runs. */
export async function serving(answers, use) {
  const server = createServer((request, response) => {
    const answer = answers[request.url];
    if (answer) answer(response);
    else response.writeHead(404).end("nothing here");
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    return await use(`http://127.0.0.1:${server.address().port}`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

export const packaged = (path) => readFileSync(new URL(path, PACKAGE));
