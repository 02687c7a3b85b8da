// Asks for a long time, valid things and hostile ones, and writes the table into BENCHMARKS.md. Fails where a
// control query is answered in another way than at first, where anything ends in an error that is no refusal,
// and where memory grows after warm-up.
//
//   make check CHECK=soak                             a million of each
//   make check CHECK=soak QUERIES=number MINUTES=number   other numbers; MINUTES is a bound for all parts together
//   node bench/soak/soak.mjs workerd      the parts with this in their names: prints, and leaves the table alone
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { publish, table } from "../publish.mjs";
import { PARTS, soakPart } from "./parts.mjs";

const HERE = fileURLToPath(import.meta.url);

const HEAD = ["what", "number", "refused", "a second", "control answers", "memory of", "after warm-up, MB", "at the end, MB", "growth a million, MB"];

const { QUERIES = "1000000", MINUTES = "120" } = process.env;

function positive(name, text) {
  const number = Number(text);
  if (number > 0 && Number.isFinite(number)) return number;
  throw new Error(`${name}: accepted are numbers above 0, not ${text}`);
}

const whole = (number) => Math.round(number).toLocaleString("en");
const megabytes = (bytes) => (bytes / 1e6).toFixed(1).replace(/^-(?=0\.0$)/, "");

/** A row for each kind of memory. */
function rowsOf({ name, asked, refused, seconds, compared, memory }) {
  const first = [name, whole(asked), whole(refused), whole(asked / seconds), whole(compared)];
  const kinds = Object.entries(memory).map(([kind, { warm, end, growth }]) => [kind, megabytes(warm), megabytes(end), megabytes(growth)]);
  return (kinds.length > 0 ? kinds : [["not judged", "", "", ""]]).map((kind, at) => [...(at === 0 ? first : first.map(() => "")), ...kind]);
}

/** Runs a part in a process of its own, so that no other takes of its memory. */
async function inProcess(at, how) {
  const child = spawn(process.execPath, [HERE, "--part", String(at), JSON.stringify(how)], { stdio: ["ignore", "pipe", "inherit"] });
  const [printed, [code]] = await Promise.all([child.stdout.setEncoding("utf8").toArray(), once(child, "close")]);
  if (code !== 0) throw new Error(`${PARTS[at].name}: it failed, for the reason above`);
  const found = JSON.parse(printed.join(""));
  console.log(rowsOf(found).map((row) => row.join(" | ")).join("\n"));
  return found;
}

/** Runs the parts at the same time. A part that fails lets the others end. */
async function all(only) {
  const how = { queries: positive("QUERIES", QUERIES), until: Date.now() + positive("MINUTES", MINUTES) * 60_000 };
  const chosen = [...PARTS.keys()].filter((at) => PARTS[at].name.includes(only ?? ""));
  const ended = await Promise.allSettled(chosen.map((at) => inProcess(at, how)));
  const failures = ended.filter(({ status }) => status === "rejected").map(({ reason }) => reason);
  if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join("\n"));
  const text = table(HEAD, ended.flatMap(({ value }) => rowsOf(value)));
  if (only) console.log(text);
  else publish("soak", text);
}

const [first, at, how] = process.argv.slice(2);
if (first === "--part") console.log(JSON.stringify(await soakPart(PARTS[at], JSON.parse(how))));
else await all(first);
