// The interface as it is meant to be used.
import { Builder, KindexError, open } from "kindex";
import type { Document, ErrorCode, Hit, Index, Results, SearchOptions, Stats } from "kindex";
import { Builder as FullBuilder, open as openFull } from "kindex/build";
import searchWasm from "kindex/search.wasm";
import fullWasm from "kindex/full.wasm";

export async function opening(bytes: Uint8Array, response: Response, blob: Blob): Promise<Index> {
  await open("/search.kdx");
  await open(new URL("https://example.org/search.kdx"));
  await open(bytes.buffer);
  await open(new DataView(bytes.buffer));
  await open(response);
  await open(blob);
  await open(fetch("/search.kdx"));
  await open(bytes, { wasm: searchWasm });
  await open(bytes, { wasm: fetch("/search.wasm") });
  await open(bytes, { wasm: undefined });
  await openFull(bytes, { wasm: fullWasm });
  return open(bytes);
}

export function searching(index: Index): string[] {
  const versions = ["1", "2"] as const;
  const options: SearchOptions = {
    limit: 5,
    prefix: true,
    returnLevel: 0,
    collapse: "mean",
    k1: 1.2,
    b: 0.75,
    title: 2,
    heading: 2,
    blend: [0.5, 0.25],
    titleScore: 0.5,
    exactTitle: 0.5,
    filters: { version: versions, kind: "guide" },
  };
  const results: Results = index.search("how do I install it", options);
  const stats: Stats = index.stats();
  index.verify();
  index.close();
  const smallest: number | undefined = stats.levels[0]?.size;
  return [String(results.total), String(smallest), ...results.hits.flatMap(marked)];
}

function marked(hit: Hit): string[] {
  const author: string | undefined = hit.meta["author"];
  const words = hit.highlights.map(([start, end]) => hit.text.slice(start, end));
  const children = hit.children.map((child) => hit.text.slice(child.start, child.end));
  return [hit.id, hit.url + "#" + hit.anchor, author ?? "", ...words, ...children];
}

export async function building(content: ArrayBuffer): Promise<Uint8Array> {
  const builder: Builder = await Builder.create({
    levels: [2000, 500],
    overlap: 0,
    language: "en",
    baseUrl: "https://example.org",
    site: "docusaurus",
    wasm: fullWasm,
  });
  const document: Document = {
    id: "a",
    text: "# Title\n\nText.",
    meta: { votes: 3, tags: ["a"] },
    filters: { version: ["1", 2], open: true },
  };
  builder.add(document);
  builder.add({ id: 7, text: "" });
  const { documents, warnings } = builder.addFile("a.md", content);
  builder.addFile("b.md", "text");
  console.log(documents.toFixed(), warnings.join());
  await (await FullBuilder.create()).finish();
  const bytes = builder.finish();
  new Blob([bytes]);
  return bytes;
}

export function failing(error: unknown): ErrorCode | undefined {
  if (!(error instanceof KindexError)) return undefined;
  if (error.code === "fetch_failed") console.log(error.status?.toFixed(), error.url?.length);
  const thrown: Error = new KindexError("closed", "message", { cause: error });
  return thrown instanceof KindexError ? thrown.code : undefined;
}
