import { hydrate } from "svelte";
import Search from "./Search.svelte";

hydrate(Search, { target: document.getElementById("app") });
