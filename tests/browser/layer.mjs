// A page whose bar has the search field, and where the list is then.

/** Styles of a page whose bar has a style. */
export const bar = (style) => `<style>body, main { margin: 0; padding: 0 } h1 { display: none } kindex-search { inline-size: 300px }</style><style>main > nav { ${style} }</style>`;

/** Puts the field into a bar, as a task of the page. */
export const intoBar = () => {
  const field = document.querySelector("kindex-search");
  const nav = document.createElement("nav");
  field.replaceWith(nav);
  nav.append(field);
};

/** Where the field and its list are, and whether somebody who points at the list's corners reaches it. */
export const places = () => {
  const { shadowRoot } = document.querySelector("kindex-search");
  const [input, panel] = ["[part=input]", "[part=panel]"].map((one) => shadowRoot.querySelector(one).getBoundingClientRect().toJSON());
  const { left, right, top, bottom } = panel;
  const corners = [[left + 8, top + 8], [right - 8, top + 8], [left + 8, bottom - 8], [right - 8, bottom - 8]];
  return { input, panel, isSeen: corners.every(([x, y]) => document.elementFromPoint(x, y)?.localName === "kindex-search") };
};
