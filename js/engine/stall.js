/**
 * The time in which nothing arrives before a request ends, in milliseconds. Setting up a connection takes less
 * on a slow network, even where a few packets are lost; browsers would wait for minutes.
 */
const STALL_MS = 15_000;

/**
 * Watches over a request: its signal ends it when nothing arrives for too long, or when the caller wants that.
 *
 * @param {AbortSignal} [signal] of the caller
 * @param {number} [time] how long that is, in milliseconds
 * @returns {{ signal: AbortSignal, again: () => void, end: () => void }} `again` says that something arrived, `end`
 *   that all is there
 */
export function watched(signal, time = STALL_MS) {
  const controller = new AbortController();
  const stop = () => controller.abort(signal.reason);
  const stall = () => controller.abort(new Error(`nothing arrived for ${time / 1000} seconds`));
  let timer = setTimeout(stall, time);
  if (signal?.aborted) stop();
  signal?.addEventListener("abort", stop);
  return {
    signal: controller.signal,
    again() {
      clearTimeout(timer);
      timer = setTimeout(stall, time);
    },
    end() {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
    },
  };
}
