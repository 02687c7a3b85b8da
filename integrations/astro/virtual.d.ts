/** About the site, for the components of this package. */
declare module "virtual:kindex-astro" {
  export const field: Record<string, string | number | boolean>;
  /** Whether addresses of the site have no slash at their end. */
  export const isBare: boolean;
}
