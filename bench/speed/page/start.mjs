// The part of a page that is measured: it fetches an engine's files, opens them, and is asked.

/** `open(files, folder)` gives what answers `(query, prefix)` with `[{ title, text }]`. */
export function start(open, folder, names) {
  const at = new URL(folder, location.href);
  let files;
  let ask;
  globalThis.bench = {
    async fetch() {
      const read = async (name) => [name, await (await fetch(new URL(name, at))).arrayBuffer()];
      files = Object.fromEntries(await Promise.all(names.map(read)));
    },

    /** Milliseconds from files in memory to an engine that can be asked. */
    async open() {
      const begun = performance.now();
      ask = await open(files, at);
      const took = performance.now() - begun;
      files = undefined;
      return took;
    },

    /** Milliseconds for each query, and how many results with a text there were in all. */
    async time(queries, prefix) {
      const times = [];
      let found = 0;
      for (const query of queries) {
        const begun = performance.now();
        const hits = await ask(query, prefix);
        times.push(performance.now() - begun);
        found += hits.filter(({ text }) => text !== undefined).length;
      }
      return { times, found };
    },
  };
}
