// The embedder: any service that speaks OpenAI's protocol, at OPENAI_BASE_URL. transformers.mjs is one
// that runs here. Whatever it is, the index and its queries need the same one.
const { OPENAI_BASE_URL = "https://api.openai.com/v1", OPENAI_API_KEY = "" } = process.env;

export const name = process.env.EMBEDDING_MODEL ?? "text-embedding-3-small";

/** The vector of each text. */
export async function embedAll(texts, signal) {
  const headers = { "content-type": "application/json", authorization: `Bearer ${OPENAI_API_KEY}` };
  const body = JSON.stringify({ model: name, input: texts });
  const response = await fetch(`${OPENAI_BASE_URL}/embeddings`, { method: "POST", headers, body, signal });
  if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`);
  const { data } = await response.json();
  return data.sort((a, b) => a.index - b.index).map(({ embedding }) => embedding);
}

/** The vector of a query. */
export const embed = async (query, { signal } = {}) => (await embedAll([query], signal))[0];
