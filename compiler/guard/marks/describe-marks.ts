import { printExpression } from "../../print/print.ts";
import type { Expression } from "../../ir/expression.ts";
import { anyGroup } from "../../ir/guards.ts";
import { once } from "../../ir/once.ts";
import { mapChildren } from "../../ir/expressions/visit.ts";
import type { Mark } from "./marks.ts";

/** `label keep, every annotation; of the Namespace: label keep` */
export function describeMarks(own: readonly Mark[], ofNamespace: readonly Mark[]): string {
  const inherited = ofNamespace.length === 0 ? [] : [`of the Namespace: ${describeAll(ofNamespace)}`];
  return [...(own.length === 0 ? [] : [describeAll(own)]), ...inherited].join("; ");
}

export function describeAll(marks: readonly Mark[]): string {
  const whole = new Set(marks.filter(({ key }) => key === undefined).map(({ map }) => map));
  const named = marks.filter(({ map, key }) => key === undefined || !whole.has(map));
  return [...new Set(named.map(describeMark))].join(", ");
}

const singulars = {
  labels: "label",
  annotations: "annotation",
  finalizers: "finalizer",
  ownerReferences: "owner",
  fields: "field",
} as const;

function describeMark({ map, key }: Mark): string {
  const singular = singulars[map];
  return key === undefined ? `every ${singular}` : `${singular} ${describeKey(key)}`;
}

/** `<group>/keep`; a key that is worked out in another way as CEL. */
function describeKey(key: Expression): string {
  if (key.kind === "local") return describeKey(key.definition);
  if (key.kind === "literal") return String(key.value);
  if (isGroup(key)) return "<group>";
  if (key.kind === "binary" && key.operator === "+") return `${describeKey(key.left)}${describeKey(key.right)}`;
  return `(${printExpression(written(key))})`;
}

function isGroup(node: Expression): boolean {
  if (node.kind === "identifier") return node.name === anyGroup;
  return node.kind === "select" && printExpression(written(node)) === "request.resource.group";
}

/** Without the author's names for parts of it. */
export const written: (node: Expression) => Expression = once((node) =>
  node.kind === "local" ? written(node.definition) : mapChildren(node, written),
);
