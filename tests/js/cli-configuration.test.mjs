// kindex.toml: what flags say, for the package's command and the native one alike.
import assert from "node:assert/strict";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { commands } from "./cli-support.mjs";

const FILES = {
  "guide/a.md": "# Häuser\n\nA needle.\n",
  "guide/drafts/b.md": "# Draft\n\nA needle.\n",
  "api/c.md": "# Api\n\nA needle.\n",
  "one/kindex.toml": 'paths = ["../guide"]\noutput = "out.kdx"\nexclude = ["drafts/"]\nlanguage = "de"\nlevels = [800, 200]\n',
  "two.toml": 'strict = true\n[[index]]\npaths = ["guide"]\noutput = "guide.kdx"\n[[index]]\npaths = ["api"]\noutput = "api.kdx"\nquiet = true\n',
  "tenants.toml": 'output = "of/{tenant}/site.kdx"\n[[index]]\ntenant = "red"\npaths = ["guide"]\nbase-url = "/guide/"\n[[index]]\ntenant = "blue"\npaths = ["api"]\n',
  "same.toml": 'output = "same.kdx"\n[[index]]\npaths = ["guide"]\n[[index]]\npaths = ["api"]\n',
  "unknown.toml": 'paths = ["guide"]\noutput = "x.kdx"\nlangauge = "de"\n',
  "broken.toml": "paths = [\n",
  "value.toml": 'paths = ["guide"]\noutput = "x.kdx"\nunit = "miles"\n',
};

describe("kindex.toml", () => {
  let folder;
  let at;

  before(async () => {
    folder = at = await mkdtemp(join(tmpdir(), "kindex-toml-"));
    for (const [path, text] of Object.entries(FILES)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
  });

  after(() => rm(folder, { recursive: true, force: true }));

  const both = Object.entries(commands(() => at));
  const bytes = (path) => readFile(join(folder, path));

  for (const [name, command] of both) {
    test(`is read in the folder where there is no PATH (${name})`, async () => {
      at = join(folder, "one");
      const { code, stderr } = await command("build");
      at = folder;
      assert.deepEqual([code, stderr], [0, ""]);
      await command("build", "guide", "-o", "flags.kdx", "--exclude", "drafts/", "--language", "de", "--levels", "800,200");
      assert.deepEqual(await bytes("one/out.kdx"), await bytes("flags.kdx"));
    });

    test(`is named, has paths beside it, and flags win (${name})`, async () => {
      const { code, stdout } = await command("build", "--config", "one/kindex.toml", "--language", "en", "-o", "won.kdx", "--exclude", "nothing");
      assert.equal(code, 0);
      assert.match(stdout, /^won\.kdx: 2 documents/);
      await command("build", "guide", "-o", "flags.kdx", "--levels", "800,200");
      assert.deepEqual(await bytes("won.kdx"), await bytes("flags.kdx"));
      const others = await command("build", "api", "--config=one/kindex.toml");
      assert.match(others.stdout, /out\.kdx: 1 document,/);
    });

    test(`makes several indexes (${name})`, async () => {
      const { code, stdout } = await command("build", "--config", "two.toml");
      assert.equal(code, 0);
      assert.match(stdout, /^guide\.kdx: 2 documents.*\n$/);
      assert.ok((await bytes("api.kdx")).length > 0);
      const refused = await command("build", "--config", "two.toml", "-o", "x.kdx");
      assert.deepEqual([refused.code, /--output: two\.toml asks for 2 indexes/.test(refused.stderr)], [2, true]);
    });

    test(`makes an index of each tenant (${name})`, async () => {
      assert.equal((await command("build", "--config", "tenants.toml")).code, 0);
      const found = async (tenant) => JSON.parse((await command("search", `of/${tenant}/site.kdx`, "needle", "--json")).stdout).hits.map(({ url }) => url).sort();
      assert.deepEqual(await found("blue"), ["c.html"]);
      assert.deepEqual(await found("red"), ["/guide/a.html", "/guide/drafts/b.html"]);
      const { code, stderr } = await command("build", "--config", "same.toml");
      assert.deepEqual([code, /write \{tenant\} in it and give each its own tenant, or name another/.test(stderr)], [2, true]);
    });

    test(`is refused with the reason where it is of no use (${name})`, async () => {
      const refused = async (file, code, reason) => {
        const ran = await command("build", "--config", file);
        assert.equal(ran.code, code, ran.stderr);
        assert.match(ran.stderr, reason);
      };
      await refused("unknown.toml", 2, /unknown\.toml: there is no option langauge(, but language)?; see kindex build --help/);
      await refused("broken.toml", 2, /broken\.toml: line \d/);
      await refused("value.toml", 2, /unit/);
      await refused("missing.toml", 1, /cannot read missing\.toml: /);
      const without = await command("build");
      assert.deepEqual([without.code, /PATH/.test(without.stderr)], [2, true]);
    });
  }
});
