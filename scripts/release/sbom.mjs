// Writes what the command, the module for Python, the WebAssembly and the npm package are made of, in the format CycloneDX.
import { execFile } from "node:child_process";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { WEBASSEMBLY, command, crates, python } from "../notices.mjs";
import { ROOT } from "./versions.mjs";

const run = promisify(execFile);

/** What is compiled for users, by the folder of its crate. */
const COMPILED = { cli: command("all"), python: python("all"), wasm: WEBASSEMBLY };

/** The tool writes a file of this name beside every manifest of the workspace. */
const NAME = "sbom-for-a-release";

/** The folders of all crates of the workspace. */
async function members() {
  const { stdout } = await run("cargo", ["metadata", "--no-deps", "--locked", "--format-version", "1"], { cwd: ROOT, maxBuffer: 1 << 28 });
  return JSON.parse(stdout).packages.map(({ manifest_path: manifest }) => dirname(manifest));
}

async function ofCrate(folder, product) {
  const format = ["--format", "json", "--spec-version", "1.5", "--override-filename", NAME];
  try {
    const manifest = join(ROOT, "crates", folder, "Cargo.toml");
    const asked = ["--manifest-path", manifest, "--target", product.target, "--features", product.features ?? ""];
    await run("cargo", ["cyclonedx", "--quiet", ...asked, ...format]);
    const text = await readFile(join(ROOT, "crates", folder, `${NAME}.json`), "utf8");
    // Readers have no use for where the repository lies on this machine.
    const sbom = narrowed(JSON.parse(text.replaceAll(ROOT.replace(/\/$/, ""), "")), await crates(product));
    return `${JSON.stringify(sbom, null, 2)}\n`;
  } finally {
    for (const place of await members()) await rm(join(place, `${NAME}.json`), { force: true });
  }
}

/** The tool also names what other crates of the workspace ask for: less that. */
function narrowed(sbom, compiled) {
  const known = new Set(compiled.map(({ name, version }) => `${name} ${version}`));
  const named = new Set(sbom.components.map(({ name, version }) => `${name} ${version}`));
  const missing = [...known].filter((crate) => !named.has(crate));
  if (missing.length > 0) throw new Error(`cargo cyclonedx does not name ${missing.join(", ")}`);
  const isIn = ({ name, version }) => name.startsWith("kindex") || known.has(`${name} ${version}`);
  const components = sbom.components.filter(isIn);
  const refs = new Set([sbom.metadata.component, ...components].map((component) => component["bom-ref"]));
  const dependencies = sbom.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) }));
  return { ...sbom, components, dependencies };
}

async function ofPackage() {
  const folder = join(ROOT, "dist", "npm");
  const { stdout } = await run("npm", ["sbom", "--sbom-format", "cyclonedx"], { cwd: folder });
  const sbom = JSON.parse(stdout);
  // npm calls a package by its folder.
  sbom.metadata.component.name = JSON.parse(await readFile(join(folder, "package.json"), "utf8")).name;
  return `${JSON.stringify(sbom, null, 2)}\n`;
}

/** Writes them to a folder. */
export async function writeSboms(out) {
  await mkdir(out, { recursive: true });
  for (const [name, product] of Object.entries(COMPILED)) {
    await writeFile(join(out, `kindex-${name}.cdx.json`), await ofCrate(name, product));
  }
  await writeFile(join(out, "kindex-npm.cdx.json"), await ofPackage());
}
