import { describe } from "node:test";
import { VITEPRESS_1 } from "../vitepress/site.mjs";
import { testPages } from "./vitepress-pages.mjs";

describe("Kindex in VitePress 1", () => testPages(VITEPRESS_1));
