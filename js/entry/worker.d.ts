import type { EmbedderOptions } from "./embedder.js";
import type { Source, WasmSource } from "./index.js";

export type { Embed, EmbedContext, EmbedderOptions } from "./embedder.js";

/**
 * The place where an index is kept. {@link bundled}, {@link assets} and {@link bucket} make one;
 * one of your own reads from elsewhere.
 */
export interface IndexSource {
  /**
   * The file of the index, or the folder of an index in several files, which ends in "/". With
   * tenants, `{tenant}` stands for the name of each. A name that would lead elsewhere is refused.
   */
  readonly path: string;
  /** Reads a file; nothing is for one that is not there. */
  read(
    path: string,
    env: any,
  ): Source | IndexBody | null | undefined | PromiseLike<Source | IndexBody | null | undefined>;
  /** A value that changes when the file does, if the file can change under a running Worker. */
  stamp?(path: string, env: any): unknown;
}

/** One of several indexes that answer as one. */
export interface NamedSource {
  /**
   * What stands in front of its ids, as `vue::`, and what results have as `index`: up to 64 letters, digits, points, `_`
   * and `-`. Default: the name of its file or folder.
   */
  name?: string | undefined;
  source: IndexSource;
  /** The factor for the scores of its documents, above 0 and at most 100. Default 1. */
  weight?: number | undefined;
}

/** An object of a bucket. */
export interface IndexBody {
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** An index that is part of the script: `import bytes from "./site.kdx"`. */
export function bundled(bytes: ArrayBuffer | ArrayBufferView): IndexSource;

/** An index among the static assets of the Worker. The binding is "ASSETS" unless you say otherwise. */
export function assets(path: string, binding?: string): IndexSource;

/** An index in a bucket of R2. The binding is "BUCKET" unless you say otherwise. */
export function bucket(path: string, binding?: string): IndexSource;

/** The pages of a site, for a Worker that serves them. */
export interface SitePages {
  /** Answers a request from the static assets; with Markdown, where who asks prefers that and the page has some. */
  fetch(request: Request, env: any): Promise<Response>;
}

/**
 * The pages among the static assets of the Worker, with the Markdown that `kindex agents` writes beside them.
 * The binding is "ASSETS" unless you say otherwise.
 */
export function pages(binding?: string): SitePages;

/** Where there is `embed`, searches may say `alpha`, and answers say whether the vector counted. */
export interface WorkerConfig extends EmbedderOptions {
  /**
   * The place of the index, or of each of several: these answer as one index, and each result says which it is from. One
   * that cannot be read is named in answers, and the rest answers. A list of one is that one.
   */
  source: IndexSource | readonly (IndexSource | NamedSource)[];
  /**
   * The WebAssembly module, where neither the condition `workerd` brings it nor it can be found
   * next to the script: `import wasm from "kindex/explore.wasm"`.
   */
  wasm?: WasmSource | undefined;
  /** The path that all routes are under, such as "/api". Default "": they begin at the root. */
  base?: string | undefined;
  /** The title in the OpenAPI document, by default "Documentation search", and for language models, by default none. */
  title?: string | undefined;
  /** The subject of the documentation, in a sentence; both have it too. */
  description?: string | undefined;
  /**
   * Tenants, by the SHA-256 of their tokens in small hexadecimal digits: nothing is answered
   * without a token that is known. Or the name of the secret that has this object in JSON. The empty
   * name stands for an index that is not of a tenant. Default: open, one index.
   */
  tokens?: string | Readonly<Record<string, string>> | undefined;
  /**
   * The name of a rate limit of the configuration. Its key is the address; with tokens, requests with a
   * token that is known count by tenant too.
   */
  rateLimit?: string | undefined;
  /** The pages of other sites that may read answers. */
  cors?:
    | {
        /** Such as "https://docs.example.com", or "*" for all. Default: all; with tokens none. */
        origins?: readonly string[] | undefined;
        /** For how many seconds a browser keeps that it may. Default 86400. */
        maxAge?: number | undefined;
      }
    | undefined;
  /** Cache-Control of answers. Default "public, max-age=300"; with tokens "private, max-age=60". */
  cacheControl?: string | undefined;
  /**
   * About how many bytes to keep of an index in several files. Default 40 MiB; where tenants have
   * paths of their own, their share of it: divided by `limits.indexes`. Several sources divide it among them.
   */
  cacheBytes?: number | undefined;
  /** After how many seconds to look whether a bucket has another index. Default 300. */
  refresh?: number | undefined;
  limits?: Partial<WorkerLimits> | undefined;
  /** `createMcp` of `kindex/mcp`, for language models at /mcp. */
  mcp?: ((options: McpMount) => MountedMcp) | undefined;
  /**
   * The address of /mcp that clients are told in the server card, such as "https://docs.example.org/mcp". Default: by
   * the name that they call the server by. With tokens no card is told where that is by http, except on loopback.
   */
  publicUrl?: string | undefined;
  /** Told why an answer is 500 or 503, or an internal error under /mcp. Default: `console.error`. */
  onError?: ((error: unknown, request: { requestId: string }) => void) | undefined;
}

/** Whole numbers from 1. */
export interface WorkerLimits {
  /** Characters of a query. Default 1000. */
  query: number;
  /** Results of a search. Default 50. */
  results: number;
  /** The largest `maxTokens`, and the tokens of an answer at most without it. Default 100000. */
  maxTokens: number;
  /**
   * Bytes of texts that are read to find phrases, for one request. Answers name the phrases for which
   * that does not reach. Default 131072.
   */
  phraseBytes: number;
  /** Documents in one list. Default 500. */
  page: number;
  /** Characters of an address. Default 16000. */
  url: number;
  /** Bytes of the body of a request. Default 65536. */
  body: number;
  /**
   * The most files of indexes in several that one request may read, in all of its calls. A request
   * that needs more is refused: filters do on large sites, and phrases may. Default 40, as Cloudflare's free plan has
   * 50 in all.
   */
  files: number;
  /**
   * Indexes of tenants that are open at the same time, of each source: the one that was not used for longest is closed
   * before the next is opened. While an index is replaced by a newer one, there is one more. One that
   * takes over 10 seconds to open is not counted until it is there. Default 8.
   */
  indexes: number;
}

/** What `mcp` gives: a server without the card and the catalog is not told of before programs connect. */
export interface MountedMcp {
  fetch(request: Request): Promise<Response>;
  card?(address: string, options: { needsToken: boolean }): object;
  catalog?(address: string): object;
}

/** The options that `mcp` is given: also those of `embed`, which asks the one of the Worker. */
export interface McpMount extends EmbedderOptions {
  /** Gives the index that the request is about, or several as one. */
  index: () => Promise<any>;
  /** The names of several; empty where there is one. */
  docs: readonly string[];
  title: string | undefined;
  description: string | undefined;
  /** Those of `cors`, whose pages may call; all where "*" is among them. */
  origins: readonly string[];
  /** `limits.phraseBytes`, which is what `createMcp` takes by this name. */
  phraseBytes: number;
  /** Is to be told why a message is answered with an internal error. */
  onError: (error: unknown) => void;
}

export interface KindexWorker {
  fetch(
    request: Request,
    env?: any,
    context?: { waitUntil(promise: Promise<unknown>): void },
  ): Promise<Response>;
}

/**
 * Makes what answers requests for an index. Throws a TypeError where the configuration cannot be
 * used.
 */
export function createWorker(config: WorkerConfig): KindexWorker;
