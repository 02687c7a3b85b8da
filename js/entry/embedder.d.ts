/** The facts that an embedder is told besides the text. */
export interface EmbedContext {
  /** Ends when the time is over: hand it on to `fetch`. */
  signal: AbortSignal;
  /** In a Worker its bindings, variables and secrets. */
  env?: any;
}

/**
 * Gives the vector of a query, made by the embedder that made the vectors of the index. Embedders that
 * want other texts for queries than for passages, such as a word before each, are given these here.
 */
export type Embed = (
  text: string,
  context: EmbedContext,
) => Float32Array | readonly number[] | PromiseLike<Float32Array | readonly number[]>;

/** The use of vectors where an index is served. */
export interface EmbedderOptions {
  /**
   * Gives the vector of each query, so that results are found by their meaning too. The index has to
   * have vectors of the same embedder. Where it fails, takes too long, or does not suit the index,
   * words alone find results, and `onError` is told. The vectors of the last 256 queries are kept.
   */
  embed?: Embed | undefined;
  /** The name of the embedder, which is compared with that in the index, if it has one. Default: not compared. */
  embedder?: string | undefined;
  /** The weight of the vector, 0 to 1. Default 0.5. */
  alpha?: number | undefined;
  /**
   * How many results by words are ranked by vectors too, 1 to 1000. Default 100; in a Worker 20 of an
   * index that has more files than `limits.files`.
   */
  candidates?: number | undefined;
  /** The time that `embed` has, in milliseconds. Default 2000. */
  embedTimeout?: number | undefined;
}
