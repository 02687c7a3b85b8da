// A project that has the package and the frameworks installed, as its users have.
import { cp, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const HERE = fileURLToPath(new URL("./", import.meta.url));
const ROOT = join(HERE, "../..");

/** The packages that the project is checked and run with, besides the examples. */
const SOURCES = ["use.ts", "tsconfig.json"];

/** Its folder, what imports a module as a file in it does, and what removes it. */
export async function project() {
  const folder = await mkdtemp(join(tmpdir(), "kindex-frameworks-"));
  const modules = join(folder, "node_modules");
  await cp(join(ROOT, "dist/npm"), join(modules, "kindex"), { recursive: true });
  const installed = await readdir(join(HERE, "node_modules")).catch((cause) => {
    throw new Error("the frameworks are missing; run: make tests/frameworks/node_modules/.package-lock.json", { cause });
  });
  for (const name of installed.filter((name) => !name.startsWith("."))) {
    await symlink(join(HERE, "node_modules", name), join(modules, name));
  }
  await cp(join(ROOT, "examples"), folder, { recursive: true });
  for (const name of SOURCES) await cp(join(HERE, name), join(folder, name));
  await writeFile(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  await writeFile(join(folder, "load.mjs"), "export const load = (name) => import(name);\n");
  const { load } = await import(pathToFileURL(join(folder, "load.mjs")));
  return { folder, load, remove: () => rm(folder, { recursive: true }) };
}
