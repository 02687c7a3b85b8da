/** The options that are about the function `embed`, and so need it. */
export const OF_EMBED = ["embedder", "alpha", "candidates", "embedTimeout"];

/** A weight. */
export const isShare = (value) => typeof value === "number" && value >= 0 && value <= 1;

/** As many candidates as the core accepts. */
export const isCandidates = (value) => Number.isInteger(value) && value >= 1 && value <= 1000;

/** Milliseconds, as many as a timer takes. */
export const isTime = (value) => typeof value === "number" && value >= 1 && value < 2 ** 31;
