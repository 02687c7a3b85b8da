// Indexes of several that turn out not to be there while they are asked.
import { lend, ownerOf } from "../index/borrowed.js";

/** The codes of errors of a question, which is at fault itself. */
const OF_QUESTIONS = ["unknown_id", "invalid_option", "invalid_argument", "too_many_files"];

export const isOfQuestion = (error) => OF_QUESTIONS.includes(error?.code);

/** Indexes that cannot be had, with the errors that say why. */
export class Lost extends Error {
  constructor(names, errors) {
    super(errors[0].message);
    Object.assign(this, { names, errors });
  }
}

/** The error of an index, with the name of that. What lends an index says itself why, and gives no message. */
export const errorOf = (name, { code, message }, more) => Object.assign(new Error(`${name}: ${message ?? code}`, more), { code, isSaid: message === undefined });

/**
 * An index whose errors say that it is lost, where the question is not at fault.
 *
 * @param {string} name
 * @param {any} index
 * @param {string[]} methods
 */
export function watched(name, index, methods) {
  const asking = (method) => async (...args) => {
    try {
      return await index[method](...args);
    } catch (error) {
      throw isOfQuestion(error) ? error : new Lost([name], [errorOf(name, error ?? {}, { cause: error })]);
    }
  };
  return lend(ownerOf(index), Object.fromEntries(methods.map((method) => [method, asking(method)])));
}

/**
 * The answers of several indexes. Throws all that are lost as one error, so that none of them is asked again.
 *
 * @template T
 * @param {Promise<T>[]} answers
 * @returns {Promise<T[]>}
 */
export async function answersOf(answers) {
  const settled = await Promise.allSettled(answers);
  const reasons = settled.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
  const other = reasons.find((reason) => !(reason instanceof Lost));
  if (other !== undefined) throw other;
  if (reasons.length > 0) throw new Lost(reasons.flatMap(({ names }) => names), reasons.flatMap(({ errors }) => errors));
  return Promise.all(answers);
}
