import { comparedPolicy, type PolicyText } from "./compared-policy.ts";

const fine = [{ expression: "true" }];

/** Documents that a server rejects, each for a reason of its own. */
const texts: Readonly<Record<string, PolicyText>> = {
  syntax: { validations: [{ expression: "1 +" }, { expression: "true)" }] },
  unknown: { validations: [{ expression: "nothing == 1" }, { expression: "unknown('x')" }] },
  "request-object": { validations: [{ expression: "request.object == null" }, { expression: "request.uid == ''" }] },
  "namespace-field": { validations: [{ expression: "namespaceObject.metadata.ownerReferences == null" }] },
  "not-a-bool": { validations: [{ expression: "oldObject.spec.suspend" }, { expression: "'text'" }] },
  "message-not-text": {
    validations: [
      { expression: "true", messageExpression: "oldObject.metadata.name" },
      { expression: "true", messageExpression: "1" },
    ],
  },
  "message-asks": { validations: [{ expression: "true", messageExpression: "authorizer.path('/').check('get').reason()" }] },
  "literal-types": { validations: [{ expression: "'x' in ['a', 1]" }, { expression: "oldObject.a == 1 ? 'a' == 1 : true" }] },
  "literal-values": {
    validations: [
      { expression: "'a'.matches('(')" },
      { expression: "timestamp('yesterday') < timestamp('2020-01-01T00:00:00Z')" },
    ],
  },
  "mixed-list": { validations: [{ expression: "size([oldObject.metadata.name, 'x']) == 2" }] },
  variables: {
    variables: [
      { name: "later", expression: "variables.after" },
      { name: "after", expression: "1" },
      { name: "a-b", expression: "1" },
      { name: "in", expression: "1" },
      { name: "blank", expression: " " },
    ],
    validations: [{ expression: "variables.nothing" }],
  },
  "condition-variables": {
    variables: [{ name: "a", expression: "true" }],
    matchConditions: [{ name: "uses", expression: "variables.a" }],
    validations: fine,
  },
  "condition-names": {
    matchConditions: [
      { name: "same", expression: "true" },
      { name: "same", expression: "true" },
      { name: "not a name", expression: "true" },
    ],
    validations: fine,
  },
  "many-conditions": {
    matchConditions: Array.from({ length: 65 }, (_, index) => ({ name: `c${index}`, expression: "true" })),
    validations: fine,
  },
  reasons: {
    validations: [
      { expression: "true", reason: "Unauthorized" },
      { expression: "true", reason: "NotFound" },
    ],
  },
  messages: {
    validations: [{ expression: "true", message: "two\nlines" }, { expression: "true", message: " " }, { expression: " " }],
  },
  "no-validations": {},
  "no-params": { validations: [{ expression: "params == null" }] },
  "audit-annotations": {
    validations: fine,
    auditAnnotations: [
      { key: "a/b", valueExpression: "'x'" },
      { key: "long", valueExpression: `'${"x".repeat(5_200)}'` },
      { key: "number", valueExpression: "1" },
    ],
  },
  rules: {
    matchConstraints: {
      resourceRules: [{ apiGroups: ["*", ""], apiVersions: [""], operations: ["DELETECOLLECTION"], resources: ["pods", "*/*"] }],
    },
    validations: fine,
  },
  "no-rules": { matchConstraints: { resourceRules: [] }, validations: fine },
  selector: {
    matchConstraints: {
      resourceRules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["DELETE"], resources: ["pods"] }],
      objectSelector: { matchExpressions: [{ key: "a b", operator: "Near", values: [] }] },
    },
    validations: fine,
  },
  actions: { validations: fine, actions: [["Deny", "Warn"], ["Deny", "Deny"], ["Ignore"], []] },
  "param-ref": { validations: fine, paramRef: { name: "a", selector: {} } },
  "too-deep": { validations: [{ expression: `${"(".repeat(300)}true${")".repeat(300)}` }] },
};

export const rejectedPolicies = Object.entries(texts).map(([name, text]) => comparedPolicy(`rejected-${name}`, text));
