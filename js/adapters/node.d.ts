/** An object that answers requests, such as `createWorker` of `kindex/worker` or `createMcp` of `kindex/mcp` gives. */
export interface Handler {
  fetch(request: Request, env?: any): Response | PromiseLike<Response>;
}

export interface ListenerOptions {
  /**
   * The names that the server may be called by, besides those of loopback (`localhost` and what ends
   * in `.localhost`, `127.0.0.1`, `[::1]`): without scheme, port and path; `"*"` allows any. Needed
   * where a proxy hands on the name that it was called by. Requests for other names are answered with
   * 403, as a page of the web can let its name lead to this machine and read the answers. Addresses
   * (`192.0.2.1`) are allowed unless the server listens on loopback.
   *
   * Default: those of loopback where the server listens on loopback, otherwise all.
   */
  hosts?: readonly string[] | undefined;
}

/**
 * Makes what `createServer` of `node:http` takes. A request that is none is answered with 400, one for
 * another name with 403, and what fails with 500 and `console.error`. The header `cf-connecting-ip` has
 * the address that the connection comes from, whatever the client says, as limits count by it.
 *
 * @param env the variables of a handler, such as tokens. Default: `process.env`.
 * @throws a KindexError with the code `invalid_option` where an option cannot be used
 */
export function listener(
  handler: Handler,
  env?: Record<string, any>,
  options?: ListenerOptions,
): (incoming: any, outgoing: any) => Promise<void>;

/**
 * Gives the index at a path to a server that runs for long: `createMcp({ index: latest("site.kdx", open) })`. It is
 * opened with the first call, and anew where another one is in its place by now. As long as that cannot be
 * opened, the one before is given. That is closed a minute after.
 *
 * @param path of a file, or of a folder
 * @param open such as that of `kindex/explore`
 */
export function latest<Opened extends { close(): void }>(
  path: string,
  open: (path: string) => PromiseLike<Opened>,
): () => Promise<Opened>;

/**
 * The same of several indexes as one: all are opened anew where another file is in the place of one of them. As long as a
 * file is gone, those before are given, and also where only files that cannot be opened are new. Otherwise such a one is
 * missing among the others. An address is not looked at again by itself.
 */
export function latest<Source extends string | { src: string }, Opened extends { close(): void }>(
  sources: Source[],
  open: (sources: Source[]) => PromiseLike<Opened>,
): () => Promise<Opened>;
