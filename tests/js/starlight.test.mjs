import { describe } from "node:test";
import { missing } from "../node22.mjs";
import { ASTRO_7 } from "../starlight/site.mjs";
import { testPlugin } from "./starlight-plugin.mjs";

describe("kindex-astro in Astro 7 and Starlight 0.42, without a browser", { skip: missing }, () => testPlugin(ASTRO_7));
