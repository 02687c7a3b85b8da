declare module "virtual:kindex" {
  /** The address of the site's index, for `src` of `<kindex-search>`, which importing this registers. */
  export const src: string;
  /**
   * A listener for clicks on the field that gives the results that are chosen to a router, in place of
   * the browser: `field.addEventListener("click", routed((href) => router.push(href)))`.
   */
  export function routed(go: (href: string) => unknown): (event: MouseEvent) => Promise<void>;
}
