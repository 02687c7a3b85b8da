/** What stands in the nav bar in place of the theme's own search. */
import { routed, src } from "virtual:kindex";
import field from "virtual:kindex-vitepress";
import { useData, useRouter } from "vitepress";
import { defineComponent, h } from "vue";
import "./search.css";

export default defineComponent({
  name: "KindexNavBarSearch",
  setup() {
    const { lang, site } = useData();
    const router = useRouter();
    const onClick = routed((href) => {
      // Beside the site there may be others.
      if (new URL(href).pathname.startsWith(site.value.base)) return router.go(href);
      return location.assign(href);
    });
    // In another language it has other texts.
    const search = () => h("kindex-search", { key: lang.value, ...field, modal: "", src, onClick });
    return () => h("div", { class: "VPNavBarSearch" }, search());
  },
});
