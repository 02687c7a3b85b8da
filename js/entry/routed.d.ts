/**
 * A listener for clicks on `<kindex-search>` that gives the results that are chosen to a router, in place
 * of the browser: `field.addEventListener("click", routed((href) => router.push(href)))`. `href` is a whole
 * address, with the heading as its fragment. When the promise that `go` gives is fulfilled, the passage that
 * was found is marked on the page.
 */
export function routed(go: (href: string) => unknown): (event: MouseEvent) => Promise<void>;
