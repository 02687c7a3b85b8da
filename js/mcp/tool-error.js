/** An error that the caller of a tool can mend: the message says how. */
export class ToolError extends Error {}

/** Whether a Worker may read no more files of an index for the request. */
export const isTooManyFiles = (error) => error?.code === "too_many_files";

/**
 * Runs what asks the index for something by its id.
 *
 * @template T
 * @param {() => T | Promise<T>} look
 * @param {() => T} otherwise where nothing has the id
 */
export async function ifKnown(look, otherwise) {
  try {
    return await look();
  } catch (error) {
    if (error?.code !== "unknown_id") throw error;
    return otherwise();
  }
}
