import { hash } from "node:crypto";
import type { Expression } from "../expression.ts";

const known = new WeakMap<Expression, string>();

/**
 * Equality of meaning: the place in the source, the names of locals and what is only said for the estimate of cost do
 * not count. A digest, made once for each node: locals make trees that share their parts, whose full text would double
 * with every level.
 */
export function identity(node: Expression): string {
  if (node.kind === "local") return identity(node.definition);
  const before = known.get(node);
  if (before !== undefined) return before;
  const digest = hash("sha256", textOf(node), "base64");
  known.set(node, digest);
  return digest;
}

/** What does not count. */
const leftOut: ReadonlySet<string> = new Set(["span", "counts", "ofAnyType"]);

function textOf(node: Expression): string {
  const parts = Object.entries(node).filter(([key, value]) => value !== undefined && !leftOut.has(key));
  return parts.map(([key, value]) => `${key}:${partOf(value)}`).join();
}

function partOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(partOf).join()}]`;
  return isNode(value) ? identity(value) : JSON.stringify(value);
}

function isNode(value: unknown): value is Expression {
  return typeof value === "object" && value !== null && "kind" in value;
}
