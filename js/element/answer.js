// The texts of an answer as they arrive, in whatever form a site's answerer gives them.

/**
 * Asks, and gives the parts of the answer one by one.
 *
 * @param {string | URL | import("../entry/element.js").Answerer} ask where to post the question, or who answers it
 * @param {import("../entry/element.js").Question} question
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<string>}
 * @throws where there is no answer; the message is for readers
 */
export async function* answered(ask, question, signal) {
  const given = typeof ask === "function" ? await ask(question, { signal }) : await posted(ask, question, signal);
  if (typeof given === "string") yield given;
  else if (given instanceof Response) yield* ofResponse(given);
  else if (given) yield* textsOf(given);
}

function posted(url, question, signal) {
  const headers = { "content-type": "application/json", accept: "text/event-stream, text/plain" };
  return fetch(url, { method: "POST", headers, body: JSON.stringify(question), signal });
}

async function* ofResponse(response) {
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`.trim());
  if (!response.body) return;
  const texts = textsOf(response.body);
  const isEvents = response.headers.get("content-type")?.startsWith("text/event-stream");
  yield* isEvents ? ofEvents(texts) : texts;
}

/** The texts of a stream of bytes or of strings. */
async function* textsOf(stream) {
  const decoder = new TextDecoder();
  for await (const part of parts(stream)) yield typeof part === "string" ? part : decoder.decode(part, { stream: true });
  yield decoder.decode();
}

/** Safari's streams are no iterables. */
async function* parts(stream) {
  if (!stream.getReader) return yield* stream;
  const reader = stream.getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** The texts in Server-Sent Events. */
async function* ofEvents(texts) {
  let rest = "";
  for await (const text of texts) {
    // A line may end with both signs, of which one may be on its way still.
    const events = (rest + text).replace(/\r\n?(?=[^])/g, "\n").split("\n\n");
    rest = events.pop();
    for (const event of events) yield textOf(event);
  }
  yield textOf(rest);
}

/** The text of an event: as it is, or JSON as Workers AI and OpenAI write it. */
function textOf(event) {
  const lines = event.split(/\r?\n/).filter((line) => line.startsWith("data:"));
  const data = lines.map((line) => line.slice(5).replace(/^ /, "")).join("\n");
  if (data.trim() === "[DONE]") return "";
  const value = parsed(data);
  return value === undefined ? data : said(value);
}

function parsed(json) {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function said(value) {
  if (typeof value === "string") return value;
  if (value === null || typeof value !== "object") return String(value);
  if (value.error) throw new Error(value.error.message ?? String(value.error));
  const { response, text, choices } = value;
  return String(response ?? text ?? choices?.[0]?.delta?.content ?? "");
}
