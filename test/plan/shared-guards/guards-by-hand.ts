import type { AdmissionPolicyIr } from "../../../compiler/ir/admission-policy.ts";
import { type Expression, binary, identifier, literal, select } from "../../../compiler/ir/expression.ts";
import { commentedObjects } from "../../../compiler/manifest/build.ts";
import { renderFile } from "../../../compiler/manifest/yaml.ts";
import { joinedGuards } from "../../../compiler/plan/shared-guards/joined-guards.ts";
import { requestsFor, samplePolicy, span } from "../../manifest/sample-policy.ts";

const name = select(select(identifier("params", span), "metadata", span), "name", span);

/**
 * A guard whose validation says nothing of the label that it selects, which those that the compiler makes mostly do: no
 * Namespace goes that holds a ConfigMap of that label whose name is `is`.
 */
function guardOver(label: string, { is }: { readonly is: string }): AdmissionPolicyIr {
  const policy = `by-hand-${label}`;
  const denies: Expression = binary(name, "!=", literal(is, span), span);
  return samplePolicy({
    name: `${policy}-guard-namespaces`,
    policy,
    requests: requestsFor([{ group: "", version: undefined, resource: "namespaces" }]),
    params: { apiVersion: "v1", kind: "ConfigMap", selector: { matchExpressions: [{ key: label, operator: "Exists" }] } },
    variables: [],
    validations: [
      {
        rule: "nameGuard",
        isGuard: true,
        operations: ["delete"],
        span,
        note: undefined,
        expression: denies,
        message: binary(literal("nameGuard: it holds ", span), "+", name, span),
        fallbackMessage: "nameGuard: the request is denied by this rule",
      },
    ],
  });
}

const guards = [guardOver("label-a", { is: "of-a" }), guardOver("label-b", { is: "of-b" })];

const yamlOf = (policies: readonly AdmissionPolicyIr[]): string =>
  renderFile(
    [],
    policies.flatMap((policy) => commentedObjects(policy, () => 1)),
  );

/** Each for itself, and together. */
export const apart: string = yamlOf(guards);
export const together: string = yamlOf(
  [joinedGuards(guards, { installation: "acme", group: "by hand", place: "" })].filter((one) => one !== undefined),
);

/** ConfigMaps by name, the labels that they carry, and which policy denies their Namespace. */
export const held: readonly { readonly name: string; readonly labels: readonly string[]; readonly deniedBy?: string }[] = [
  // One that the binding of the other selects, and that its own does not.
  { name: "of-b", labels: ["label-a"] },
  { name: "of-a", labels: ["label-b"] },
  { name: "of-a", labels: [] },
  { name: "other", labels: ["label-a", "label-b"] },
  { name: "of-a", labels: ["label-a"], deniedBy: "by-hand-label-a" },
  { name: "of-b", labels: ["label-b"], deniedBy: "by-hand-label-b" },
  { name: "of-b", labels: ["label-a", "label-b"], deniedBy: "by-hand-label-b" },
];
