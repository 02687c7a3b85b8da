import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: ["node_modules/", "target/", "dist/", "www/indexes/", "crates/cli/field/", "integrations/python/src/"] },
  {
    ...js.configs.recommended,
    files: ["**/*.js", "**/*.mjs"],
    languageOptions: { ecmaVersion: 2022, sourceType: "module" },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      ...js.configs.recommended.rules,
      eqeqeq: "error",
      "no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      "no-var": "error",
      "prefer-const": "error",
    },
  },
  {
    files: ["crates/cli/src/**", "js/**", "worker/**", "www/**"],
    languageOptions: { globals: { ...globals.browser, ...globals.worker } },
  },
  {
    // What runs in Node; browser tests also contain functions that a page evaluates.
    files: ["*.js", "bench/**", "examples/**", "fuzz/**", "integrations/**", "js/bin/**", "js/plugins/**", "scripts/**", "site/**", "tests/**"],
    languageOptions: { globals: globals.node },
  },
  { files: ["integrations/*/theme/**", "integrations/*/client/**", "site/vitepress/theme/**", "tests/browser/**", "tests/docusaurus/page.mjs", "examples/*/**", "bench/speed/browser.mjs", "bench/speed/blocking.mjs", "bench/speed/page/**", "bench/engines/page/**", "bench/fields/page/**"], languageOptions: { globals: globals.browser } },
];
