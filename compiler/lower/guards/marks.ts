import type { Node } from "ts-morph";
import type { Expression } from "../../ir/expression.ts";
import { fieldPath, isWithinField } from "../../ir/expressions/field-path.ts";
import type { PolicyIr, RuleIr } from "../../ir/policy.ts";
import { some } from "../../ir/expressions/visit.ts";
import { placeIn } from "./place-in.ts";
import type { Scope } from "../scope.ts";
import type { Value } from "../value.ts";

const isPath = (node: Expression, field: readonly string[]): boolean => fieldPath(node)?.join(".") === field.join(".");

/** `marks: ["spec.deletionProtection"]`; each has to be read by a rule that denies deletes. */
export function lowerMarks(
  value: Value | undefined,
  { node, rules }: { readonly node: Node; readonly rules: readonly RuleIr[] },
  scope: Scope,
): PolicyIr["marks"] {
  const elements = value?.kind === "list" ? value.elements : [];
  const denying = rules.filter(({ action, operations }) => action === "deny" && operations.includes("delete"));
  const read = denying.flatMap(({ versionedReads }) => versionedReads.map(({ path }) => path));
  const fields = elements.flatMap((element, at) => {
    if (element.kind !== "static" || typeof element.value !== "string") return [];
    const field = element.value.split(".");
    if (field[0] === "metadata" && denying.some(({ when, asking = when }) => some(asking, (part) => isPath(part, field))))
      return [field];
    if (read.some((path) => isWithinField(path, field))) return [field];
    // Rules that were rejected themselves have been spoken of.
    if (rules.length === 0) return [];
    const place = placeIn(node, "marks", at);
    const known = read.length === 0 ? "" : `: they read ${read.map((path) => path.join(".")).join(", ")}`;
    scope.reject("mark-not-read", place, { field: element.value, fields: known });
    return [];
  });
  return { fields };
}
