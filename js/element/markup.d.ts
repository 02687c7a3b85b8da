/**
 * `<kindex-search>` in the markup that frameworks check: JSX of React, Preact and Solid, templates of
 * Vue and Svelte. The declaration for a framework that is not installed means nothing. Each stands
 * on one line, as `@ts-ignore` passes over no more.
 */
import type { Answerer, AskTexts, KindexSearch, SearchDetail, SelectDetail, Texts } from "../entry/element.js";
import type { KindexError, SearchOptions } from "../entry/index.js";

/** The attributes of markup, and the properties that are set as such. */
export interface KindexSearchProps {
  src?: string | undefined;
  base?: string | undefined;
  limit?: number | string | undefined;
  "per-document"?: number | string | undefined;
  perDocument?: number | undefined;
  label?: string | undefined;
  placeholder?: string | undefined;
  shortcut?: string | undefined;
  loading?: "eager" | (string & {}) | undefined;
  worker?: boolean | "" | undefined;
  modal?: boolean | "" | undefined;
  mode?: "page" | (string & {}) | undefined;
  results?: string | undefined;
  filters?: string | undefined;
  prefer?: string | undefined;
  recent?: "off" | (string & {}) | undefined;
  value?: string | undefined;
  index?: KindexSearch["index"];
  renderHit?: KindexSearch["renderHit"];
  options?: SearchOptions | undefined;
  texts?: Partial<Texts & AskTexts> | undefined;
  offline?: boolean | "" | undefined;
  highlight?: "off" | (string & {}) | undefined;
  webmcp?: "off" | (string & {}) | undefined;
  ask?: string | Answerer | undefined;
}

type OnSelect = (event: CustomEvent<SelectDetail>) => void;
type OnSearch = (event: CustomEvent<SearchDetail>) => void;
type OnToggle = (event: CustomEvent<null>) => void;
type OnError = (event: CustomEvent<{ error: KindexError }>) => void;

/** React 19, Preact and Svelte 5. */
interface Handlers {
  "onkindex-select"?: OnSelect | undefined;
  "onkindex-search"?: OnSearch | undefined;
  "onkindex-open"?: OnToggle | undefined;
  "onkindex-close"?: OnToggle | undefined;
  "onkindex-error"?: OnError | undefined;
}

/** Solid and Svelte 4. */
interface Listeners {
  "on:kindex-select"?: OnSelect | undefined;
  "on:kindex-search"?: OnSearch | undefined;
  "on:kindex-open"?: OnToggle | undefined;
  "on:kindex-close"?: OnToggle | undefined;
  "on:kindex-error"?: OnError | undefined;
}

/** `@kindex-select` in a template of Vue. */
interface Emits {
  onKindexSelect?: OnSelect | undefined;
  onKindexSearch?: OnSearch | undefined;
  onKindexOpen?: OnToggle | undefined;
  onKindexClose?: OnToggle | undefined;
  onKindexError?: OnError | undefined;
}

/** The form in which Vue's templates take a component with these properties. */
type Component<Props> = new () => KindexSearch & { $props: Props };

// @ts-ignore
declare module "react" { namespace JSX { interface IntrinsicElements { "kindex-search": DetailedHTMLProps<HTMLAttributes<KindexSearch>, KindexSearch> & KindexSearchProps & Handlers } } }

// @ts-ignore
declare module "preact" { namespace JSX { interface IntrinsicElements { "kindex-search": import("preact").HTMLAttributes<KindexSearch> & KindexSearchProps & Handlers } } }

// @ts-ignore
declare module "solid-js/jsx-runtime" { namespace JSX { interface IntrinsicElements { "kindex-search": HTMLAttributes<KindexSearch> & KindexSearchProps & Listeners } } }

// @ts-ignore
declare module "vue" { interface GlobalComponents { "kindex-search": Component<import("vue").HTMLAttributes & import("vue").PublicProps & KindexSearchProps & Emits> } }

// @ts-ignore
declare module "svelte/elements" { interface SvelteHTMLElements { "kindex-search": HTMLAttributes<KindexSearch> & KindexSearchProps & Handlers & Listeners } }
