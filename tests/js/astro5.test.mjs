import { describe } from "node:test";
import { ASTRO_5 } from "../starlight/site.mjs";
import { testPlugin } from "./starlight-plugin.mjs";

describe("kindex-astro in Astro 5 and Starlight 0.37, without a browser", () => testPlugin(ASTRO_5));
