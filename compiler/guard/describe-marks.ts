import { printExpression } from "../cel/print.ts";
import type { Expression } from "../ir/expression.ts";
import { mapChildren } from "../ir/visit.ts";
import type { Mark } from "./marks.ts";

/** `label keep, every annotation; of the Namespace: label keep` */
export function describeMarks(own: readonly Mark[], ofNamespace: readonly Mark[]): string {
  const inherited = ofNamespace.length === 0 ? [] : [`of the Namespace: ${ofNamespace.map(describeMark).join(", ")}`];
  return [...(own.length === 0 ? [] : [own.map(describeMark).join(", ")]), ...inherited].join("; ");
}

function describeMark({ map, key }: Mark): string {
  const singular = map === "labels" ? "label" : "annotation";
  if (key === undefined) return `every ${singular}`;
  return key.kind === "literal" ? `${singular} ${String(key.value)}` : `${singular} ${printExpression(written(key))}`;
}

/** Without the author's names for parts of it. */
function written(node: Expression): Expression {
  return node.kind === "local" ? written(node.definition) : mapChildren(node, written);
}
