import { fieldPath, isWithinField } from "../../ir/expressions/field-path.ts";
import type { Expression } from "../../ir/expression.ts";
import type { PolicyIr, RuleIr } from "../../ir/policy.ts";
import { children } from "../../ir/expressions/visit.ts";

/**
 * Fields outside metadata that rules about deletes read and nobody guards, as they are written: `spec.mode`,
 * `status.phase of the Namespace`. Whoever may change one may have the object deleted.
 */
export function unguardedFields({ rules, marks }: PolicyIr): readonly string[] {
  const denying = rules.filter(({ action, operations }) => action === "deny" && operations.includes("delete"));
  const own = denying.flatMap(({ versionedReads }) => versionedReads.map(({ path }) => path));
  const loose = own.filter((path) => !marks.fields.some((field) => isWithinField(path, field)));
  const ofNamespace = denying.flatMap(namespaceFields).map((path) => `${path.join(".")} of the Namespace`);
  return [...new Set([...loose.map((path) => path.join(".")), ...ofNamespace])];
}

/** `namespaceObject.?status.?phase`; its metadata is guarded, or nobody can change it. */
function namespaceFields({ when, asking = when }: RuleIr): readonly (readonly string[])[] {
  const found = new Map<string, readonly string[]>();
  const seen = new Set<Expression>();
  const visit = (node: Expression): void => {
    if (seen.has(node)) return;
    seen.add(node);
    const path = fieldPath(node, "namespaceObject");
    if (path?.[0] !== undefined && path[0] !== "metadata") found.set(path.join("."), path);
    else children(node).forEach(visit);
  };
  visit(asking);
  return [...found.values()];
}
