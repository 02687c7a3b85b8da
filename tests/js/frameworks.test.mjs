// The adapters with the frameworks themselves, over the golden index; nothing leaves the machine.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { promisify } from "node:util";
import { ROOT, kindex } from "../browser/support.mjs";
import { answeringAsOpenAI } from "../frameworks/openai.mjs";
import { project } from "../frameworks/project.mjs";
import { QUERY as MEANT, embed, withVectors } from "./meaning.mjs";
import { failure } from "./support.mjs";

const run = promisify(execFile);

const GOLDEN = join(ROOT, "tests/golden/guide-v1.kdx");
const EXAMPLES = ["langchain", "llamaindex", "ai"];
const QUERY = "how do I install it";

/** A limit for tests that would otherwise wait for ever if they fail. */
const SOON = { timeout: 20_000 };

/** The first passages for the query, as far as one can say without the adapters. */
const FIRST = { id: "install.md#1.0", url: "install.html#linux", title: "Installation", headings: ["Linux"], document: "install.md" };

describe("adapters for frameworks", () => {
  let user, index, opened, folder, meaning;

  before(async () => {
    user = await project();
    const [main, explore] = await Promise.all(["", "/explore"].map((entry) => user.load(`kindex${entry}`)));
    folder = await mkdtemp(join(tmpdir(), "kindex-sharded-"));
    await kindex("build", join(ROOT, "tests/corpus"), "--pins", join(ROOT, "tests/cases/pins.yml"), "-o", folder, "--layout", "sharded", "-q");
    index = await explore.open(GOLDEN);
    meaning = await explore.open(await withVectors());
    opened = { explore: index, main: await main.open(GOLDEN), sharded: await main.open(`${folder}/`) };
  });

  after(async () => {
    await user?.remove();
    if (folder) await rm(folder, { recursive: true });
  });

  /** The same index in several files, whose shards never come. */
  async function hanging() {
    const signals = [];
    let begun;
    const asked = new Promise((resolve) => (begun = resolve));
    const { open } = await user.load("kindex");
    const read = async (name, { signal }) => {
      if (name === "index.kdx") return readFile(join(folder, name));
      signals.push(signal);
      begun();
      return new Promise(() => {});
    };
    return { index: await open(read), signals, asked };
  }

  describe("LangChain.js", () => {
    let KindexRetriever;

    before(async () => ({ KindexRetriever } = await user.load("kindex/langchain")));

    test("retrieves passages with what they are cited by, from any index", async () => {
      const { Document } = await user.load("@langchain/core/documents");
      const { hits } = index.search(QUERY, { limit: 2 });
      const { id, url: source, ...cited } = FIRST;
      for (const [entry, index] of Object.entries(opened)) {
        const found = await new KindexRetriever({ index, search: { limit: 2 } }).invoke(QUERY);
        assert.equal(found.length, 2, entry);
        const [first] = found;
        assert.ok(first instanceof Document);
        assert.equal(first.id, id);
        assert.equal(first.pageContent, hits[0].text);
        const [{ score, meta }] = hits;
        assert.match(meta.description, /^How to install/);
        assert.deepEqual(first.metadata, { source, ...cited, score, meta });
      }
    });

    test("links to headings of any script, and to pages", async () => {
      const source = async (query) => (await new KindexRetriever({ index }).invoke(query))[0].metadata.source;
      assert.equal(await source("设置"), "languages/anzhuang.html#%E9%85%8D%E7%BD%AE");
      assert.equal(await source("wartung"), "languages/wartung.html");
    });

    test("gives grouped passages one by one", async () => {
      const retriever = new KindexRetriever({ index, search: { group: true, limit: 3, returnLevel: 0 } });
      const { hits } = index.search("search", retriever.search);
      const ids = hits.flatMap((hit) => [hit, ...(hit.more ?? [])]).map(({ id }) => id);
      assert.ok(ids.length > hits.length);
      assert.deepEqual((await retriever.invoke("search")).map(({ id }) => id), ids);
    });

    test("answers batches, in their order", async () => {
      const retriever = new KindexRetriever({ index: opened.sharded });
      const queries = ["deploy", QUERY, "zzqxjk"];
      const each = await Promise.all(queries.map((query) => retriever.invoke(query)));
      assert.deepEqual(await retriever.batch(queries), each);
      assert.deepEqual(each.map((documents) => documents.length > 0), [true, true, false]);
    });

    test("tells callbacks what it does and what fails", async () => {
      const events = [];
      const callbacks = [
        {
          handleRetrieverStart: ({ id }, query, ...rest) => events.push(["start", id, query, rest[2]]),
          handleRetrieverEnd: (documents) => events.push(["end", documents.length]),
          handleRetrieverError: (error) => events.push(["error", error.code]),
        },
      ];
      const fields = { search: { limit: 1 }, callbacks, tags: ["guide"] };
      await new KindexRetriever({ index, ...fields }).invoke(QUERY);
      const { open } = await user.load("kindex");
      const closed = await open(GOLDEN);
      closed.close();
      await assert.rejects(new KindexRetriever({ index: closed, ...fields }).invoke(QUERY), failure("closed"));
      const start = ["start", ["kindex", "retrievers", "KindexRetriever"], QUERY, ["guide"]];
      assert.deepEqual(events, [start, ["end", 1], start, ["error", "closed"]]);
    });

    test("finds by meaning with an embedder of LangChain", async () => {
      const { Embeddings } = await user.load("@langchain/core/embeddings");
      const asked = [];
      class Subjects extends Embeddings {
        embedQuery = async (text) => asked.push(text) && embed(text);
      }
      const fields = { index: meaning, embeddings: new Subjects({}) };
      const [found] = await new KindexRetriever(fields).invoke(MEANT);
      assert.equal(found.metadata.source, "/winter#winter");
      const search = { alpha: 0.3, candidates: 2, limit: 2 };
      const scores = (await new KindexRetriever({ ...fields, search }).invoke("the boat")).map(({ metadata }) => metadata.score);
      assert.deepEqual(scores, meaning.search("the boat", { ...search, vector: embed("the boat") }).hits.map(({ score }) => score));
      assert.deepEqual(asked, [MEANT, "the boat"]);
      assert.deepEqual(await new KindexRetriever({ ...fields, search: { alpha: 0, candidates: 9 } }).invoke(MEANT), []);
      assert.equal((await new KindexRetriever(fields).invoke(" ")).length, meaning.search(" ").hits.length);
      assert.equal(asked.length, 2);
    });

    test("fails where its embedder does, or is not that of the index", async () => {
      const { FakeEmbeddings } = await user.load("@langchain/core/utils/testing");
      const cause = new Error("key-123 is not known");
      const broken = { embedQuery: () => Promise.reject(cause), embedDocuments: async () => [] };
      const failed = new KindexRetriever({ index: meaning, embeddings: broken }).invoke(MEANT);
      await assert.rejects(failed, (error) => failure("embedder_failed", /^the embedder failed, /)(error) && error.cause === cause);
      const other = new KindexRetriever({ index: meaning, embeddings: new FakeEmbeddings() });
      await assert.rejects(other.invoke(MEANT), failure("invalid_option", /^vector: it has 4 numbers, and those of the index have 8/));
      const elsewhere = new KindexRetriever({ index: opened.main, embeddings: new FakeEmbeddings() });
      await assert.rejects(elsewhere.invoke(MEANT), failure("invalid_option", /^vector: only kindex\/explore has it/));
    });

    test("is a link in a chain", async () => {
      const { FakeListChatModel } = await user.load("@langchain/core/utils/testing");
      const { RunnablePassthrough, RunnableSequence } = await user.load("@langchain/core/runnables");
      const { ChatPromptTemplate } = await user.load("@langchain/core/prompts");
      const asked = [];
      const callbacks = [{ handleChatModelStart: (_, messages) => asked.push(messages[0][0].content) }];
      const retriever = new KindexRetriever({ index, search: { limit: 1 } });
      const passages = retriever.pipe((documents) => documents.map((one) => one.pageContent).join());
      const chain = RunnableSequence.from([
        { passages, question: new RunnablePassthrough() },
        ChatPromptTemplate.fromTemplate("{passages}|{question}"),
        new FakeListChatModel({ responses: ["Take the installer."], callbacks }),
      ]);
      assert.equal((await chain.invoke(QUERY)).content, "Take the installer.");
      assert.deepEqual(asked, [`${index.search(QUERY).hits[0].text}|${QUERY}`]);
    });
  });

  describe("LlamaIndex.TS", () => {
    let KindexRetriever, schema;

    before(async () => {
      ({ KindexRetriever } = await user.load("kindex/llamaindex"));
      schema = await user.load("@llamaindex/core/schema");
    });

    test("retrieves nodes with scores, from any index", async () => {
      const { MetadataMode, TextNode } = schema;
      const [{ text, score, meta }] = index.search(QUERY).hits;
      const { id, document, url, title, headings } = FIRST;
      for (const index of Object.values(opened)) {
        const [first] = await new KindexRetriever({ index, search: { limit: 2 } }).retrieve(QUERY);
        assert.equal(first.score, score);
        assert.ok(first.node instanceof TextNode);
        assert.equal(first.node.id_, id);
        assert.equal(first.node.sourceNode.nodeId, document);
        assert.deepEqual(first.node.metadata, { url, title, headings, meta });
        assert.equal(first.node.text, text);
        for (const mode of [MetadataMode.LLM, MetadataMode.EMBED]) {
          const content = first.node.getContent(mode);
          for (const shown of [url, title, ...headings, text.trim()]) assert.ok(content.includes(shown), shown);
          assert.ok(!content.includes("object Object"), content);
        }
      }
    });

    test("searches for the text of a message in parts", async () => {
      const retriever = new KindexRetriever({ index });
      const parts = QUERY.split(" ").map((text) => ({ type: "text", text }));
      assert.deepEqual(await retriever.retrieve({ query: parts }), await retriever.retrieve(QUERY));
    });

    test("finds by meaning with an embedder of LlamaIndex", async () => {
      const { BaseEmbedding } = await user.load("@llamaindex/core/embeddings");
      class Subjects extends BaseEmbedding {
        getTextEmbedding = async (text) => embed(text);
      }
      const retriever = new KindexRetriever({ index: meaning, embedding: new Subjects(), search: { embedder: "subjects" } });
      const [{ node, score }] = await retriever.retrieve({ query: MEANT.split(" ").map((text) => ({ type: "text", text })) });
      assert.equal(node.metadata.url, "/winter#winter");
      const { extractText } = await user.load("@llamaindex/core/utils");
      const text = extractText(MEANT.split(" ").map((text) => ({ type: "text", text })));
      assert.equal(score, meaning.search(text, { vector: embed(text) }).hits[0].score);
      const other = new KindexRetriever({ index: meaning, embedding: new Subjects(), search: { embedder: "another" } });
      await assert.rejects(other.retrieve(MEANT), failure("invalid_option", /^embedder: the vectors of the index are those of subjects, not of another/));
    });

    test("is what a query engine answers from", async () => {
      const { RetrieverQueryEngine } = await user.load("@llamaindex/core/query-engine");
      const { getResponseSynthesizer } = await user.load("@llamaindex/core/response-synthesizers");
      const { MockLLM } = await user.load("@llamaindex/core/llms/mock");
      const { Settings } = await user.load("@llamaindex/core/global");
      const retrieved = [];
      Settings.callbackManager.on("retrieve-end", ({ detail }) => retrieved.push(detail.nodes.length));
      const asked = [];
      const llm = new MockLLM({ responseMessage: "Take the installer." });
      const { complete } = llm;
      llm.complete = (given) => {
        asked.push(given.prompt);
        return complete.call(llm, given);
      };
      const best = { postprocessNodes: async (nodes) => nodes.slice(0, 1) };
      const retriever = new KindexRetriever({ index, search: { limit: 2 } });
      const engine = new RetrieverQueryEngine(retriever, getResponseSynthesizer("compact", { llm }), [best]);
      const { message, sourceNodes } = await engine.query({ query: QUERY });
      assert.equal(message.content, "Take the installer.");
      assert.deepEqual(sourceNodes.map(({ node }) => node.id_), [FIRST.id]);
      assert.deepEqual(retrieved, [2]);
      assert.ok(asked[0].includes(FIRST.url) && asked[0].includes("brew install pebble"), asked[0]);
    });
  });

  describe("AI SDK", () => {
    let ai, searchTool, MockLanguageModelV3;

    before(async () => {
      ai = await user.load("ai");
      ({ searchTool } = await user.load("kindex/ai"));
      ({ MockLanguageModelV3 } = await user.load("ai/test"));
    });

    /** A model that calls the tool with this input, and then answers. */
    function calling(input) {
      const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
      const call = { type: "tool-call", toolCallId: "1", toolName: "searchDocs", input: JSON.stringify(input) };
      const answer = { type: "text", text: "Take the installer." };
      const answers = [
        { content: [call], finishReason: { unified: "tool-calls" }, usage, warnings: [] },
        { content: [answer], finishReason: { unified: "stop" }, usage, warnings: [] },
      ];
      // As a model that is requested over the network does.
      return new MockLanguageModelV3({
        async doGenerate({ abortSignal }) {
          abortSignal?.throwIfAborted();
          return answers.shift();
        },
      });
    }

    /** The answer that the model is given when it calls the tool. */
    async function given(options, input = { query: QUERY }) {
      const model = calling(input);
      const tools = { searchDocs: searchTool(options) };
      const { text } = await ai.generateText({ model, tools, prompt: QUERY, stopWhen: ai.stepCountIs(3) });
      assert.equal(text, "Take the installer.");
      const [result] = model.doGenerateCalls[1].prompt.at(-1).content;
      return { offered: model.doGenerateCalls[0].tools, ...result.output };
    }

    test("gives the model what it searches for, from any index", async () => {
      const [{ text, score, meta }, second] = index.search(QUERY, { limit: 2 }).hits;
      for (const index of Object.values(opened)) {
        const { type, value, offered } = await given({ index, search: { limit: 2 } });
        assert.equal(type, "json");
        assert.deepEqual(Object.keys(value), ["passages"]);
        assert.deepEqual(value.passages[0], { ...FIRST, text, score, meta });
        assert.equal(value.passages[1].id, second.id);
        assert.equal(value.passages.length, 2);
        assert.match(offered[0].description, /documentation/);
        assert.deepEqual(offered[0].inputSchema.required, ["query"]);
      }
    });

    test("takes a description, and says what was probably meant", async () => {
      const description = "Searches the guide of Pebble.";
      const { value, offered } = await given({ index, description }, { query: "instalation" });
      assert.equal(value.didYouMean, "installation");
      assert.equal(offered[0].description, description);
    });

    test("stays within a number of tokens, with an index of kindex/explore", async () => {
      const { value } = await given({ index, search: { maxTokens: 300 } });
      assert.deepEqual(value.passages.map(({ id }) => id), [FIRST.id]);
      assert.equal(value.leftOut, 1);
      const other = await given({ index: opened.main, search: { maxTokens: 300 } });
      assert.match(other.value, /maxTokens: only kindex\/explore has it/);
    });

    test("finds by meaning with a model of the SDK, and tells nobody of its errors", async () => {
      const { MockEmbeddingModelV3 } = await user.load("ai/test");
      const model = new MockEmbeddingModelV3({
        doEmbed: async ({ values }) => ({ embeddings: values.map(embed), warnings: [] }),
      });
      const signals = [];
      const embedded = async (value, { signal: abortSignal }) => {
        signals.push(abortSignal);
        return (await ai.embed({ model, value, abortSignal })).embedding;
      };
      const { value } = await given({ index: meaning, embed: embedded, search: { limit: 1 } }, { query: MEANT });
      assert.deepEqual(value.passages.map(({ url }) => url), ["/winter#winter"]);
      assert.equal(signals.length, 1);
      const broken = () => Promise.reject(new Error("key-123 is not known"));
      const failed = await given({ index: meaning, embed: broken }, { query: MEANT });
      assert.equal(failed.type, "error-text");
      assert.match(failed.value, /^the embedder failed/);
      assert.doesNotMatch(JSON.stringify(failed), /key-123/);
      assert.match((await given({ index: meaning, embed: broken }, { query: 7 })).value, /^query: accepted is a string/);
    });

    test("tells the model of input that cannot be searched for", async () => {
      for (const input of [{ query: 7 }, {}]) {
        const { type, value } = await given({ index }, input);
        assert.equal(type, "error-text");
        assert.match(value, /^query: accepted is a string/);
      }
    });

    test("stops a search when the call is aborted", SOON, async () => {
      const { index, signals, asked } = await hanging();
      const controller = new AbortController();
      const model = calling({ query: QUERY });
      const tools = { searchDocs: searchTool({ index }) };
      const { signal: abortSignal } = controller;
      const answer = ai.generateText({ model, tools, prompt: QUERY, stopWhen: ai.stepCountIs(3), abortSignal });
      await asked;
      controller.abort();
      await assert.rejects(answer, { name: "AbortError" });
      assert.ok(signals.every(({ aborted }) => aborted));
    });
  });

  test("have types that fit those of the frameworks", async () => {
    const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
    const { stdout } = await run(process.execPath, [compiler, "-p", user.folder], { cwd: ROOT }).catch((error) => error);
    // The frameworks' own do not all stand so strict a check.
    const theirs = "tests/frameworks/node_modules/";
    const errors = stdout.split("\n").filter((line) => /^\S+\(\d+,\d+\): /.test(line) && !line.startsWith(theirs));
    assert.deepEqual(errors, []);
  });

  for (const name of EXAMPLES) {
    test(`examples/${name}.mjs answers`, SOON, async () => {
      await answeringAsOpenAI(async (address, requests) => {
        const env = { PATH: process.env.PATH, OPENAI_BASE_URL: address, OPENAI_API_KEY: "key", OPENAI_MODEL: "small" };
        const options = { cwd: user.folder, env };
        const { stdout } = await run(process.execPath, [`${name}.mjs`, GOLDEN, QUERY], options);
        assert.equal(stdout.split("\n")[0], `See ${FIRST.url}.`);
        const { path, key, body } = requests.at(-1);
        assert.deepEqual([path, key, body.model], ["/v1/chat/completions", "Bearer key", "small"]);
        const asked = JSON.stringify(body.messages);
        for (const text of [QUERY, FIRST.url, "brew install pebble"]) assert.ok(asked.includes(text), text);
      });
    });
  }

  test("docs/mcp.md leads to the examples, and all are run here", async () => {
    const document = await readFile(join(ROOT, "docs/mcp.md"), "utf8");
    for (const name of EXAMPLES) assert.ok(document.includes(`(../examples/${name}.mjs)`), name);
    const all = (await readdir(join(ROOT, "examples"))).filter((name) => name.endsWith(".mjs"));
    assert.deepEqual(all.sort(), EXAMPLES.map((name) => `${name}.mjs`).sort());
  });
});
