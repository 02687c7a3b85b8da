/** What stands in the navbar in place of the theme's own search. */
import { createElement } from "react";
import { useField } from "../../client/use-field.js";
import "./styles.css";

export default function SearchBar() {
  return createElement("kindex-search", { ...useField(), modal: true });
}
