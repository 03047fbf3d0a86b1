import { printExpression } from "../cel/print.ts";
import { and } from "../ir/boolean.ts";
import { type Expression, identifier, method, optionalSelect } from "../ir/expression.ts";
import { mapChildren } from "../ir/visit.ts";
import { type Guard, type GuardTemplates, type Protection, notNeeded, off, on, ruleWhere } from "./guard.ts";
import { liftsProtection } from "./lifted.ts";
import { type Mark, marksIn } from "./marks.ts";

/**
 * No update takes the protection away by its marks. Strict:
 *
 *     oldObject.metadata.?labels[?'keep'].orValue('') != 'yes' || object.metadata.?labels[?'keep'].orValue('') == 'yes'
 *
 * With `release: "clear-mark"` the same for updates through a subresource alone.
 */
export function releaseGuard({ policy, condition }: Protection, templates: GuardTemplates): Guard {
  const name = "release";
  const reason = policy.guards.off[name];
  if (reason !== undefined) return { name, state: off(reason), rules: [] };
  const marks = marksIn(condition, "oldObject");
  if (marks.length === 0) return { name, state: notNeeded("the rules read no label or annotation of the object"), rules: [] };
  const lifts = liftsProtection(condition);
  const isStrict = policy.guards.release === "strict";
  const rule = ruleWhere(isStrict ? lifts : and(throughSubresource(condition), lifts), templates.release, {
    rule: isStrict ? "releaseGuard" : "subresourceGuard",
    policy,
  });
  return { name, state: on(describeMarks(marks)), rules: [rule] };
}

function throughSubresource({ span }: Expression): Expression {
  return method(optionalSelect(identifier("request", span), "subResource", span), "hasValue", [], span);
}

/** `label keep, every annotation` */
export function describeMarks(marks: readonly Mark[]): string {
  return marks.map(describeMark).join(", ");
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
