import type { EmbedderOptions } from "./embedder.js";
import type { ExploreGroupResults, ExploreSearchOptions, Explorer, GroupSearchOptions, IndexGroup, ShardedExplorer } from "./index.js";

export type { Embed, EmbedContext, EmbedderOptions } from "./embedder.js";
export { KindexError } from "./index.js";

/** Several indexes that `kindex/explore` has opened as one. */
type Group = IndexGroup<ShardedExplorer, GroupSearchOptions & ExploreSearchOptions, ExploreGroupResults>;

/** An index that `kindex/explore` has opened, in one file or in several, or several indexes. */
type Readable = Explorer | ShardedExplorer | Group;

/** `embed` is for one index: several are ranked by words alone. */
export interface McpOptions extends EmbedderOptions {
  /**
   * The index, now or later, or what gives one: that is called for each message that needs it. Of several each has a
   * label of its own, which is its name: up to 64 letters, digits, points, `_` and `-`.
   */
  index: Readable | PromiseLike<Readable> | (() => Readable | PromiseLike<Readable>);
  /** The name of the server, for programs. Default "kindex". */
  name?: string | undefined;
  /**
   * The documentation that it has, such as "Vue documentation": people see it, and language models in
   * the descriptions of the tools.
   */
  title?: string | undefined;
  /** The subject of the documentation, in a sentence for language models: they see it with the title. */
  description?: string | undefined;
  /**
   * The names of several indexes that come later, so that the tools can tell of them before; empty for one. Without it
   * what gives the index is called for that too, and waited for. Those of open ones are known.
   */
  docs?: readonly string[] | undefined;
  /** When the index was built, in words, which list_docs tells; of several, each by its name. */
  built?: string | Readonly<Record<string, string>> | undefined;
  /** The version of the server. Default is that of the package. */
  version?: string | undefined;
  /** The text about the server as a whole for language models. The default says how to use the tools. */
  instructions?: string | undefined;
  /** About how many tokens the result of a tool may have, from 300. Default 10,000. */
  maxTokens?: number | undefined;
  /**
   * Whether results are given as data too (`structuredContent`), for programs. Most clients then hand a
   * language model the data in the place of the words. Default false.
   */
  structured?: boolean | undefined;
  /**
   * The bytes of texts that may be read to find phrases, for a message or several that come as one.
   * Answers name the phrases for which that does not reach. Default 131072.
   */
  phraseBytes?: number | undefined;
  /**
   * The origins of pages that may call, as `https://example.org`, or `"*"` for all; requests of
   * others are refused, and those of programs, which have none, never. Default: pages of localhost,
   * 127.0.0.1 and [::1], so that no page of another site reaches a server on its reader's machine.
   */
  origins?: readonly string[] | undefined;
  /**
   * Told why a message was answered with an internal error (-32603), of which the client hears no
   * more than that the index cannot be used; or without one of several indexes; or told of the tools without an index that
   * did not come. Default: `console.error`.
   */
  onError?: ((error: unknown) => void) | undefined;
}

/** A server of the Model Context Protocol. It remembers nothing between messages. */
export interface Mcp {
  /** Answers a request of Streamable HTTP, at whatever address; always with JSON, never a stream. */
  fetch(request: Request): Promise<Response>;
  /** Answers a message of JSON-RPC, or several in an array; nothing where no answer is wanted. */
  handle(message: unknown): Promise<object | undefined>;
  /**
   * The server card, for the server at an address such as `https://docs.example.org/mcp`: what programs read before
   * they connect. It belongs at that address and `/server-card`. Throws a {@link KindexError} where that is no address.
   */
  card(address: string, options?: { needsToken?: boolean | undefined }): object;
  /** A catalog of that card, for `/.well-known/ai-catalog.json` of the host. */
  catalog(address: string): object;
}

/** Makes a server of an index. Throws a {@link KindexError} where an option cannot be used, or there is no such one. */
export function createMcp(options: McpOptions): Mcp;

/**
 * Answers messages, one on each line, until the input ends: with `process.stdin` and
 * `process.stdout` a program that clients start. Nothing else may be written to the output.
 */
export function serveStdio(
  mcp: Pick<Mcp, "handle">,
  streams: {
    input: AsyncIterable<Uint8Array>;
    output: { write(text: string): unknown };
  },
): Promise<void>;
