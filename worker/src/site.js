import { createMcp } from "kindex/mcp";
import { assets, createWorker, pages } from "kindex/worker";

// The site itself, with its search below /api. kindex inject put the index into public/kindex, and
// kindex agents Markdown beside the pages, which programs get that ask for it.
const search = createWorker({ mcp: createMcp, source: assets("/kindex/index/"), base: "/api", rateLimit: "LIMIT" });
const site = pages();

export default {
  fetch(request, env, context) {
    const isSearch = new URL(request.url).pathname.startsWith("/api/");
    return isSearch ? search.fetch(request, env, context) : site.fetch(request, env);
  },
};
