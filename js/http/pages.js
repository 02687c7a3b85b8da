// The pages of a site, and their Markdown for whoever prefers that.

const MARKDOWN = "text/markdown";
const HTML = "text/html";

/** Answers that say no more than that all is as the client has it. */
const NOT_MODIFIED = 304;

/**
 * The pages of a site with the files of `kindex agents` beside them, from the static assets of the Worker.
 *
 * @param {string} [binding]
 * @returns {import("../entry/worker.js").SitePages}
 */
export function pages(binding = "ASSETS") {
  return {
    async fetch(request, env) {
      const files = env?.[binding];
      if (!files?.fetch) throw new Error(`there is no binding ${binding} of the right kind: give it as "binding" of assets in the configuration of wrangler`);
      return (await markdownFor(request, files)) ?? page(await files.fetch(request));
    },
  };
}

/** The Markdown of the page that is asked for; undefined where HTML does as well, or there is none. */
async function markdownFor(request, files) {
  if (!["GET", "HEAD"].includes(request.method) || !prefersMarkdown(request.headers.get("accept") ?? "")) return undefined;
  const url = new URL(request.url);
  for (const path of pathsOf(url.pathname)) {
    // A path that begins with two slashes is no address of another host.
    const to = new URL(url);
    to.pathname = path;
    const response = await files.fetch(new Request(to, request));
    const isOne = response.ok && typeOf(response) === MARKDOWN;
    if (isOne || response.status === NOT_MODIFIED) return varied(response, { "content-type": `${MARKDOWN}; charset=utf-8`, "content-location": path.replace(/^\/+/, "/") });
    await response.body?.cancel();
  }
  return undefined;
}

/** A page of HTML may be another answer for others. */
const page = (response) => (typeOf(response) === HTML || response.status === NOT_MODIFIED ? varied(response) : response);

function varied(response, more = {}) {
  const headers = new Headers(response.headers);
  headers.append("vary", "accept");
  for (const [name, value] of Object.entries(more)) headers.set(name, value);
  const { status, statusText, body } = response;
  return new Response(body, { status, statusText, headers });
}

const typeOf = (response) => (response.headers.get("content-type") ?? "").split(";")[0].trim().toLowerCase();

/** Where `kindex agents` puts the Markdown of the page at a path, which a host may serve without `.html`. */
function pathsOf(path) {
  if (path.endsWith("/")) return [`${path}index.md`];
  return /\.(?!html?$)[a-z\d]+$/i.test(path) ? [] : [`${path}.md`, `${path}.html.md`, `${path}/index.md`];
}

/** Whether who asks names Markdown, and likes HTML no better. Browsers do not name it. */
function prefersMarkdown(accept) {
  const liked = new Map(accept.split(",").map(rangeOf));
  const markdown = liked.get(MARKDOWN) ?? 0;
  return markdown > 0 && markdown >= (liked.get(HTML) ?? 0);
}

function rangeOf(text) {
  const [type, ...parameters] = text.split(";").map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith("q="));
  const quality = weight === undefined ? 1 : Number(weight.slice(2));
  return [type, quality >= 0 && quality <= 1 ? quality : 0];
}
