// The versions of Vite that frameworks bring along.
import * as vite8 from "vite";
import * as vite4 from "vite4";
import * as vite5 from "vite5";
import * as vite6 from "vite6";
import * as vite7 from "vite7";

export const VITES = { "Vite 4": vite4, "Vite 5": vite5, "Vite 6": vite6, "Vite 7": vite7, "Vite 8": vite8 };
