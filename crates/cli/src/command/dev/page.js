// The script that each page gets: the field, and a way to load again. Addresses are relative to its own.
import { inject } from "./injected.min.js";

inject({ src: "site.kdx", root: "../", attributes: {} }, import.meta.url);

let events;
let build;

// A browser opens few connections to a server, so only the page that is seen has one.
function listen() {
  events?.close();
  if (document.visibilityState !== "visible") return;
  events = new EventSource(import.meta.resolve("./events"));
  events.onmessage = ({ data }) => {
    if (build !== undefined && data !== build) location.reload();
    build = data;
  };
}

addEventListener("visibilitychange", listen);
listen();
