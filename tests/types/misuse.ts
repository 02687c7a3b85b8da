// Code that the types are to reject.
import { KindexError, open } from "kindex";
import { Builder } from "kindex/build";
import { Builder as TextBuilder } from "kindex/build-text";
import type { Explorer, Index } from "kindex";
import { createMcp } from "kindex/mcp";
// @ts-expect-error indexes are built elsewhere
import { Builder as NoneToSearch } from "kindex";
// @ts-expect-error nor are they there
import { Builder as NoBuilder } from "kindex/explore";
// @ts-expect-error there is no such entry
import {} from "kindex/index/file-index.js";

declare const index: Index;
declare const explorer: Explorer;

// @ts-expect-error no source
void open();
// @ts-expect-error a number is no source
void open(7);
// @ts-expect-error nor is an array of numbers
void open([1, 2, 3]);
// @ts-expect-error an unknown option
void open("/a.kdx", { wsam: "/a.wasm" });
// @ts-expect-error a module is no index
void open({} as WebAssembly.Instance, {});
// @ts-expect-error an index is of one tenant
void open("/a.kdx", { tenant: "one" });

void open("/search/").then((folder) => {
  // @ts-expect-error searching a folder is asynchronous
  return folder.search("a").hits;
});
void open((name: string) => fetch(name)).then((read) => {
  // @ts-expect-error so is searching what a function reads
  return read.search("a").hits;
});
void open("/search.kdx", { worker: true }).then((thread) => {
  // @ts-expect-error so is searching in another thread
  return thread.search("a").hits;
});
// @ts-expect-error a thread is asked for or not
void open("/a.kdx", { worker: "yes" });
declare const address: string;
void open(address).then((either) => {
  // @ts-expect-error and may be, where the address is not known here
  return either.search("a").hits;
});

// @ts-expect-error no query
index.search();
// @ts-expect-error a query is text
index.search(["a"]);
// @ts-expect-error an unknown option
index.search("a", { limits: 5 });
// @ts-expect-error a number is wanted
index.search("a", { limit: "5" });
// @ts-expect-error one of four
index.search("a", { collapse: "median" });
// @ts-expect-error values are no dates
index.search("a", { filters: { version: new Date() } });
// @ts-expect-error an unknown condition
index.search("a", { filters: { version: { some: ["1"] } } });
// @ts-expect-error a bound is one value
index.search("a", { filters: { version: { min: ["1"] } } });
// @ts-expect-error facets are several
index.search("a", { facets: "version" });
// @ts-expect-error the build for pages does not explain
index.search("a", { explain: true });
// @ts-expect-error nor fill a context
index.search("a", { maxTokens: 1000 });
// @ts-expect-error nor compare vectors
index.search("a", { vector: [1, 2] });
// @ts-expect-error nor tell what an index holds
index.stats();
// @ts-expect-error nor find the way
index.parent("a#0.0");
// @ts-expect-error an id is text
explorer.chunk(7);
// @ts-expect-error a level is wanted
explorer.ancestor("a#0.0");
// @ts-expect-error there may be no parent
explorer.parent("a#0.0").id;
// @ts-expect-error a vector has numbers
explorer.search("a", { vector: "1,2" });
// @ts-expect-error not every index has vectors
explorer.vectors().embedder;
// @ts-expect-error not every hit is explained
explorer.search("a", { explain: true }).hits[0]!.explanation.children;
// @ts-expect-error weights are numbers
explorer.search("a", { explain: true, weights: { k1: "1" } });
// @ts-expect-error kindex/explore alone tries weights
index.search("a", { weights: { k1: 1 } });
// @ts-expect-error searching is not asynchronous
void index.search("a").then;
// @ts-expect-error there may be no hit
index.search("a").hits[0].id;
// @ts-expect-error an offset is a number
export const text: string = index.search("a").hits[0]?.snippetStart;
// @ts-expect-error indexes are opened, not made
new Index();

// @ts-expect-error builders are created
new Builder();
// @ts-expect-error an unknown generator
void Builder.create({ site: "wiki" });
// @ts-expect-error sizes are numbers
void Builder.create({ levels: ["500"] });
// @ts-expect-error one of two
void Builder.create({ chunker: "pages" });

// @ts-expect-error the builder of texts reads no web pages
void TextBuilder.create({ rootSelectors: ["main"] });

void Builder.create().then((builder) => {
  // @ts-expect-error a document needs an id
  builder.add({ text: "a" });
  // @ts-expect-error and a text
  builder.add({ id: "a" });
  // @ts-expect-error and has no other keys
  builder.add({ id: "a", text: "a", body: "a" });
  // @ts-expect-error a file has content
  builder.addFile("a.md");
  // @ts-expect-error which is no number
  builder.addFile("a.md", 7);
  // @ts-expect-error a language is a tag
  builder.addFile("a.md", "text", { lang: true });
  // @ts-expect-error only an index of kindex/build makes others
  explorer.with([]);
  // @ts-expect-error an index is bytes
  const name: string = builder.finish();
  // @ts-expect-error and several files are no array
  builder.finishFiles().length;
  return name;
});

// @ts-expect-error an unknown code
new KindexError("oops", "message");
// @ts-expect-error codes do not change
new KindexError("closed", "message").code = "corrupt";

// @ts-expect-error the build for pages does not find the way
createMcp({ index });
// @ts-expect-error an index is wanted
createMcp({});
// @ts-expect-error a number is wanted
createMcp({ index: explorer, maxTokens: "1000" });
// @ts-expect-error a list of names is wanted
createMcp({ index: explorer, docs: "vue" });
// @ts-expect-error a vector is wanted
createMcp({ index: explorer, embed: async (text) => text });

// @ts-expect-error a search has no hit, also where the document hears of it
document.addEventListener("kindex-search", ({ detail }) => detail.hit);
// @ts-expect-error nor where the window does
addEventListener("kindex-search", ({ detail }) => detail.hit);
