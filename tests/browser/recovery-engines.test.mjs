// The same as in recovery.test.mjs, in Firefox.
import { describe } from "node:test";
import { start, testIn } from "./engines.mjs";
import { assertAll, withHost } from "./recovery-cells.mjs";

describe("a reader whose index does not arrive as it should, in another browser", () => {
  const the = withHost();

  testIn("Firefox")("has answers, or is told and then has answers", async () => {
    const page = await start("Firefox");
    try {
      await page.goto(the.host.address);
      await assertAll(the.host, page);
    } finally {
      await page.close();
    }
  });
});
