import type { Schema } from "../openapi.ts";

/** The order of pairs. */
export function byName([a]: readonly [string, ...unknown[]], [b]: readonly [string, ...unknown[]]): number {
  return a < b ? -1 : 1;
}

/**
 * What Kubernetes says of a definition or field, without the details that its documentation goes on with, and without
 * the name that stands below: `replicas is the number of Pods` is `The number of Pods`.
 */
export function firstSentence({ description = "" }: Schema, name = ""): string {
  const text = (description.split(/\n\s*\n|\n\s*-|```/)[0] ?? "")
    .replaceAll(/\s+/g, " ")
    .trim()
    .replace(/^Optional[.:] (?=\S)/, "");
  const end = text.search(/(?<!\b(?:[Ee]x|e\.g|i\.e|etc|vs|Spec))[.:](?= [A-Z*`'"(]|$)/);
  const sentence = end === -1 ? text : text.slice(0, end + 1).replace(/:$/, ".");
  return capitalized(withoutName(sentence, name)).replace(/[^.]$/, "$&.");
}

function withoutName(sentence: string, name: string): string {
  const [first = "", verb = "", ...rest] = sentence.split(" ");
  if (name === "" || first.replaceAll("`", "").toLowerCase() !== name.toLowerCase()) return sentence;
  if (verb === "is" || verb === "are") return rest.join(" ");
  return /^[a-z]+[a-rt-z]s$/.test(verb) ? [verb, ...rest].join(" ") : sentence;
}

/** Not a name in the writing of the API. */
function capitalized(sentence: string): string {
  return /^[a-z]+[ ,]/.test(sentence) ? `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}` : sentence;
}
