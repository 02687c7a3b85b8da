// The tests of integrations/python in Python, with the package as it is published and the command as it is packed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { workshop } from "../python-docs/site.mjs";

test("kindex-docs passes its tests in Python", async () => {
  const made = await workshop();
  try {
    const said = await made.ran("python", ["-m", "unittest", "discover", "-s", "tests"]);
    assert.match(said, /^Ran [1-9]\d+ tests/m);
  } finally {
    await made.remove();
  }
});
