/** What answers requests: what `createWorker` of `kindex/worker` or `createMcp` of `kindex/mcp` gives. */
export interface Handler {
  fetch(request: Request, env?: any): Response | PromiseLike<Response>;
}

/**
 * Makes what `createServer` of `node:http` takes. A request that is none is answered with 400, and
 * what fails with 500 and `console.error`. The header `cf-connecting-ip` has the address that the
 * connection comes from, whatever the client says, as limits count by it.
 *
 * @param env what a handler finds its variables in, such as tokens. Default: `process.env`.
 */
export function listener(
  handler: Handler,
  env?: Record<string, any>,
): (incoming: any, outgoing: any) => Promise<void>;
