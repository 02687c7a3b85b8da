// An embedder that runs here, in the place of embedder.mjs: a small model, by Transformers.js. It is
// loaded from the hub, or from the folder MODELS, which has all-MiniLM-L6-v2/ in it.
import { env, pipeline } from "@huggingface/transformers";

if (process.env.MODELS) Object.assign(env, { localModelPath: process.env.MODELS, allowRemoteModels: false });

export const name = "all-MiniLM-L6-v2";

const extract = await pipeline("feature-extraction", process.env.MODELS ? name : `Xenova/${name}`, { dtype: "q8" });

/** The vector of each text. */
export async function embedAll(texts) {
  const vectors = await extract(texts, { pooling: "mean", normalize: true });
  return vectors.tolist();
}

/** The vector of a query. */
export const embed = async (query) => (await embedAll([query]))[0];
