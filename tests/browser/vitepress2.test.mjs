import { describe } from "node:test";
import { VITEPRESS_2 } from "../vitepress/site.mjs";
import { testPages } from "./vitepress-pages.mjs";

describe("Kindex in VitePress 2", () => testPages(VITEPRESS_2));
