import { render as rendered } from "svelte/server";
import Search from "./Search.svelte";

export const render = () => rendered(Search).body;
