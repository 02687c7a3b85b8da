import { describe } from "node:test";
import { ASTRO_5 } from "../starlight/site.mjs";
import { testPages } from "./starlight-pages.mjs";

describe("Kindex in Astro 5 and Starlight 0.37", () => testPages(ASTRO_5));
