// `kindex dev`: a site with its search, made anew while it is written.
import { watchFile } from "node:fs";
import { resolve } from "node:path";
import { plain } from "../text/sanitize.js";
import { BasePath } from "./base-path.js";
import { OF_INJECT, build } from "./build.js";
import { expanded } from "./configuration.js";
import { DevServer } from "./dev-server.js";
import { readGolden } from "./golden.js";
import { LiveIndex } from "./live-index.js";
import { Failure, UsageError, print, warn } from "./output.js";
import { isFolder } from "./target.js";
import { watchFolder } from "./watch-folder.js";

const help = `Serve a site with search while it is written.

Makes an index of the files in DIR and serves DIR, with the search field in each page of HTML. When
a file is saved, the index is made anew and pages load again. No file is written.

At __kindex/ there is a page that shows what is indexed of each file and why, and tries queries with
other weights, with each score explained, and with all queries of a golden set.

Usage: kindex dev DIR
       kindex dev [--config FILE]

      --config FILE       a file that says what flags say, by their names, and as paths the DIR;
                          flags win. Without it and without DIR it is kindex.toml in this folder
      --port N            the port; 0 picks a free one [default: 4321]
      --base-path PATH    the path that the site has where it is published, such as /docs/
                          [default: /]
      --golden FILE       queries with the pages that should come up, as kindex eval has them
      --language, --levels and the other options of kindex build, but -o, --layout, --no-pairs,
                          --base-url and --tenant
`;

/** The flags of `kindex build` that say where an index goes, or for whom. */
const OF_BUILD = ["output", "layout", "no-pairs", "keep-previous", "base-url", "tenant", "json"];

const building = { ...build.options };
for (const name of OF_BUILD) delete building[name];

const options = {
  ...building,
  port: { type: "string", default: "4321" },
  "base-path": { type: "string", default: "/" },
  golden: { type: "string" },
};

/** A golden set that was saved is noticed so soon, in milliseconds. */
const NOTICED = 300;

async function run(paths, { port, "base-path": base, golden, config: _, ...given }) {
  const [folder, other] = paths;
  if (folder === undefined || other !== undefined) throw new UsageError("kindex dev takes one DIR; see kindex dev --help");
  if (!(await isFolder(folder))) throw new Failure(`cannot read ${folder}: there is no such folder`);
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65535) throw new UsageError(`--port: ${JSON.stringify(port)} given; accepted are whole numbers from 0 to 65535`);
  const basePath = new BasePath(base);
  if (golden !== undefined) await readGolden(golden);
  const live = new LiveIndex({ paths: [folder], given: indexed(given) }, {
    change: () => {},
    warn,
    fail: (message) => warn(`error: ${message}`),
  });
  const server = new DevServer({ folder: resolve(folder), live, entry: await import("../entry/build.js"), basePath, golden });
  const address = await server.listen(Number(port));
  print(`${plain(folder)} is served at ${address}; what is indexed is shown at ${address}__kindex/\n`);
  watchFolder(folder, () => {
    live.touch();
    server.reloadSoon();
  });
  if (golden !== undefined) watchFile(golden, { interval: NOTICED }, () => server.reloadSoon());
}

/** The flags of the index: results lead to the pages that are served, wherever the site is published. */
const indexed = (given) => ({
  ...given,
  "base-url": "./",
  output: "site.kdx",
  exclude: [...given.exclude, "node_modules/"],
});

const expandedFor = { name: "dev", options, native: build.native, others: [...OF_BUILD, ...OF_INJECT] };

export const dev = { help, options, native: build.native, run, expanded: (args) => expanded(args, expandedFor) };
