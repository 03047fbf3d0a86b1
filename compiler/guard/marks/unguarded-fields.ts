import { fieldPath, isWithinField } from "../../ir/expressions/field-path.ts";
import type { Expression } from "../../ir/expression.ts";
import type { PolicyIr, RuleIr } from "../../ir/policy.ts";
import { children, some } from "../../ir/expressions/visit.ts";

/**
 * Fields outside metadata that rules about deletes read and nobody guards, as they are written: `spec.mode`,
 * `status.phase of the Namespace`. Whoever may change one may have the object deleted.
 */
export function unguardedFields({ rules, marks, guards }: PolicyIr): readonly string[] {
  const denying = rules.filter(({ action, operations }) => action === "deny" && operations.includes("delete"));
  const own = denying.flatMap(({ versionedReads }) => versionedReads.map(({ path }) => path));
  const loose = own
    .filter((path) => !marks.fields.some((field) => isWithinField(path, field)))
    .filter((path) => !(guards.freeze && denying.every((rule) => isFrozen(path, rule))));
  const ofNamespace = denying.flatMap(namespaceFields).map((path) => `${path.join(".")} of the Namespace`);
  return [...new Set([...loose.map((path) => path.join(".")), ...ofNamespace])];
}

/** What `guards.freeze` keeps of an object that is protected: this value of this field (guard/templates/freeze.ts). */
const frozen = { path: ["spec", "persistentVolumeReclaimPolicy"], value: "Retain" } as const;

/** Whether the rule protects by the frozen value of the field alone: an update to any other value is denied then. */
function isFrozen(path: readonly string[], { when, asking = when }: RuleIr): boolean {
  if (path.join(".") !== frozen.path.join(".")) return false;
  const reads = (node: Expression): boolean => some(node, (part) => fieldPath(part)?.join(".") === path.join("."));
  const isFine = (node: Expression): boolean => {
    if (!reads(node)) return true;
    if (node.kind === "local") return isFine(node.definition);
    if (node.kind !== "binary") return false;
    const { operator, left, right } = node;
    if (operator === "&&" || operator === "||") return isFine(left) && isFine(right);
    return operator === "==" && [left, right].some((side) => side.kind === "literal" && side.value === frozen.value);
  };
  return isFine(asking);
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
