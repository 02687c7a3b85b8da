// The servers of the Model Context Protocol answer for several indexes what tests/mcp/several.json has.
import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { after, before, describe, test } from "node:test";
import { PROGRAMS, talkTo } from "./mcp-support.mjs";
import { argumentsOf, builtIndexes, openAll, servers, severalServer } from "./mcp-several-support.mjs";
