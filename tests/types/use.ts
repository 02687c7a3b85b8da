// The interface as it is meant to be used.
import { KindexError, open } from "kindex";
import type { Document, ErrorCode, Hit, Index, IndexGroup, MetaValue, Results, SearchOptions, ShardedIndex, Source } from "kindex";
import { Builder, open as openFull, type ChangeableIndex } from "kindex/build";
import { KindexError as ExploreError, open as openExplorer } from "kindex/explore";
import type { ChunkView, ExploreSearchOptions, Explorer, Hierarchy, Page, ShardedExplorer, Stats } from "kindex/explore";
import { KindexSearch } from "kindex/element";
import type { KindexEvents, SearchDetail, SelectDetail, Texts } from "kindex/element";
import { KindexSearch as Defined } from "kindex/element/define";
import { KindexSearch as Bundled } from "kindex/element.min.js";
import "kindex/define.min.js";
import { routed as byRouter } from "kindex/element/routed";
import { createMcp, serveStdio } from "kindex/mcp";
import type { Embed, Mcp } from "kindex/mcp";
import { latest, listener } from "kindex/node";
import { snippetHtml, snippetParts, type SnippetPart } from "kindex/snippet";
import { snippetHtml as bundledSnippet } from "kindex/snippet.min.js";
import { siteIndex as finishedSite, siteSearch } from "kindex/site";
import kindexVite from "kindex/vite";
import { routed, src as siteIndex } from "virtual:kindex";
import { assets, bucket, bundled, createWorker, pages } from "kindex/worker";
import type { IndexSource, KindexWorker, WorkerConfig } from "kindex/worker";
import { open as openBundled } from "kindex/index.min.js";
import { open as openExploreBundled } from "kindex/explore.min.js";
import { Builder as BundledBuilder } from "kindex/build.min.js";
import { Builder as TextBuilder, open as openText } from "kindex/build-text";
import type { ChangeableIndex as ChangeableTexts } from "kindex/build-text.min.js";
import textsWasm from "kindex/texts.wasm";
import pageWasm from "kindex/page.wasm";
import exploreWasm from "kindex/explore.wasm";
import fullWasm from "kindex/full.wasm";

export async function opening(bytes: Uint8Array, response: Response, blob: Blob): Promise<Index> {
  await open("/search.kdx");
  const byUrl: Index | ShardedIndex = await open(new URL("https://example.org/search.kdx"));
  await byUrl.search("words");
  await open(bytes.buffer);
  await open(new DataView(bytes.buffer));
  const group: IndexGroup = await open(["/docs/", { src: "/blog.kdx", label: "Blog", weight: 0.5 }, () => bytes]);
  const { hits: ofAll, unavailable = [] } = await group.search("query", { limit: 3, indexes: ["Blog", 0] });
  console.log(ofAll[0]?.index.toFixed(), ofAll[0]?.label, unavailable[0]?.message, group.labels[1], await group.indexes[0]?.search("query"));
  await open(["/docs/", bytes], { worker: true });
  const explored = await (await openExplorer(["/docs/", "/blog/"])).search("query", { maxTokens: 500, explain: true });
  console.log(explored.hits[0]?.tokens, explored.leftOut?.[0]?.index);
  // @ts-expect-error A function cannot be sent to a thread.
  await open([() => bytes], { worker: true });
  // @ts-expect-error There is no such setting.
  await open([{ src: "/docs/", wait: 1 }]);
  await open(response);
  await open(blob);
  await open(fetch("/search.kdx"));
  await open(bytes, { wasm: pageWasm });
  await open(bytes, { wasm: fetch("/page.wasm") });
  await open(bytes, { wasm: undefined });
  const bundled: [Index, ShardedIndex, Explorer] = [
    await openBundled("/search.kdx"),
    await openBundled("/search/"),
    await openExploreBundled("/search.kdx"),
  ];
  (await BundledBuilder.create()).add({ id: bundled.length, text: "a" });
  const full: Explorer = await openFull(bytes, { wasm: fullWasm });
  const explorer: Explorer = await openExplorer(bytes, { wasm: exploreWasm });
  exploring(full);
  exploring(explorer);
  searching(explorer);
  return open(bytes);
}

export async function openingEither(address: string, source: Source): Promise<Results[]> {
  const folder: ShardedIndex = await open("/search/", { cacheBytes: 1e6 });
  const version: ShardedIndex = await open(`/${address}/`);
  const file: Index = await open(`/${address}.kdx`);
  const compressed: Index = await open("/search.kdx.gz");
  const later: Index = await open(Promise.resolve(address));
  const either: Index | ShardedIndex = await open(address);
  const another: Index | ShardedIndex = await open(source);
  folder.close();
  either.close();
  return [
    file.search("words"),
    compressed.search("words"),
    later.search("words"),
    await folder.search("words"),
    await version.search("words"),
    await either.search("words", { limit: 3, signal: AbortSignal.timeout(1000) }),
    await another.search("words"),
  ];
}

export async function sharding(bucket: { get(name: string): Promise<Blob | null> }): Promise<Results> {
  const { signal } = new AbortController();
  await open("/search/", { wasm: pageWasm, cacheBytes: 1e6, coalesce: false });
  await open(new URL("https://example.org/search/"));
  const index: ShardedIndex = await open((name, options) => fetch(name, { signal: options.signal ?? null }));
  await index.search("words");
  index.close();
  return (await open((name) => bucket.get(name))).search("words", { prefix: true, signal });
}

export async function exploringFolders(address: string, source: Source): Promise<Page[]> {
  const folder: ShardedExplorer = await openExplorer("/search/", { cacheBytes: 1e6, wasm: exploreWasm });
  const read: ShardedExplorer = await openExplorer((name) => fetch(name));
  await (await openExplorer(new URL("https://example.org/search/"))).verify();
  const either: Explorer | ShardedExplorer = await openExplorer(address);
  const another: Explorer | ShardedExplorer = await openExplorer(source);
  const { signal } = new AbortController();
  const { leftOut = [] } = await folder.search("words", { maxTokens: 100, signal });
  const { chunk, siblings } = await read.hierarchy((await another.chunk(leftOut[0]?.id ?? "")).id);
  const parent: ChunkView | null = await folder.parent(chunk.id);
  const { total, pages } = await either.pages({ prefix: parent?.anchor, from: siblings.length, limit: 5 });
  await folder.verify();
  const page: Page | null = await either.page(pages[total]?.url ?? "");
  folder.close();
  return page ? [page] : [];
}

export async function answering(bytes: ArrayBuffer): Promise<string[]> {
  const own: IndexSource = {
    path: "docs/{tenant}/",
    read: (path: string, env: { FILES: { fetch(path: string): Promise<Response> } }) => env.FILES.fetch(path),
  };
  const config: WorkerConfig = {
    source: bundled(bytes),
    wasm: exploreWasm,
    base: "/api",
    title: "Guide",
    tokens: { "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08": "one" },
    rateLimit: "LIMIT",
    cors: { origins: ["https://docs.example.com"], maxAge: 60 },
    cacheControl: "private",
    publicUrl: "https://docs.example.com/mcp",
    cacheBytes: 1e6,
    refresh: 60,
    limits: { query: 200, results: 20 },
    mcp: ({ index, title, description, onError }) => ({ fetch: async () => new Response(`${title} ${description} ${await index().catch(onError)}`) }),
    onError: (error, { requestId }) => console.log(requestId, error),
    embed: async (text, { env, signal }) => (await env.AI.run("model", { text: [text] }, { signal })).data[0],
    ...{ embedder: "model", alpha: 0.4, candidates: 50, embedTimeout: 500 },
  };
  const sources = [own, assets("/search/"), assets("/site.kdx", "FILES"), bucket("search/"), bucket("site.kdx", "DOCS")];
  const several: WorkerConfig = { source: [own, { name: "vue", source: assets("/vue/"), weight: 0.5 }, { source: bundled(bytes) }] };
  const sitePages: Promise<Response> = pages("FILES").fetch(new Request("https://example.org/"), {});
  void sitePages;
  const workers: KindexWorker[] = [createWorker(config), createWorker(several), ...sources.map((source) => createWorker({ source, tokens: "TOKENS" }))];
  const request = new Request("https://example.org/search?q=words");
  const responses = await Promise.all(workers.map((worker) => worker.fetch(request, {}, { waitUntil() {} })));
  return Promise.all(responses.map((response) => response.text()));
}

export async function openingInThread(bytes: Uint8Array, worker: boolean): Promise<Results> {
  const { signal } = new AbortController();
  const file: ShardedIndex = await open("/search.kdx", { worker: true });
  const folder: ShardedIndex = await open("/search/", { worker: true, wasm: pageWasm, cacheBytes: 1e6 });
  const either: Index | ShardedIndex = await open(bytes, { worker });
  file.close();
  await either.search("words", { pause: 0 });
  return folder.search("words", { limit: 3, signal, pause: 150 });
}

export function seeking(page: Document): KindexSearch {
  const field: KindexSearch = document.createElement("kindex-search");
  const others: KindexSearch[] = [new Defined(), new Bundled(), ...document.querySelectorAll("kindex-search")];
  const texts: Partial<Texts> = { empty: "Nichts zu {query}", retry: "Noch einmal", unchecked: "Nicht überall gesucht: {phrases}" };
  Object.assign(field, { src: "/site.kdx", limit: 5, label: "Search", shortcut: "/", loading: "eager" });
  field.options = { filters: { lang: page.lang ?? "en" } };
  field.perDocument = field.limit - 4;
  field.worker = field.modal = others.length > 1;
  field.texts = texts;
  console.log(field.texts.didYouMean?.length);
  field.addEventListener("kindex-select", (event) => {
    const { hit, query, url }: SelectDetail = event.detail;
    if (hit.url === url && query) event.preventDefault();
  });
  field.addEventListener("kindex-search", (event) => {
    const { query, total, milliseconds, found, didYouMean = "" }: SearchDetail = event.detail;
    console.log(query, total.toFixed(), milliseconds.toFixed(), found, didYouMean);
  });
  Object.assign(field, { mode: "page", results: "/search", filters: "version", recent: "off", webmcp: "off", value: "query" });
  field.renderHit = ({ title }) => (title ? document.createTextNode(title) : undefined);
  field.texts = { more: { one: "Noch einer", other: "Noch {count}" }, filters: { version: "Fassung" }, lang: "de" };
  field.index = undefined;
  field.search(field.value);
  field.close();
  field.open();
  field.addEventListener("kindex-error", ({ detail }) => console.log(failing(detail.error)));
  field.show();
  return field;
}

/** Wherever the events are heard. */
export function hearing(box: Element, root: ShadowRoot): void {
  document.querySelector("svg")?.addEventListener("kindex-open", ({ detail }) => console.log(detail === null));
  addEventListener("kindex-search", ({ detail }) => console.log(detail.total.toFixed()));
  window.addEventListener("kindex-search", ({ detail }) => console.log(detail.query.trim()));
  document.addEventListener("kindex-select", (event) => event.detail.hit.url && event.preventDefault());
  document.addEventListener("kindex-error", ({ detail: { error } }) => console.log(failing(error)));
  root.addEventListener("kindex-select", ({ detail }) => console.log(detail.url.length));
  box.addEventListener("kindex-search", ({ detail }) => console.log(detail.milliseconds.toFixed()));
  const kept: KindexEvents["kindex-select"][] = [];
  document.body.addEventListener("kindex-select", (event) => kept.push(event));
}

export function searching(index: Index): string[] {
  const versions = ["1", "2"] as const;
  const options: SearchOptions = {
    limit: 5,
    prefix: true,
    matchLevel: 0,
    returnLevel: 0,
    expand: false,
    perDocument: 2,
    group: true,
    filters: {
      version: versions,
      kind: "guide",
      year: { min: 2020, max: "2025" },
      tag: { any: ["a", 1, true], all: versions, not: "x" },
      open: undefined,
    },
    facets: versions,
    sort: "year:desc",
  };
  const results: Results = index.search("how do I install it", options);
  const { title, marks } = index.search("install", { ...options, texts: false }).hits[0] ?? { title: "" };
  const titleMarks: string[] = (marks?.title ?? []).map(([start, end]) => title.slice(start, end));
  index.close();
  const [value, count]: [string, number] = results.facets?.["version"]?.[0] ?? ["", 0];
  const more: Hit[] | undefined = results.hits[0]?.more;
  const all = [...results.hits, ...(more ?? [])];
  return [String(results.total), ...titleMarks, value, count.toFixed(), ...all.flatMap(marked)];
}

export function exploring(explorer: Explorer): Hierarchy {
  const stats: Stats = explorer.stats();
  explorer.verify();
  const { overlap = 0, size = 0 } = stats.levels[0] ?? {};
  const options: ExploreSearchOptions = { explain: true, weights: { k1: 1.2, title: 3 }, maxTokens: 1000, limit: 5 };
  const { hits, leftOut = [] } = explorer.search("how do I install it", options);
  const shares = hits.flatMap((hit) => hit.explanation?.children.map((child) => child.share) ?? []);
  const nested: number | undefined = hits[0]?.more?.[0]?.explanation?.exactTitle;
  const [document = ""]: string[] = explorer.documents();
  const { length, filters } = explorer.document(document);
  const chunk: ChunkView | undefined = explorer.chunks(document, 0)[0];
  if (!chunk) throw new ExploreError("unknown_id", "there is no chunk");
  const parent: ChunkView | null = explorer.parent(chunk.id);
  const around: ChunkView[] = [
    explorer.chunk(chunk.id),
    explorer.ancestor(chunk.id, 1),
    ...explorer.ancestors(chunk.id),
    ...explorer.children(parent?.id ?? chunk.id),
    ...explorer.siblings(chunk.id),
    ...explorer.siblings(chunk.id, 0, 2),
  ];
  const child: string | null | undefined = leftOut[0]?.child;
  const { embedder, dimensions = 0 } = explorer.vectors() ?? {};
  const near = explorer.search("", { vector: new Float32Array(dimensions), alpha: 0.4, candidates: 50, embedder });
  const cosine: number | null | undefined = near.hits[0]?.explanation?.fusion?.cosine;
  console.log(cosine?.toFixed(), explorer.search("a", { vector: [1, 2] as readonly number[] }).total);
  console.log(stats.unit, overlap, size, shares, nested, length, filters["tag"]?.[0], around.length, child);
  return explorer.hierarchy(chunk.id);
}

function marked(hit: Hit): string[] {
  const author: MetaValue | undefined = hit.meta["author"];
  const words = hit.highlights.map(([start, end]) => hit.text.slice(start, end));
  const children = hit.children.map((child) => child.text + child.start.toFixed());
  return [hit.id, hit.url + "#" + hit.anchor, typeof author === "string" ? author : "", ...words, ...children];
}

export async function building(content: ArrayBuffer): Promise<Uint8Array> {
  const builder: Builder = await Builder.create({
    levels: [2000, 500],
    unit: "tokens",
    chunker: "windows",
    parents: "sections",
    sectionDepth: 2,
    overlap: 0,
    language: "en",
    synonyms: "js, javascript",
    pins: [{ query: "install", match: "prefix", pages: ["a"] }],
    baseUrl: "https://example.org",
    site: "docusaurus",
    wasm: fullWasm,
  });
  const document: Document = {
    id: "a",
    text: "# Title\n\nText.",
    meta: { votes: 3, tags: ["a"] },
    filters: { version: ["1", 2], open: true },
    tenant: "one",
    extra: { "": "keywords", title: "a question" },
  };
  builder.add(document);
  builder.add({ id: 7, text: "", extra: "keywords" });
  const { documents, warnings } = builder.addFile("a.md", content);
  builder.addFile("b.md", "text");
  builder.addFile("de/b.md", "Text", { lang: "de" });
  console.log(documents.toFixed(), warnings.join());
  const files = new Map((await Builder.create()).finishFiles());
  await open((name) => files.get(name));
  for (const [name, part] of (await Builder.create()).finishFiles({ pairs: false })) new File([part], name);
  const before: ChangeableIndex = await openFull((await Builder.create({ mergeable: true })).finish());
  const after: ChangeableIndex = before.with([document, { id: 8, text: "" }], ["9"]).with(null, [8]);
  console.log(after.with().search("a").total, after.documents().length, new Blob([after.bytes()]).size);
  const bytes = builder.finish();
  new Blob([bytes]);
  return bytes;
}

export async function buildingTexts(): Promise<Uint8Array> {
  const builder: TextBuilder = await TextBuilder.create({ language: "en", mergeable: true, wasm: textsWasm });
  builder.add({ id: "a", text: "# Title\n\nText." });
  builder.addFile("a.txt", "text", { version: "1" });
  const index: ChangeableTexts = await openText(builder.finish());
  for (const [tenant, one] of (await TextBuilder.create()).byTenant()) console.log(tenant, [...one.finishFiles()].length);
  return index.with([{ id: 8, text: "" }], ["a"]).bytes();
}

export function failing(error: unknown): ErrorCode | undefined {
  if (!(error instanceof KindexError)) return undefined;
  if (error.code === "fetch_failed") console.log(error.status?.toFixed(), error.url?.length);
  const thrown: Error = new KindexError("closed", "message", { cause: error });
  return thrown instanceof KindexError ? thrown.code : undefined;
}

export async function serving(index: Explorer, folder: ShardedExplorer, request: Request): Promise<Response> {
  const options = { name: "docs", title: "Docs", description: "All of it.", version: "2", instructions: "Search.", maxTokens: 5000 };
  const mcp: Mcp = createMcp({ index, ...options, origins: ["https://example.org"], onError: console.error });
  createMcp({ index: Promise.resolve(folder) });
  const several = latest([{ src: "vue.kdx", label: "vue" }, { src: "react/", label: "react" }], (all) => openExplorer(all));
  createMcp({ index: several, docs: ["vue", "react"], built: { vue: "in May" } });
  createMcp({ index: latest("site.kdx", openExplorer) });
  const embed: Embed = (text, { signal }) => new Float32Array(signal.aborted ? 0 : text.length);
  createMcp({ index, embed, alpha: 0.5 });
  const worker = createWorker({ source: bundled(new Uint8Array()) });
  const listeners = [listener(mcp), listener(worker, { TOKENS: "{}" }, { hosts: ["search.example.org"] })];
  await listeners[0]?.({}, {});
  const told: object[] = [mcp.card("https://example.org/mcp", { needsToken: true }), mcp.catalog("https://example.org/mcp")];
  createWorker({ source: bundled(new Uint8Array()), mcp: () => ({ fetch: mcp.fetch, card: () => told }) });
  const answer: object | undefined = await mcp.handle({ jsonrpc: "2.0", id: 1, method: "ping" });
  const output = { write: (text: string) => console.log(text, answer) };
  await serveStdio(mcp, { input: new Blob().stream() as unknown as AsyncIterable<Uint8Array>, output });
  return createMcp({ index: async () => folder }).fetch(request);
}

export function buildingSites(): string {
  const search = kindexVite({ docs: ["docs", "blog"], file: "search/", exclude: "drafts/", auto: false });
  search.api.configure({ strict: true });
  void search.api.write().then(() => search.api.write("dist"));
  document.querySelector("kindex-search")?.addEventListener("click", routed((href: string) => history.pushState({}, "", href)));
  return search.name + siteIndex;
}

export async function indexingSites(): Promise<string> {
  const pages: string[] = await siteSearch({ layout: "sharded", into: "header", field: { limit: 5 } }).write("public");
  // @ts-expect-error The index is beside the script.
  siteSearch({ file: "site.kdx" });
  const index = finishedSite({ baseUrl: "/docs/", file: "search/", exclude: ["drafts/"], synonyms: "synonyms.txt" });
  document.querySelector("kindex-search")?.addEventListener("click", byRouter(async (href: string) => location.assign(href)));
  // @ts-expect-error
  finishedSite({ docs: "docs" });
  return (await index.write("public", (message: string) => console.warn(message))) + index.src;
}

export function shown(hit: Hit, chunk: ChunkView): string {
  const words = snippetParts(hit).filter((part: SnippetPart) => part.mark).map(({ text }) => text);
  const own = chunk.text.slice(chunk.textStart, chunk.textStart + chunk.end - chunk.start);
  return [snippetHtml(hit), bundledSnippet(hit), own, ...words].join();
}
