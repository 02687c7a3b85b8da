// The adapters as they are meant to be used, against the types of the frameworks themselves.
import type { Embeddings } from "@langchain/core/embeddings";
import type { DocumentInterface } from "@langchain/core/documents";
import type { BaseRetrieverInterface } from "@langchain/core/retrievers";
import type { BaseEmbedding } from "@llamaindex/core/embeddings";
import type { BaseRetriever } from "@llamaindex/core/retriever";
import type { NodeWithScore } from "@llamaindex/core/schema";
import type { EmbeddingModel, InferToolInput, InferToolOutput, LanguageModel } from "ai";
import { embed, generateText } from "ai";
import type { Index, ShardedIndex } from "kindex";
import type { Explorer, ShardedExplorer } from "kindex/explore";
import { KindexRetriever as LangChainRetriever } from "kindex/langchain";
import { KindexRetriever as LlamaIndexRetriever } from "kindex/llamaindex";
import type { SearchToolOutput } from "kindex/ai";
import { searchTool } from "kindex/ai";

export async function langchain(index: Index, either: Index | ShardedIndex, explorer: Explorer): Promise<string[]> {
  const retriever = new LangChainRetriever({ index, search: { limit: 3, filters: { tag: "a" } }, tags: ["docs"] });
  const retrievers: BaseRetrieverInterface[] = [
    retriever,
    new LangChainRetriever({ index: either }),
    new LangChainRetriever({ index: explorer, search: { maxTokens: 1000 }, metadata: { of: "docs" } }),
  ];
  // @ts-expect-error only kindex/explore has it
  new LangChainRetriever({ index, search: { maxTokens: 1000 } });
  // @ts-expect-error an index is wanted
  new LangChainRetriever({ search: {} });
  const documents: DocumentInterface[][] = await retrievers[0]!.batch(["words"]);
  const [document] = await retriever.invoke("words");
  // @ts-expect-error there is no such metadata
  console.log(documents.length, document?.metadata.loc);
  return [document?.metadata.source ?? "", ...(document?.metadata.headings ?? [])];
}

export function meaning(
  index: Index,
  explorer: Explorer,
  either: Explorer | ShardedExplorer,
  embeddings: Embeddings,
  embedding: BaseEmbedding,
  model: EmbeddingModel,
): unknown[] {
  // @ts-expect-error only kindex/explore searches with vectors
  new LangChainRetriever({ index, embeddings });
  // @ts-expect-error an embedder of another framework
  new LlamaIndexRetriever({ index: explorer, embedding: embeddings });
  // @ts-expect-error a model is no function
  searchTool({ index: explorer, embed: model });
  return [
    new LangChainRetriever({ index: explorer, embeddings, search: { alpha: 0.4, candidates: 50 } }),
    new LangChainRetriever({ index: either, embeddings }),
    new LlamaIndexRetriever({ index: explorer, embedding, search: { embedder: "all-MiniLM-L6-v2" } }),
    searchTool({ index: explorer, embed: () => new Float32Array(384) }),
    searchTool({
      index: either,
      embed: async (value, { signal }) => {
        const stop = signal ? { abortSignal: signal } : {};
        return (await embed({ model, value, ...stop })).embedding;
      },
    }),
  ];
}

export async function llamaindex(index: ShardedIndex, explorer: Explorer): Promise<NodeWithScore[]> {
  const retriever: BaseRetriever = new LlamaIndexRetriever({ index, search: { limit: 3 } });
  // @ts-expect-error an unknown option
  new LlamaIndexRetriever({ index: explorer, search: { topK: 3 } });
  const own = await new LlamaIndexRetriever({ index: explorer, search: { siblings: 1 } })._retrieve({ query: "words" });
  const url: string | undefined = own[0]?.node.metadata.url;
  console.log(url);
  return retriever.retrieve({ query: [{ type: "text", text: "words" }] });
}

export async function ai(index: Index, explorer: Explorer, model: LanguageModel): Promise<string> {
  const searchDocs = searchTool({ index: explorer, search: { maxTokens: 1000 }, description: "Searches the guide." });
  // @ts-expect-error only kindex/explore has it
  searchTool({ index, search: { maxTokens: 1000 } });
  const input: InferToolInput<typeof searchDocs> = { query: "words" };
  const { steps } = await generateText({ model, tools: { searchDocs }, prompt: input.query });
  const [result] = steps.flatMap((step) => step.toolResults);
  if (result?.dynamic) return "";
  const output: InferToolOutput<typeof searchDocs> | undefined = result?.output;
  const same: SearchToolOutput | undefined = output;
  for (const { id, url, title, headings, text, score, document, meta } of same?.passages ?? []) {
    const author = String(meta["author"] ?? "");
    console.log(id.length, url.length, title.length, headings.join(), text.length, score.toFixed(), document.length, author);
  }
  return same?.didYouMean ?? String(same?.leftOut ?? 0);
}
