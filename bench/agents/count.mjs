// The one count of tokens for all that is measured.
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { MOST_TOKENS } from "./passages.mjs";

/** Texts are cut here before they are counted: more letters than the most tokens have. */
export const MOST_LETTERS = 20 * MOST_TOKENS;

/** The tokens of a text, in which nothing is a sign of a model. */
export const tokensOf = (text) => countTokens(text.slice(0, MOST_LETTERS), { disallowedSpecial: new Set() });
