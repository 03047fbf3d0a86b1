/** A policy and its bindings, which only meet requests in one Namespace, and requests for that Namespace. */
export interface ComparedPolicy {
  readonly namespace: string;
  readonly name: string;
  readonly policy: object;
  readonly bindings: readonly object[];
}

export interface Validation {
  readonly expression: string;
  readonly message?: string;
  readonly messageExpression?: string;
  readonly reason?: string;
}

export interface PolicyText {
  readonly validations?: readonly Validation[];
  readonly variables?: readonly NamedText[];
  readonly matchConditions?: readonly NamedText[];
  readonly auditAnnotations?: readonly { readonly key: string; readonly valueExpression: string }[];
  readonly failurePolicy?: "Fail" | "Ignore";
  readonly matchConstraints?: object;
  readonly paramKind?: object;
  /** One binding for each; `Deny` unless told. */
  readonly actions?: readonly (readonly string[])[];
  readonly matchResources?: object;
  readonly paramRef?: object;
  /** Where several policies meet; its own name unless told. */
  readonly namespace?: string;
}

export interface NamedText {
  readonly name: string;
  readonly expression: string;
}

/** The label of a Namespace that says whose it is. */
export const namespaceLabel = "holdfast.dev/compared";
/** Of what is not in a Namespace: no selector of Namespaces keeps a policy away from it. */
export const clusterGroup = "cluster.compared.holdfast.dev";

const everything = { apiGroups: ["*"], apiVersions: ["*"], operations: ["*"], resources: ["*/*"] };
const apiVersion = "admissionregistration.k8s.io/v1";

export function comparedPolicy(name: string, text: PolicyText): ComparedPolicy {
  const { namespace = name, actions = [["Deny"]], matchResources, paramRef, matchConstraints, ...spec } = text;
  const mine = { namespaceSelector: { matchLabels: { [namespaceLabel]: namespace } } };
  return {
    namespace,
    name,
    policy: {
      apiVersion,
      kind: "ValidatingAdmissionPolicy",
      metadata: { name },
      spec: {
        ...spec,
        matchConstraints: {
          resourceRules: [everything],
          excludeResourceRules: [{ ...everything, apiGroups: [clusterGroup] }],
          ...matchConstraints,
        },
      },
    },
    bindings: actions.map((validationActions, index) => ({
      apiVersion,
      kind: "ValidatingAdmissionPolicyBinding",
      metadata: { name: index === 0 ? name : `${name}-${index + 1}` },
      spec: {
        policyName: name,
        validationActions,
        matchResources: matchResources ?? mine,
        ...(paramRef !== undefined && { paramRef }),
      },
    })),
  };
}

/** The object that a request is about: the stored one, or the new one of a creation. */
export const about = "(oldObject == null ? object : oldObject)";
