// Answers a question from an index: node llamaindex.mjs site.kdx "how do I install it"
import { RetrieverQueryEngine } from "@llamaindex/core/query-engine";
import { getResponseSynthesizer } from "@llamaindex/core/response-synthesizers";
import { OpenAI } from "@llamaindex/openai";
import { open } from "kindex";
import { KindexRetriever } from "kindex/llamaindex";

const [source = "site.kdx", question = ""] = process.argv.slice(2);
const engine = new RetrieverQueryEngine(
  new KindexRetriever({ index: await open(source), search: { limit: 4 } }),
  getResponseSynthesizer("compact", { llm: new OpenAI({ model: process.env.OPENAI_MODEL ?? "" }) }),
);
const { message, sourceNodes = [] } = await engine.query({ query: question });
console.log(message.content);
for (const { node } of sourceNodes) console.log(node.metadata.url);
