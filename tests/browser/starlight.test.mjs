import { describe } from "node:test";
import { missing } from "../node22.mjs";
import { ASTRO_7 } from "../starlight/site.mjs";
import { testPages } from "./starlight-pages.mjs";

describe("Kindex in Astro 7 and Starlight 0.42", { skip: missing }, () => testPages(ASTRO_7));
