// The documentation that a server has, in words for language models, which so know one server from another.
import { line } from "./text.js";

/**
 * @param {string} [title] of the documentation
 * @param {string} [description] what it is about
 */
export function aboutOf(title = "", description = "") {
  const parts = [title, description].map((text) => line(text, Infinity));
  return { title: parts[0], sentence: ended(parts.filter((part) => part).join(": ")) };
}

/** A sentence with its end. */
export const ended = (text) => (/(?:^|[.!?…。！？])$/u.test(text) ? text : `${text}.`);

/** A text with the server's documentation named before it. */
export const after = ({ sentence }, text) => (sentence ? `${sentence} ${text}` : text);

/** A tool, or a kind of resource, whose description names the documentation. */
export function describedFor(about, one) {
  const titled = ({ title }) => (about.title ? `${about.title}: ${title}` : title);
  const { annotations } = one;
  return {
    ...one,
    title: titled(one),
    description: after(about, one.description),
    ...(annotations && { annotations: { ...annotations, title: titled(annotations) } }),
  };
}
