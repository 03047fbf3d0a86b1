import { hash } from "node:crypto";
import type { Expression } from "../expression.ts";
import { once } from "../once.ts";

/**
 * Equality of meaning: the place in the source, the names of locals and what is only said for the estimate of cost do
 * not count. A digest, made once for each node: locals make trees that share their parts, whose full text would double
 * with every level.
 */
export function identity(node: Expression): string {
  return node.kind === "local" ? identity(node.definition) : digestOf(node);
}

const digestOf = once((node) => hash("sha256", textOf(node), "base64"));

/** What does not count. */
const leftOut: ReadonlySet<string> = new Set(["span", "counts", "ofAnyType"]);

function textOf(node: Expression): string {
  let text = "";
  for (const [key, value] of Object.entries(node))
    if (value !== undefined && !leftOut.has(key)) text += `${text === "" ? "" : ","}${key}:${partOf(value)}`;
  return text;
}

function partOf(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(partOf).join()}]`;
  return isNode(value) ? identity(value) : JSON.stringify(value);
}

function isNode(value: unknown): value is Expression {
  return typeof value === "object" && value !== null && "kind" in value;
}
