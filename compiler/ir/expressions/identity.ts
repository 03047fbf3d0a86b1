import { createHash } from "node:crypto";
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
  const parts = JSON.stringify(node, (key, value: unknown) => {
    if (key === "span" || key === "counts" || key === "ofAnyType") return undefined;
    return value !== node && isNode(value) ? identity(value) : value;
  });
  const digest = createHash("sha256").update(parts).digest("base64");
  known.set(node, digest);
  return digest;
}

function isNode(value: unknown): value is Expression {
  return typeof value === "object" && value !== null && "kind" in value;
}
