// Answers a question from an index: node langchain.mjs site.kdx "how do I install it"
import { StringOutputParser } from "@langchain/core/output_parsers";
import { ChatPromptTemplate } from "@langchain/core/prompts";
import { RunnablePassthrough, RunnableSequence } from "@langchain/core/runnables";
import { ChatOpenAI } from "@langchain/openai";
import { open } from "kindex";
import { KindexRetriever } from "kindex/langchain";

const [source = "site.kdx", question = ""] = process.argv.slice(2);
const retriever = new KindexRetriever({ index: await open(source), search: { limit: 4 } });
const chain = RunnableSequence.from([
  {
    passages: retriever.pipe((documents) =>
      documents.map(({ pageContent, metadata }) => `${metadata.source}\n\n${pageContent}`).join("\n\n"),
    ),
    question: new RunnablePassthrough(),
  },
  ChatPromptTemplate.fromTemplate("Answer from these passages and cite them:\n\n{passages}\n\nQuestion: {question}"),
  new ChatOpenAI({ model: process.env.OPENAI_MODEL ?? "" }),
  new StringOutputParser(),
]);
console.log(await chain.invoke(question));
