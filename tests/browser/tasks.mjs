// The tasks of pages, whatever runs them. Each function is sent there as text: it knows nothing
// from here.

/** Runs a file of the shared cases. Gives how many there are and what came out differently. */
export async function runFile(name) {
  const from = new URL(`/tests/cases/${name}`, location.href);
  const file = await (await fetch(from)).json();
  const [{ open }, { runCases }] = await Promise.all([
    import(file.explore ? "/kindex/explore.js" : "/kindex/index.js"),
    import("/tests/js/run-cases.mjs"),
  ]);
  const index = await open(new URL(file.index, from));
  const differences = runCases(index, file);
  index.close();
  return { cases: file.cases.length, differences };
}

/** Indexes two notes, and gives what three queries find first. */
export async function buildNotes() {
  const { Builder, open } = await import("/kindex/build.js");
  const builder = await Builder.create();
  builder.addFile("notes/bread.md", "# Bread\n\n## Dough\n\nLet the dough rest overnight.\n");
  builder.add({ id: "tea", url: "tea", title: "Tea", text: "Green tea is brewed cooler.", meta: { year: 2024 } });
  const index = await open(builder.finish());
  const results = ["resting dough", "tea", "brew"].map((query) => index.search(query, { prefix: true }));
  index.close();
  return results.map(({ hits }) => hits[0]);
}

/** Gives what is found first, by an index that was opened as these arguments say. */
export async function firstFound(query, ...how) {
  const { open } = await import("/kindex/index.js");
  const index = await open(...how);
  const { hits } = await index.search(query);
  index.close();
  return hits[0];
}

/**
 * Aborts a search that waits for a file, which the server holds back from then on: `/asked` answers
 * when that was asked for, `/go` lets it go. Gives how the search ended, and what another one finds.
 */
export async function abortSearch(folder, query) {
  const { open } = await import("/kindex/index.js");
  const index = await open(folder);
  const controller = new AbortController();
  const ended = index.search(query, { signal: controller.signal }).then(() => "found", (error) => error.name);
  await fetch("/asked");
  controller.abort();
  const aborted = await ended;
  await fetch("/go");
  const { hits } = await index.search(query);
  index.close();
  return { aborted, title: hits[0].title };
}

/** Gives the codes of what is refused, by what is opened. */
export async function refused(sources, options) {
  const { KindexError, open } = await import("/kindex/index.js");
  const codes = sources.map(async (source) => {
    const error = await open(source, options).catch((error) => error);
    return error instanceof KindexError ? error.code : String(error);
  });
  return Promise.all(codes);
}
