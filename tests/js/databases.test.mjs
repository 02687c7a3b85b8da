// examples/engines: what its README says of each engine that can be had here.
import assert from "node:assert/strict";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { faults } from "../databases/cypher.mjs";
import { withPgvector, withPostgres } from "../databases/postgres.mjs";
import { NATIVE, run } from "./cli-support.mjs";

const ROOT = join(import.meta.dirname, "../..");

const ENGINES = join(ROOT, "examples/engines");

const { KINDEX_NO_POSTGRES, KINDEX_PYTHON_DATABASES, POSTGRES } = process.env;

const MISSING = "the clients of databases are missing; run: scripts/setup.sh databases, and source env.sh as it says";

/** The pages are this project's guides, so that an edit of them changes what is found. */
const MOST_APART = 0.1;

/** The tenth of parents with the same score may be either. */
const OF_EQUALS = 0.02;

/** A limit for tests that would otherwise wait for ever if they fail. */
const SOON = { timeout: 120_000 };

describe("examples/engines", () => {
  let folder, index, readme;

  before(async () => {
    assert.ok(KINDEX_PYTHON_DATABASES, MISSING);
    folder = await mkdtemp(join(tmpdir(), "kindex-engines-"));
    // A server of another user has its data below it.
    await chmod(folder, 0o755);
    index = join(folder, "docs.kdx");
    readme = await readFile(join(ENGINES, "README.md"), "utf8");
    await run(NATIVE, ["build", join(ROOT, "docs"), "-q", "-o", index]);
  });

  after(() => rm(folder, { recursive: true, force: true }));

  /** Runs one of the scripts, and gives what it writes. */
  async function python(script, args, variables) {
    const env = { ...process.env, KINDEX_COMMAND: NATIVE, PYTHONDONTWRITEBYTECODE: "1", ...variables };
    const { stdout } = await run(join(KINDEX_PYTHON_DATABASES, "python"), [join(ENGINES, script), ...args], { env });
    return stdout;
  }

  /** Runs statements, and gives the rows of the last one as Python writes them. */
  async function sql(statements, variables) {
    const program = "import psycopg, sys\nwith psycopg.connect() as c:\n  f = c.execute(sys.argv[1])\n  print(f.fetchall() if f.description else '')";
    const { stdout } = await run(join(KINDEX_PYTHON_DATABASES, "python"), ["-c", program, statements], { env: { ...process.env, ...variables } });
    return stdout;
  }

  /** The shares of parents and of pages in the row of a script. */
  function shares(table, script) {
    const row = table.split("\n").find((line) => line.startsWith(`| ${script} |`) || line.startsWith(`| [${script}]`));
    assert.ok(row, `${script}: ${table}`);
    return row.match(/\b[01]?\.\d\d\b/g).map(Number);
  }

  /** Asks an engine all questions, and compares with the row of the README. */
  async function check(script, variables) {
    const found = shares(await python("overlap.py", [index, script], variables), script);
    const said = shares(readme, script);
    assert.equal(found.length, 2);
    for (const [at, share] of found.entries()) assert.ok(Math.abs(share - said[at]) <= MOST_APART, `${script}: ${found}, not ${said}`);
    return found;
  }

  /** Signs of a query are no syntax of an engine's, and one without words finds nothing. */
  async function checkSigns(script, variables) {
    const [chunks, queries] = ["all.jsonl", "signs.jsonl"].map((name) => join(folder, name));
    const signs = String.raw`it's a "filter" & | ! ( ) :* \ {1} %s`;
    await run(NATIVE, ["export", index, "-q", "-o", chunks]);
    await run(NATIVE, ["export", index, "-q", "-o", queries, "--query", signs, "--query", ""]);
    const answers = (await python(script, [chunks, queries], variables)).trim().split("\n").map((line) => JSON.parse(line));
    assert.deepEqual(answers.map(({ query, parents }) => [query, parents.length]), [[signs, 10], ["", 0]], script);
  }

  test("twenty questions are asked", async () => {
    const questions = (await readFile(join(ENGINES, "questions.txt"), "utf8")).trim().split("\n");
    assert.equal(new Set(questions).size, 20);
  });

  test("Qdrant and pgvector rank alike by the vectors of children", SOON, async () => {
    const qdrant = await check("qdrant.py");
    await checkSigns("qdrant.py");
    const pgvector = await withPgvector((variables) => check("pgvector.py", variables));
    for (const [at, share] of pgvector.entries()) assert.ok(Math.abs(share - qdrant[at]) <= OF_EQUALS, `${pgvector}, not ${qdrant}`);
    await withPgvector((variables) => checkSigns("pgvector.py", variables));
  });

  test("PostgreSQL returns parents, and keeps tables that are somebody else's", { ...SOON, skip: KINDEX_NO_POSTGRES }, async () => {
    assert.ok(POSTGRES, MISSING);
    const data = await mkdtemp(join(folder, "postgres-"));
    await withPostgres(POSTGRES, data, async (variables) => {
      await sql("CREATE TABLE public.parent AS SELECT 7 AS id; CREATE TABLE public.child AS SELECT 8 AS id", variables);
      await check("postgres.py", variables);
      await checkSigns("postgres.py", variables);
      assert.equal(await sql("SELECT parent.id, child.id FROM public.parent, public.child", variables), "[(7, 8)]\n");
    });
  });

  test("pgvector finds by vectors of an embedder what Kindex finds", SOON, async () => {
    const { stdout } = await run(NATIVE, ["chunks", index], { maxBuffer: 1 << 26 });
    // Vectors that have an order, of which none is like another.
    const values = (seed) => Array.from({ length: 16 }, (_, at) => Math.sin((seed + 1) * (at + 1) ** 2));
    const lines = stdout.trim().split("\n").map((line, at) => JSON.stringify({ id: JSON.parse(line).id, vector: values(at) }));
    const [vectors, chunks, query] = ["vectors.jsonl", "site.jsonl", "query.jsonl"].map((name) => join(folder, name));
    await writeFile(vectors, lines.join("\n"));
    const asked = JSON.stringify(values(0.5));
    for (const of of ["parents", "children"]) {
      const embedded = join(folder, `${of}.kdx`);
      await run(NATIVE, ["build", join(ROOT, "docs"), "-q", "-o", embedded, "--vectors", vectors, "--vectors-of", of]);
      await run(NATIVE, ["export", embedded, "-q", "-o", chunks]);
      await run(NATIVE, ["export", embedded, "-q", "-o", query, "--query", "any", "--vector", asked]);
      const { hits } = JSON.parse((await run(NATIVE, ["search", embedded, "--vector", asked, "--json"])).stdout);
      assert.equal(hits.length, 10);
      const { parents } = JSON.parse(await withPgvector((variables) => python("pgvector.py", [chunks, query], variables)));
      assert.deepEqual(parents, hits.map((hit) => hit.id), of);
    }
  });

  test("Neo4j's own parser takes every statement, and each has its name", async () => {
    const [text, loader] = await Promise.all(["neo4j.cypher", "load_neo4j.py"].map((name) => readFile(join(ENGINES, name), "utf8")));
    const parameters = { rows: [], question: "" };
    assert.deepEqual(faults(text, parameters), []);
    assert.equal(faults(text.replace("UNWIND $rows", "UNWIN $rows"), parameters).length, 1);
    for (const relation of ["HAS_CHILD", "HAS_PARENT", "HAS_CHUNK"]) assert.ok(text.includes(`:${relation}]`), relation);
    const names = [...text.matchAll(/^\/\/ name: (\w+)$/gm)].map(([, name]) => name);
    assert.equal(names.length, text.match(/;$/gm).length);
    for (const name of names) assert.ok(loader.includes(`"${name}"`), name);
    const labels = [...text.matchAll(/\(\w+:([\w|]+)/g)].flatMap(([, labels]) => labels.split("|"));
    assert.deepEqual([...new Set(labels)].sort(), ["KindexChild", "KindexDocument", "KindexParent"]);
  });
});
