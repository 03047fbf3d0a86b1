import type { Declarations } from "../../cel/index.ts";

const groupVersionKind = { group: "string", version: "string", kind: "string" };
const groupVersionResource = { group: "string", version: "string", resource: "string" };

/** apiserver: pkg/admission/plugin/cel/compile.go, BuildRequestType. */
const request: Declarations = {
  kind: groupVersionKind,
  resource: groupVersionResource,
  subResource: "string",
  requestKind: groupVersionKind,
  requestResource: groupVersionResource,
  requestSubResource: "string",
  name: "string",
  namespace: "string",
  operation: "string",
  userInfo: { username: "string", uid: "string", groups: "list(string)", extra: "map(string, list(string))" },
  dryRun: "bool",
  options: "dyn",
};

/** apiserver: pkg/admission/plugin/cel/compile.go, BuildNamespaceType. */
const namespaceObject: Declarations = {
  metadata: {
    name: "string",
    generateName: "string",
    namespace: "string",
    labels: "map(string, string)",
    annotations: "map(string, string)",
    UID: "string",
    creationTimestamp: "timestamp",
    deletionGracePeriodSeconds: "int",
    deletionTimestamp: "timestamp",
    generation: "int",
    resourceVersion: "string",
    finalizers: "list(string)",
  },
  spec: { finalizers: "list(string)" },
  status: { conditions: "list(dyn)", phase: "string" },
};

/** What a messageExpression may read, `variables` apart. */
const withoutAuthorizer: Declarations = { object: "dyn", oldObject: "dyn", request, namespaceObject };

/** What a match condition may read: no variables. That of a webhook knows of no params. */
export function conditionNames(hasParams = false): Declarations {
  return {
    ...withoutAuthorizer,
    ...paramsOf(hasParams),
    authorizer: "kubernetes.authorization.Authorizer",
    "authorizer.requestResource": "kubernetes.authorization.ResourceCheck",
  };
}

/** Variables by their name, each with its type: that of its expression. */
export type VariableTypes = Readonly<Record<string, string>>;

/** What a validation may read, or a variable of those that stand above it. */
export function validationNames(variables: VariableTypes, hasParams = false): Declarations {
  return { ...conditionNames(hasParams), variables };
}

export function messageNames(variables: VariableTypes, hasParams = false): Declarations {
  return { ...withoutAuthorizer, ...paramsOf(hasParams), variables };
}

/** Declared where the policy has a paramKind. */
function paramsOf(hasParams: boolean): Declarations {
  return hasParams ? { params: "dyn" } : {};
}
