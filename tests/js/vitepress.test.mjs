import { describe } from "node:test";
import { VITEPRESS_1 } from "../vitepress/site.mjs";
import { testPlugin } from "./vitepress-plugin.mjs";

describe("kindex-vitepress in VitePress 1, without a browser", () => testPlugin(VITEPRESS_1));
