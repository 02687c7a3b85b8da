/**
 * A tool for the AI SDK.
 */
import { jsonSchema, tool } from "ai";
import { passagesFor } from "./passages.js";

const DESCRIPTION =
  "Searches the documentation. Returns passages with their addresses, the best one first. " +
  "Cite the url of what you use.";

const INPUT = jsonSchema({
  type: "object",
  properties: { query: { type: "string", description: "Words, names of code, or a question" } },
  required: ["query"],
  additionalProperties: false,
});

/**
 * @param {import("./ai.js").SearchToolOptions<import("./passages.js").Searchable>} options
 */
export function searchTool({ index, search, embed, description = DESCRIPTION }) {
  return tool({
    description,
    inputSchema: INPUT,
    async execute({ query }, { abortSignal: signal }) {
      const vector = embed && ((text) => embed(text, { signal }));
      const { results, passages } = await passagesFor(index, query, { ...search, signal }, vector);
      const { didYouMean, uncheckedPhrases, leftOut } = results;
      return {
        passages,
        ...(didYouMean && { didYouMean }),
        ...(uncheckedPhrases && { uncheckedPhrases }),
        ...(leftOut && { leftOut: leftOut.length }),
      };
    },
  });
}
