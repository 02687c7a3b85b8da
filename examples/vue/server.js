import { createSSRApp } from "vue";
import { renderToString } from "vue/server-renderer";
import Search from "./Search.vue";

export const render = () => renderToString(createSSRApp(Search));
