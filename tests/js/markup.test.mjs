// `<kindex-search>` in the markup that frameworks check, with the types of the packed package.
import assert from "node:assert/strict";
import { rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { ROOT, program, project, put, run } from "../bundlers/support.mjs";

const IMPORT = 'import "kindex/element/define";';

const TSX = (select, more = "") => ({
  "good.tsx": `${IMPORT}
    import type { KindexSearch } from "kindex/element";
    export const show = (field: KindexSearch | null) => field?.show();
    export const page = <kindex-search id="s" src="/site.kdx" limit={3} per-document={2} worker modal ${more}
      options={{ limit: 3 }} texts={{ label: "Find" }} ${select}={({ detail }) => detail.hit.title} />;`,
  "bad.tsx": `${IMPORT}
    export const number = <kindex-search src={7} />;
    export const unknown = <kindex-search shrc="/site.kdx" />;
    export const wrong = <kindex-search src="" ${select}={({ detail }) => detail.hits} />;`,
});

const TSX_FAULTS = [["bad.tsx", 2], ["bad.tsx", 3], ["bad.tsx", 4]];

const VUE = {
  "Good.vue": `<script setup lang="ts">
${IMPORT}
import { ref } from "vue";
import type { KindexSearch } from "kindex/element";
const field = ref<KindexSearch | null>(null);
defineExpose({ show: () => field.value?.show() });
</script>
<template>
  <kindex-search ref="field" id="s" class="c" src="/site.kdx" :limit="3" modal :options="{ limit: 3 }" @kindex-select="({ detail }) => detail.hit.title" />
</template>`,
  "Bad.vue": `<script setup lang="ts">${IMPORT}</script>
<template>
  <kindex-search :src="7" />
  <kindex-search shrc="x" />
  <kindex-search src="x" @kindex-select="({ detail }) => detail.hits" />
</template>`,
};

const SVELTE = {
  "Good.svelte": `<script lang="ts">
  ${IMPORT}
  import type { KindexSearch } from "kindex/element";
  let field: KindexSearch;
  export const show = () => field.show();
</script>
<kindex-search bind:this={field} id="s" class="c" src="/site.kdx" limit={3} modal options={{ limit: 3 }} onkindex-select={({ detail }) => detail.hit.title}></kindex-search>`,
  "Bad.svelte": `<script lang="ts">${IMPORT}</script>

<kindex-search src={7}></kindex-search>
<kindex-search shrc="x"></kindex-search>
<kindex-search src="x" onkindex-select={({ detail }) => detail.hits}></kindex-search>`,
};

const TSC = join(ROOT, "node_modules/typescript/bin/tsc");
const OLD_TSC = program("typescript52/bin/tsc");

const REACT = ["react", "@types/react"];

/**
 * The checker, its files and options, the places where it finds faults, and the packages that have
 * to be installed.
 */
const CHECKS = {
  React: { compiler: TSC, files: TSX("onkindex-select", "ref={show}"), options: { jsx: "react-jsx" }, faults: TSX_FAULTS, needs: REACT },
  "React, by TypeScript 5.2": { compiler: OLD_TSC, files: TSX("onkindex-select", "ref={show}"), options: { jsx: "react-jsx" }, faults: TSX_FAULTS, needs: REACT },
  Preact: { compiler: TSC, files: TSX("onkindex-select"), options: { jsx: "react-jsx", jsxImportSource: "preact" }, faults: TSX_FAULTS, needs: ["preact"] },
  Solid: { compiler: TSC, files: TSX("on:kindex-select"), options: { jsx: "preserve", jsxImportSource: "solid-js" }, faults: TSX_FAULTS, needs: ["solid-js"] },
  Vue: {
    compiler: program("vue-tsc/bin/vue-tsc.js"),
    files: VUE,
    options: { skipLibCheck: true },
    faults: [["Bad.vue", 3], ["Bad.vue", 4], ["Bad.vue", 5]],
    needs: ["vue", "@vue"],
  },
  Svelte: {
    compiler: program("svelte-check/bin/svelte-check"),
    files: SVELTE,
    options: { skipLibCheck: true, verbatimModuleSyntax: true, types: ["svelte"] },
    faults: [["Bad.svelte", 3], ["Bad.svelte", 4], ["Bad.svelte", 5]],
    needs: ["svelte"],
  },
};

/** Files and lines that a compiler complains of, however it writes them. */
const complaints = (text) =>
  [...text.matchAll(/(\w+\.(?:tsx|vue|svelte|d\.ts))(?:\(|" |:)(\d+)[:,]/g)].map(([, file, line]) => [file, Number(line)]);

describe("the search field in the markup of", () => {
  let folder;

  before(async () => {
    ({ folder } = await project());
    await put(folder, { "node_modules/@types/.keep": "" });
  });

  after(() => rm(folder, { recursive: true, force: true }));

  for (const [name, { compiler, files, options, faults, needs }] of Object.entries(CHECKS)) {
    test(name, async () => {
      const installed = needs.map((name) => [program(name), join(folder, "node_modules", name)]);
      for (const [from, to] of installed) await symlink(from, to);
      const at = join(folder, name.replaceAll(/\W+/g, "-"));
      const compilerOptions = {
        target: "es2022",
        lib: ["es2022", "dom", "dom.iterable"],
        module: "esnext",
        moduleResolution: "bundler",
        strict: true,
        noEmit: true,
        skipLibCheck: false,
        types: [],
        ...options,
      };
      const config = { compilerOptions, include: ["./*"], vueCompilerOptions: { strictTemplates: true } };
      await put(at, { "tsconfig.json": JSON.stringify(config), ...files });
      const args = name === "Svelte" ? ["--tsconfig", "./tsconfig.json", "--output", "machine"] : ["-p", "."];
      const { stdout } = await run(process.execPath, [compiler, ...args], { cwd: at }).catch((error) => error);
      for (const [, to] of installed) await rm(to);
      assert.deepEqual(complaints(stdout), faults, stdout);
    });
  }
});
