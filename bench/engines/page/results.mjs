/** The results that a search returns with their texts. */
export const LIMIT = 10;

/** The value that a file of an index has in JSON. */
export const json = (bytes) => JSON.parse(new TextDecoder().decode(bytes));
