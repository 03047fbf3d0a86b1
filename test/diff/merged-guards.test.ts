import { expect, test } from "vitest";
import { compareProtections } from "../../compiler/diff/compare.ts";
import { protectionsOf } from "../../compiler/diff/protections-of.ts";

const rule = (operation: string, resource: string) => ({
  apiGroups: [""],
  apiVersions: ["*"],
  operations: [operation],
  resources: [resource],
});

const isKept = "oldObject.metadata.?labels[?'keep'].orValue('') != 'yes'";
const staysKept = `${isKept} || object.metadata.?labels[?'keep'].orValue('') == 'yes'`;
const keep = (expression: string) => ({ expression, message: "keep: the request is denied by this rule" });
const guard = (expression: string) => ({ expression, message: "releaseGuard: the request is denied by this rule" });

function policyWith(name: string, resourceRules: readonly unknown[], validations: readonly unknown[]): readonly unknown[] {
  const spec = { failurePolicy: "Fail", matchConstraints: { resourceRules }, validations };
  return [
    { kind: "ValidatingAdmissionPolicy", metadata: { name }, spec },
    { kind: "ValidatingAdmissionPolicyBinding", metadata: { name }, spec: { policyName: name, validationActions: ["Deny"] } },
  ];
}

const [deletes, updates] = [rule("DELETE", "configmaps"), rule("UPDATE", "configmaps/*")];
const apart = [...policyWith("keep", [deletes], [keep(isKept)]), ...policyWith("keep-guard", [updates], [guard(staysKept)])];
const together = (ofGuard: string) =>
  policyWith(
    "keep",
    [deletes, updates],
    [keep(`request.operation != 'DELETE' || ${isKept}`), guard(`request.operation != 'UPDATE' || ${ofGuard}`)],
  );

test("a guard that has joined the rules of its policy protects what it protected before", () => {
  expect(compareProtections(protectionsOf(apart), protectionsOf(together(staysKept)))).toEqual([]);
});

test("and what it decides otherwise is seen, for its operation alone", () => {
  const changes = compareProtections(protectionsOf(apart), protectionsOf(together(isKept)));
  expect(changes.map(({ what, protection }) => [what, protection.rule, protection.operation])).toEqual([
    ["changed", "releaseGuard", "UPDATE"],
  ]);
});

test("a guard that is left out is lost", () => {
  const changes = compareProtections(protectionsOf(together(staysKept)), protectionsOf(apart.slice(0, 2)));
  expect(changes.map(({ what, protection }) => [what, protection.rule])).toEqual([["lost", "releaseGuard"]]);
});
