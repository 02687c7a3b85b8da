// Opens an index, searches it and closes it, again and again: in WebAssembly, and in a Worker whose tenants
// close each other's.
import { createHash } from "node:crypto";
import { openWith } from "../speed/wasm.mjs";
import { drawer, textOf } from "./draw.mjs";
import { DAMAGED, outcome } from "./instance.mjs";
import { heap, watched } from "./watch.mjs";
import { clientOf, inParallel, startWorker, toldOf } from "./worker.mjs";

/** One opening in ALTERED is of bytes that were altered. */
const ALTERED = 8;

/** More tenants than indexes may be open, so that most requests close one and open another. */
const TENANTS = 16;
const OPEN = 4;

const PACKAGE = new URL("../../dist/npm/", import.meta.url);

/** A copy with some bytes that are others; an index finds out when it is opened, or when they are read. */
function altered(bytes, { below }) {
  const copy = Uint8Array.from(bytes).subarray(0, below(4) === 0 ? below(bytes.length) : bytes.length);
  for (let left = 1 + below(3); left > 0 && copy.length > 0; left--) copy[below(below(2) ? 200 : copy.length) % copy.length] ^= 1 + below(255);
  return copy;
}

/** Opens, searches and closes with an entry of the package. */
export async function soakOpenings({ entry, bytes, material, control, count, until, seed }) {
  const { index: always, memory } = await openWith(entry, bytes);
  const { open } = await import(new URL(entry, PACKAGE));
  const draw = drawer(seed);
  const drawControl = drawer(1);
  const controls = Array.from({ length: control }, () => textOf(material, drawControl));
  let [opened, refused] = [0, 0];
  const once = async () => {
    const isAltered = ++opened % ALTERED === 0;
    const codes = isAltered ? DAMAGED : [];
    const index = await open(isAltered ? altered(bytes, draw) : bytes).catch((error) => outcome(() => { throw error; }, codes));
    if (!index.close) return refused++;
    if (outcome(() => index.search(textOf(material, draw)), codes).refused) refused++;
    index.close();
    if (draw.below(10) === 0) index.close();
  };
  const ask = async (count) => {
    for (let left = count; left > 0; left--) await once();
  };
  const answers = () => controls.map((text) => JSON.stringify(outcome(() => always.search(text))));
  const found = await watched({ count, until, ask, control: answers, memory: () => ({ WebAssembly: memory.buffer.byteLength, "heap of Node": heap() }) });
  always.close();
  return { ...found, refused };
}

const tenants = Array.from({ length: TENANTS }, (_, at) => `tenant-${at}`);

const hash = (text) => createHash("sha256").update(text).digest("hex");

/** Each tenant's token is its name. */
const SCRIPT = `
  import { createWorker } from "./dist/npm/worker.js";
  import wasm from "./dist/npm/explore/explore_bg.wasm";
  import index from "./index.bin";
  const source = { path: "{tenant}.kdx", read: async () => index.slice(0) };
  const tokens = ${JSON.stringify(Object.fromEntries(tenants.map((name) => [hash(name), name])))};
  export default createWorker({ wasm, source, tokens, limits: { indexes: ${OPEN} } });
`;

/** Has the tenants of one Worker ask in turns. */
export async function soakTenants({ bytes, material, control, count, until, seed }) {
  const worker = await startWorker(SCRIPT, bytes);
  const client = clientOf(worker.port);
  const draw = drawer(seed);
  const search = async (tenant, text) => {
    const path = `/search?q=${encodeURIComponent(text)}&limit=3`;
    const { status, text: answer } = await client.send({ method: "GET", path, headers: { authorization: `Bearer ${tenant}` } });
    if (status !== 200) throw new Error(`${path} is answered with ${status}: ${answer}`);
    return JSON.stringify(JSON.parse(answer).data);
  };
  let at = 0;
  const ask = (count) => inParallel(count, () => search(tenants[at++ % TENANTS], draw.pick(material.words)));
  const answers = async () => {
    const found = [];
    for (const [at, text] of material.words.slice(0, control).entries()) found.push(await search(tenants[at % TENANTS], text));
    return found;
  };
  try {
    return { ...(await watched({ count, until, ask, control: answers, told: () => toldOf(worker) })), refused: 0 };
  } finally {
    client.end();
    await worker.end();
  }
}
