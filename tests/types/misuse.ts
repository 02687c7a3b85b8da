// What the types are to reject.
import { Builder, KindexError, open } from "kindex";
import type { Index } from "kindex";
// @ts-expect-error there is no such entry
import {} from "kindex/searcher.js";

declare const index: Index;

// @ts-expect-error no source
void open();
// @ts-expect-error a number is no source
void open(7);
// @ts-expect-error nor is an array of numbers
void open([1, 2, 3]);
// @ts-expect-error an unknown option
void open("/a.kdx", { wsam: "/a.wasm" });
// @ts-expect-error a module is no index
void open({} as WebAssembly.Instance, {}).verify();

// @ts-expect-error no query
index.search();
// @ts-expect-error a query is text
index.search(["a"]);
// @ts-expect-error an unknown option
index.search("a", { limits: 5 });
// @ts-expect-error a number is wanted
index.search("a", { limit: "5" });
// @ts-expect-error one of three
index.search("a", { collapse: "median" });
// @ts-expect-error strings are wanted
index.search("a", { filters: { version: 1 } });
// @ts-expect-error weights are numbers
index.search("a", { blend: 0.5 });
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
  // @ts-expect-error an index is bytes
  const name: string = builder.finish();
  return name;
});

// @ts-expect-error an unknown code
new KindexError("oops", "message");
// @ts-expect-error codes do not change
new KindexError("closed", "message").code = "corrupt";
