import starlight from "@astrojs/starlight";
import { defineConfig } from "astro/config";
import kindexStarlight from "kindex-astro/starlight";

export default defineConfig({
  base: "/handbook",
  integrations: [
    starlight({
      title: "Knots",
      description: "A handbook of knots.",
      locales: {
        root: { label: "English", lang: "en" },
        de: { label: "Deutsch" },
        ja: { label: "日本語" },
      },
      plugins: [kindexStarlight({ field: { limit: 6 } })],
    }),
  ],
});
