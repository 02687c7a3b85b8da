// Answers a question from an index: node ai.mjs site.kdx "how do I install it"
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { generateText, stepCountIs } from "ai";
import { searchTool } from "kindex/ai";
import { open } from "kindex/explore";

const [source = "site.kdx", question = ""] = process.argv.slice(2);
const { OPENAI_BASE_URL = "https://api.openai.com/v1", OPENAI_API_KEY = "", OPENAI_MODEL = "" } = process.env;
const openai = createOpenAICompatible({ name: "openai", baseURL: OPENAI_BASE_URL, apiKey: OPENAI_API_KEY });
const { text } = await generateText({
  model: openai(OPENAI_MODEL),
  tools: { searchDocs: searchTool({ index: await open(source), search: { maxTokens: 2000 } }) },
  stopWhen: stepCountIs(5),
  system: "Search the documentation, answer from what you find, and cite it.",
  prompt: question,
  abortSignal: AbortSignal.timeout(60_000),
});
console.log(text);
