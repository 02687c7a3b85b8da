/** How many results a search returns with their texts. */
export const LIMIT = 10;

/** What a file of an index says. */
export const json = (bytes) => JSON.parse(new TextDecoder().decode(bytes));
