// integrations/python with the package as it is published: its tests in Python, and the sites that it makes without
// Node.js, which are those of the npm package byte for byte.
import assert from "node:assert/strict";
import { copyFile, cp, mkdir, readFile, readdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { after, before, describe, test } from "node:test";
import { gunzipSync } from "node:zlib";
import { COMMAND, workshop } from "../python-docs/site.mjs";
import { NATIVE, run } from "./cli-support.mjs";

/** The two commands compress the parts of an index in ways of their own, from the same bytes. */
const inflated = (path, bytes) => (/\.kd[sx]$/.test(path) && bytes[0] === 0x1f ? gunzipSync(bytes) : bytes);

/** The contents of all files in a folder, by their paths, but for what differs with each build of a site. */
async function contents(folder, less = /never/) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  const kept = paths.filter((path) => !less.test(path)).sort();
  return new Map(await Promise.all(kept.map(async (path) => [path, inflated(path, await readFile(join(folder, path))).toString("latin1")])));
}

const PAGES = {
  "index.html": "<!doctype html><html><head><title>Lantern</title></head><body><h1>Lantern</h1><p>It shines.</p></body></html>",
  "deep/er/page.html": "<!DOCTYPE html>\r\n<HTML><HEAD><!-- </head> -->\r\n<script>'</head>'</script></HEAD>\r\n<BODY><p>A match.</p></BODY></HTML>",
  "based.htm": "<html><head><base href='/elsewhere/'><title>Base</title></head><body><p>Oil.</p></body></html>",
  "bare.html": "\xa0\v<!doctype html>\n<title>Bare</title>\n<body><p>Without a head, caf\xe9.</body>",
  "odd.html": "<!-- a -->\x1c<!doctype html><title>Odd</title><p>Begins with a separator.",
  "shorter.html": "<!doctype html>\n<title>Shorter</title>\n<p>Without a body.",
  "style.html": "<html><style>a</style\xa0><HEAD\n></heAd ><body>Styled.",
  "part.html": "<li>A part of a page</li>",
  "frames.html": "<html><head><title>Frames</title></head><frameset><frame src='index.html'></frameset></html>",
  "wide.html": "\xff\xfe<\0h\0t\0m\0l\0>\0",
  "drafts/a.html": "<html><head></head><body><h1>Draft</h1></body></html>",
};

async function put(folder) {
  for (const [path, text] of Object.entries(PAGES)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text, "latin1");
  }
  await symlink("index.html", join(folder, "linked.html"));
}

describe("kindex-docs", () => {
  let made;
  /** The native command on PATH, and nothing else. */
  let alone;

  before(async () => {
    made = await workshop();
    await mkdir(join(made.folder, "bin"));
    await symlink(NATIVE, join(made.folder, "bin/kindex"));
    alone = { PATH: join(made.folder, "bin"), KINDEX_COMMAND: "" };
  });

  after(() => made?.remove());

  test("passes its tests in Python", async () => {
    const said = await made.ran("python", ["-m", "unittest", "discover", "-s", "tests"]);
    assert.match(said, /^Ran [1-9]\d+ tests/m);
  });

  const SITES = {
    mkdocs: (name, env) => made.ran("mkdocs", ["build", "--strict", "--config-file", "example-mkdocs/mkdocs.yml", "--site-dir", join(made.folder, name)], env),
    sphinx: (name, env) => made.ran("sphinx-build", ["-W", "-q", "-E", "-D", "kindex_layout=sharded", "example-sphinx", join(made.folder, name)], env),
  };

  /** Times, and what Sphinx keeps for its next build. */
  const DIFFERS = /^sitemap\.xml|\.doctrees|^\.buildinfo/;

  for (const [name, make] of Object.entries(SITES)) {
    test(`${name} makes the same site with the native command and without Node.js`, async () => {
      const env = { SOURCE_DATE_EPOCH: "1790000000" };
      await make(`${name}-npm`, env);
      const said = await make(`${name}-native`, { ...env, ...alone });
      if (name === "mkdocs") assert.match(said, /search is in \d+ pages/);
      const [npm, native] = await Promise.all(["npm", "native"].map((kind) => contents(join(made.folder, `${name}-${kind}`), DIFFERS)));
      assert.ok([...native.keys()].some((path) => path.startsWith("kindex/")));
      assert.deepEqual(native, npm);
    });
  }

  const ASKED = {
    "as it is": [],
    "with attributes": ["--attribute=placeholder=Find \u201cit\u201d\n", "--attribute=modal", "--into=header > nav", "--language=de"],
    "in another folder": ["--folder=assets/find", "--replace=#search", "--layout=sharded", "--exclude=drafts/"],
  };

  test("inject does what that of the npm package does, byte for byte, again and back", async () => {
    const [own, npm] = ["own", "npm"].map((name) => join(made.folder, name));
    await Promise.all([own, npm].map(put));
    const before = await contents(own);
    const ofPython = (...args) => made.ran("python", ["-m", "kindex_docs", "inject", own, ...args], alone);
    const ofNpm = async (...args) => {
      const { stdout, stderr } = await run(process.execPath, [COMMAND, "inject", npm, ...args]);
      return stdout + stderr;
    };
    // The native command says more of the index.
    const plain = (said) => said.replaceAll(own, "DIR").replaceAll(npm, "DIR").replace(/^(DIR.*: \d+ documents?),.*? in \d[\d.]* s/m, "$1");
    for (const [name, args] of [...Object.entries(ASKED), ["again", ASKED["in another folder"]], ["and removed", ["--folder=assets/find", "--remove"]]]) {
      const [said, saidByNpm] = await Promise.all([ofPython(...args), ofNpm(...args)]);
      assert.equal(plain(said), plain(saidByNpm), name);
      assert.deepEqual(await contents(own), await contents(npm), name);
    }
    assert.deepEqual(await contents(own), before);
  });

  test("inject refuses what it cannot do, and leaves what is not its own", async () => {
    const site = join(made.folder, "refused");
    await put(site);
    const refused = async (message, ...args) => {
      const error = await made.ran("python", ["-m", "kindex_docs", "inject", site, ...args], alone).then(() => assert.fail("it went well"), (error) => error);
      assert.match(error.stderr, message);
    };
    await refused(/--folder \.\.: accepted are names of folders/, "--folder=..");
    await refused(/drafts is there, and is not of kindex inject/, "--folder=drafts");
    await refused(/--layout round: accepted are auto, single, sharded/, "--layout=round");
    await refused(/--into and --replace exclude each other/, "--into=a", "--replace=b");
    await refused(/--attribute 1=2: accepted are NAME=VALUE/, "--attribute=1=2");
    await refused(/unexpected argument '--shape/, "--shape=round");
    await refused(/--output=x: it is no option/, "--output=x");
    await made.ran("python", ["-m", "kindex_docs", "inject", site], alone);
    await copyFile(join(site, "part.html"), join(site, "kindex/mine.txt"));
    assert.match(await made.ran("python", ["-m", "kindex_docs", "inject", site, "--remove"], alone), /kept .*kindex: it has files that are not of kindex inject/);
    assert.deepEqual(await readdir(join(site, "kindex")), ["mine.txt"]);
    const bare = join(made.folder, "bare");
    await cp(join(site, "part.html"), join(bare, "part.html"));
    const error = await made.ran("python", ["-m", "kindex_docs", "inject", bare], alone).catch((error) => error);
    assert.match(error.stderr, /search is in no page/);
  });
});
