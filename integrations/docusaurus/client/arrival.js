/** Tells when the router has rendered the page that it was sent to. */
let waiting = [];

/** Docusaurus calls it after each change of the page. */
export function onRouteDidUpdate() {
  for (const arrive of waiting) arrive();
  waiting = [];
}

/** @returns {Promise<void>} fulfilled when the next page is there */
export const arrival = () => new Promise((resolve) => waiting.push(resolve));
