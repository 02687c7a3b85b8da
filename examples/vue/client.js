import { createSSRApp } from "vue";
import Search from "./Search.vue";

createSSRApp(Search).mount("#app");
