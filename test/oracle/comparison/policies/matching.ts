import { clusterGroup, comparedPolicy, namespaceLabel } from "../compared-policy.ts";

const no = [
  {
    expression: "false",
    messageExpression: "request.operation + ' ' + request.resource.version + ' ' + request.resource.resource",
  },
];
const rule = { apiGroups: ["*"], apiVersions: ["*"], operations: ["*"], resources: ["*"] };
const group = "compared.holdfast.dev";

/** Which requests a policy meets. */
export const matchingPolicies = [
  comparedPolicy("main-resources", { matchConstraints: { resourceRules: [{ ...rule, scope: "Namespaced" }] }, validations: no }),
  comparedPolicy("subresources", {
    matchConstraints: { resourceRules: [{ ...rule, resources: ["pods/*", "*/scale", "namespaces/finalize"] }] },
    validations: no,
  }),
  comparedPolicy("operations", {
    matchConstraints: {
      resourceRules: [
        { ...rule, operations: ["DELETE"], scope: "*" },
        { ...rule, apiGroups: [""], operations: ["CREATE"], resources: ["pods/eviction"] },
      ],
    },
    validations: no,
  }),
  comparedPolicy("excluded", {
    matchConstraints: {
      resourceRules: [{ ...rule, resources: ["*/*"] }],
      excludeResourceRules: [
        { ...rule, apiGroups: ["", "apps"] },
        { ...rule, apiGroups: ["cluster.compared.holdfast.dev"] },
      ],
    },
    validations: no,
  }),
  comparedPolicy("resource-names", {
    matchConstraints: { resourceRules: [{ ...rule, resourceNames: ["plain", "resource-names"] }] },
    validations: no,
  }),
  comparedPolicy("object-selector", {
    matchConstraints: {
      resourceRules: [rule],
      objectSelector: { matchExpressions: [{ key: "protected", operator: "In", values: ["true", "maybe"] }] },
    },
    validations: no,
  }),
  comparedPolicy("binding-selector", {
    matchResources: {
      namespaceSelector: { matchLabels: { [namespaceLabel]: "binding-selector" } },
      objectSelector: { matchExpressions: [{ key: "protected", operator: "DoesNotExist" }] },
      resourceRules: [{ ...rule, operations: ["DELETE", "UPDATE"], resources: ["*/*"] }],
      excludeResourceRules: [{ ...rule, resources: ["secrets"] }],
    },
    validations: no,
  }),
  comparedPolicy("other-namespaces", {
    matchConstraints: {
      resourceRules: [{ ...rule, resources: ["*/*"] }],
      namespaceSelector: {
        matchExpressions: [
          { key: namespaceLabel, operator: "NotIn", values: ["other-namespaces"] },
          { key: namespaceLabel, operator: "Exists" },
        ],
      },
    },
    validations: no,
  }),
  comparedPolicy("exact", {
    matchConstraints: { matchPolicy: "Exact", resourceRules: [{ ...rule, apiGroups: [group], apiVersions: ["v1"] }] },
    validations: no,
  }),
  comparedPolicy("equivalent", {
    matchConstraints: {
      resourceRules: [
        { ...rule, apiGroups: [group], apiVersions: ["v1"], resources: ["*/*"] },
        { ...rule, apiGroups: ["autoscaling"], apiVersions: ["v2"] },
      ],
    },
    matchConditions: [{ name: "v1", expression: "request.kind.version != 'none' && request.resource.version != 'none'" }],
    validations: [
      ...no,
      {
        expression: "request.kind.kind == 'Scale'",
        messageExpression: "request.kind.version + ' for ' + request.requestKind.version + ': ' + '%s'.format([oldObject.spec])",
      },
    ],
    actions: [["Warn"]],
  }),
  comparedPolicy("equivalent-older", {
    matchConstraints: {
      resourceRules: [
        { ...rule, apiGroups: [group], apiVersions: ["v1beta1"], resources: ["*/*"] },
        { ...rule, apiGroups: ["autoscaling"], apiVersions: ["v1"] },
      ],
    },
    validations: [
      { expression: "false", messageExpression: "oldObject.apiVersion + ': ' + '%s'.format([oldObject])", message: "fell back" },
    ],
  }),
  comparedPolicy("cluster", {
    matchConstraints: { resourceRules: [{ ...rule, apiGroups: [clusterGroup], scope: "Cluster" }], excludeResourceRules: [] },
    matchResources: { namespaceSelector: { matchLabels: { nobody: "has-this" } } },
    validations: [
      { expression: "false", messageExpression: "has(request.namespace) ? 'in ' + request.namespace : 'in none'" },
      {
        expression: "namespaceObject == null && false",
        messageExpression: "namespaceObject.metadata.name",
        message: "no Namespace",
      },
      { expression: "namespaceObject.metadata.name == ''" },
    ],
    actions: [["Deny", "Audit"], ["Warn"]],
  }),
];
