// A reporter for Node's tests: a line for each test, with its seconds, its file and its name.
import { relative } from "node:path";

export default async function* times(events) {
  for await (const { type, data } of events) {
    if (type !== "test:pass" && type !== "test:fail") continue;
    if (data.details.type === "suite" || !data.file || data.name === data.file) continue;
    const seconds = (data.details.duration_ms / 1000).toFixed(3);
    yield `${seconds}\t${relative(process.cwd(), data.file)}: ${data.name}\n`;
  }
}
