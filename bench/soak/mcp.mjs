// Messages to one `kindex mcp`, over its standard input and output.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { KINDEX } from "../paths.mjs";
import { lines } from "./messages.mjs";
import { SHOWN, resident, watched } from "./watch.mjs";

/** The number of lines that are written before their answers are waited for. */
const BATCH = 100;

/** The code of an error that the server did not expect. */
const INTERNAL = -32603;

/** Milliseconds that a batch may take. */
const PATIENCE = 120_000;

/** A server that takes lines and gives those that it writes, up to the answer to a last ping. */
function serverOf(index) {
  const child = spawn(KINDEX, ["mcp", index], { stdio: ["pipe", "pipe", "inherit"] });
  const answers = createInterface({ input: child.stdout, crlfDelay: Infinity })[Symbol.asyncIterator]();
  let pings = 0;
  const talk = async (said) => {
    const last = `ping ${++pings}`;
    const ping = JSON.stringify({ jsonrpc: "2.0", id: last, method: "ping" });
    child.stdin.write(Buffer.concat([...said, ping].flatMap((line) => [Buffer.from(line), Buffer.from("\n")])));
    const found = [];
    for (;;) {
      const { value, done } = await answers.next();
      if (done) throw new Error(`kindex mcp ended after ${pings} batches`);
      if (value === `{"jsonrpc":"2.0","id":"${last}","result":{}}`) return found;
      found.push(value);
    }
  };
  const end = () => {
    child.stdin.end();
    return new Promise((resolve) => child.once("close", resolve));
  };
  return { pid: child.pid, talk, end };
}

/** Each request has one answer, and none says that something unexpected went wrong: the number of refusals. */
function refusals(asked, answers) {
  const wanted = new Set(asked.map(({ id }) => id).filter((id) => id !== undefined));
  let refused = 0;
  // Several messages in one line are answered in one, too.
  for (const answer of answers.flatMap((text) => JSON.parse(text))) {
    const { jsonrpc, id, error, result } = answer;
    if (jsonrpc !== "2.0" || error?.code === INTERNAL || (error === undefined) === (result === undefined)) {
      throw new Error(`an answer is ${JSON.stringify(answer).slice(0, SHOWN)}`);
    }
    if (error || result.isError) refused++;
    wanted.delete(id);
  }
  if (wanted.size > 0) throw new Error(`no answer to ${asked.find(({ id }) => wanted.has(id)).line.slice(0, SHOWN)}`);
  return refused;
}

const inTime = (promise) => {
  let timer;
  const late = new Promise((_, reject) => (timer = setTimeout(() => reject(new Error("kindex mcp does not answer")), PATIENCE)));
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
};

export async function soakMcp({ path, material, control, count, until, seed }) {
  const server = serverOf(path);
  const [next, always] = [lines(material, seed), lines(material, 1)];
  const controls = Array.from({ length: control }, () => always().line);
  let refused = 0;
  const ask = async (count) => {
    for (let left = count; left > 0; left -= BATCH) {
      const asked = Array.from({ length: Math.min(left, BATCH) }, next);
      refused += refusals(asked, await inTime(server.talk(asked.map(({ line }) => line))));
    }
  };
  const found = await watched({
    count, until, ask,
    control: () => inTime(server.talk(controls)),
    memory: () => ({ "kindex mcp": resident(server.pid) }),
  });
  const code = await server.end();
  if (code !== 0) throw new Error(`kindex mcp ended with ${code}`);
  return { ...found, refused };
}
