import type { Expression } from "../ir/expression.ts";
import { children } from "../ir/visit.ts";

/** A third one in an expression exceeds the limit of its cost (measured on 1.37; 1.30 charges nothing). */
export const maxAuthorizerChecks = 2;

/** How often one expression may ask the authorizer: as its cost counts, of two branches the one that asks more. */
export function checksIn(node: Expression): number {
  const parts = children(node).map(checksIn);
  const all = parts.reduce((sum, part) => sum + part, 0);
  if (node.kind === "conditional") return (parts[0] ?? 0) + Math.max(...parts.slice(1));
  if (node.kind === "comprehension") return (parts[0] ?? 0) + node.entries * (parts[1] ?? 0);
  if (node.kind === "sequence") return parts[1] ?? 0;
  return node.kind === "call" && node.function === "check" ? all + 1 : all;
}
