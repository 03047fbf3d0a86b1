import type { Expression } from "./expression.ts";

/** Equality of meaning: the place in the source and the names of locals do not count. */
export function identity(node: Expression): string {
  return JSON.stringify(node, (key, value: unknown) => {
    if (key === "span") return undefined;
    return isLocal(value) ? value.definition : value;
  });
}

function isLocal(value: unknown): value is { readonly kind: "local"; readonly definition: Expression } {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "local";
}
