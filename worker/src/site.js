import { createMcp } from "kindex/mcp";
import { assets, createWorker, pages } from "kindex/worker";

// The site itself, with its search below /api. kindex inject put the index into public/kindex, and
// kindex agents Markdown beside the pages, which programs get that ask for it.
const search = createWorker({ mcp: createMcp, source: assets("/kindex/index/"), base: "/api", rateLimit: "LIMIT" });
const site = pages();

// Also what programs look for at the root of a host before they connect to /api/mcp.
const SEARCH = /^\/(?:api|\.well-known\/mcp)\/|^\/\.well-known\/ai-catalog\.json$/;

export default {
  fetch(request, env, context) {
    const isSearch = SEARCH.test(new URL(request.url).pathname);
    return isSearch ? search.fetch(request, env, context) : site.fetch(request, env);
  },
};
