import { describe } from "node:test";
import { VITEPRESS_2 } from "../vitepress/site.mjs";
import { testPlugin } from "./vitepress-plugin.mjs";

describe("kindex-vitepress in VitePress 2, without a browser", () => testPlugin(VITEPRESS_2));
