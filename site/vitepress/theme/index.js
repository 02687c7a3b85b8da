import { inBrowser, useData } from "vitepress";
import DefaultTheme from "vitepress/theme-without-fonts";
import { watch } from "vue";
import "./style.css";

/** The home page is none of VitePress's: the browser goes there. */
function leaveForHome({ router, siteData }) {
  router.onBeforeRouteChange = (to) => {
    if (!inBrowser || new URL(to, location.href).pathname !== siteData.value.base) return true;
    location.assign(to);
    return false;
  };
}

/** Remembers the colours by the name that the home page reads. */
function remember(isDark) {
  try {
    localStorage.setItem("kindex-theme", isDark ? "dark" : "light");
  } catch {
    // Storage is forbidden: nothing is remembered.
  }
}

export default {
  extends: DefaultTheme,
  enhanceApp: leaveForHome,
  setup() {
    watch(useData().isDark, remember);
  },
};
