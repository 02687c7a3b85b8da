// Makes an npm package of the command for each machine, in dist/binaries, from what cargo built. For
// releases: as long as they are not published, npm cannot find them.
import { chmod, cp, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { command, notices } from "./notices.mjs";
import { ROOT } from "./release/versions.mjs";

const OUT = join(ROOT, "dist", "binaries");

/**
 * By target of Rust, the machine as Node calls it. Linked with musl, the command needs no C library
 * of the system, and runs beside any.
 */
export const MACHINES = {
  "x86_64-unknown-linux-musl": { os: "linux", cpu: "x64" },
  "aarch64-unknown-linux-musl": { os: "linux", cpu: "arm64" },
  "x86_64-unknown-linux-gnu": { os: "linux", cpu: "x64", libc: "glibc" },
  "aarch64-unknown-linux-gnu": { os: "linux", cpu: "arm64", libc: "glibc" },
  "x86_64-apple-darwin": { os: "darwin", cpu: "x64" },
  "aarch64-apple-darwin": { os: "darwin", cpu: "arm64" },
  "x86_64-pc-windows-msvc": { os: "win32", cpu: "x64" },
};

/** What a release has: one command for each machine. */
export const RELEASED = [
  "x86_64-unknown-linux-musl",
  "aarch64-unknown-linux-musl",
  "x86_64-apple-darwin",
  "aarch64-apple-darwin",
  "x86_64-pc-windows-msvc",
];

function machineOf(target) {
  const machine = MACHINES[target];
  if (!machine) throw new Error(`there is no package for ${target}; there is one for ${Object.keys(MACHINES).join(", ")}`);
  return machine;
}

/** The name by which js/bin/native.js looks for the package. */
export function packageName(target) {
  const { os, cpu } = machineOf(target);
  return `kindex-${os}-${cpu}`;
}

/** The file name of the command. */
export const programName = (target) => (machineOf(target).os === "win32" ? "kindex.exe" : "kindex");

/** No `bin`: the main package has a command of the same name, and npm would link either. */
function manifestOf(target, main) {
  const { os, cpu, libc } = machineOf(target);
  const { version, license, homepage, repository, bugs } = main;
  return {
    name: packageName(target),
    version,
    description: `The command of Kindex for ${os} on ${cpu}; the package kindex runs it.`,
    license,
    homepage,
    repository,
    bugs,
    os: [os],
    cpu: [cpu],
    ...(libc && { libc: [libc] }),
    // Programs cannot be run inside the archives in which Yarn keeps packages.
    preferUnplugged: true,
    files: ["bin/", "LICENSE-*", "THIRD-PARTY-NOTICES.txt"],
  };
}

const readme = (name) => `# ${name}

The native command of [Kindex](https://github.com/kindex/kindex), for one kind of machine. Install \`kindex\`, which brings it along.
`;

const writeJson = (file, value) => writeFile(file, `${JSON.stringify(value, null, 2)}\n`);

/**
 * Makes the package of one target, whole or not at all.
 *
 * @param {string} file the command that was built
 * @returns {Promise<string>} its folder
 */
export async function makePackage(target, file, out = OUT) {
  const main = JSON.parse(await readFile(join(ROOT, "pkg.json"), "utf8"));
  const manifest = manifestOf(target, main);
  const [folder, fresh] = [join(out, manifest.name), join(out, `.${manifest.name}.new`)];
  await rm(fresh, { recursive: true, force: true });
  await mkdir(join(fresh, "bin"), { recursive: true });
  const program = join(fresh, "bin", programName(target));
  await cp(file, program);
  // What was uploaded and downloaded has lost its mode.
  await chmod(program, 0o755);
  for (const name of ["LICENSE-APACHE", "LICENSE-MIT"]) await cp(join(ROOT, name), join(fresh, name));
  await writeFile(join(fresh, "THIRD-PARTY-NOTICES.txt"), await notices(command(target)));
  await writeFile(join(fresh, "README.md"), readme(manifest.name));
  await writeJson(join(fresh, "package.json"), manifest);
  await rm(folder, { recursive: true, force: true });
  await rename(fresh, folder);
  return folder;
}

/** Has a package ask for those of the targets, each in just its own version; npm installs the one for the machine. */
export async function addOptional(folder, targets) {
  const file = join(folder, "package.json");
  const manifest = JSON.parse(await readFile(file, "utf8"));
  const names = targets.map(packageName).sort();
  manifest.optionalDependencies = Object.fromEntries(names.map((name) => [name, manifest.version]));
  await writeJson(`${file}.new`, manifest);
  await rename(`${file}.new`, file);
}
