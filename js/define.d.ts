export * from "./element.js";
