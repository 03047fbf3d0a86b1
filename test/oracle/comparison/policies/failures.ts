import { comparedPolicy } from "../compared-policy.ts";

const missing = "oldObject.metadata.labels['protected'] == 'true'";

/** What becomes of an expression that cannot be evaluated. */
export const failurePolicies = [
  comparedPolicy("fails", { validations: [{ expression: missing, message: "not shown for errors", reason: "Forbidden" }] }),
  comparedPolicy("fails-ignored", {
    failurePolicy: "Ignore",
    validations: [{ expression: missing, message: "false anyway" }],
  }),
  comparedPolicy("fails-warned", {
    actions: [["Warn"]],
    validations: [{ expression: missing }, { expression: "oldObject.spec.replicas > 'a'" }],
  }),
  comparedPolicy("fails-audited", {
    actions: [["Audit"]],
    validations: [{ expression: missing }, { expression: "false", message: "second" }],
  }),
  comparedPolicy("fails-in-lines", { validations: [{ expression: `\n  ${missing} ||\n  oldObject.nothing\n` }] }),
  comparedPolicy("condition-fails", {
    matchConditions: [{ name: "marked", expression: missing }],
    validations: [{ expression: "false", message: "matched" }],
  }),
  comparedPolicy("condition-fails-ignored", {
    failurePolicy: "Ignore",
    matchConditions: [{ name: "marked", expression: missing }],
    validations: [{ expression: "false", message: "matched" }],
  }),
  comparedPolicy("conditions", {
    matchConditions: [
      { name: "first", expression: missing },
      { name: "second", expression: "request.resource.resource != 'pods'" },
      { name: "third", expression: "oldObject.spec.replicas == 3" },
    ],
    validations: [{ expression: "false", message: "matched" }],
  }),
  comparedPolicy("condition-without-namespace", {
    matchConditions: [{ name: "null", expression: "namespaceObject == null" }],
    validations: [{ expression: "namespaceObject == null", messageExpression: "'in ' + namespaceObject.metadata.name" }],
  }),
  comparedPolicy("variables-fail", {
    variables: [
      { name: "label", expression: "oldObject.metadata.labels['protected']" },
      { name: "twice", expression: "variables.label + variables.label" },
      { name: "unused", expression: "oldObject.nothing.at.all" },
    ],
    validations: [
      { expression: "!has(oldObject.metadata.labels) || variables.twice == 'truetrue'", message: "first" },
      { expression: "variables.twice == ''", messageExpression: "'twice: ' + variables.twice" },
    ],
  }),
  comparedPolicy("errors-absorbed", {
    actions: [["Warn"]],
    validations: [
      { expression: "oldObject.nothing.a == 1 || true" },
      { expression: "oldObject.nothing.a == 1 && false" },
      { expression: "true || oldObject.nothing.a == 1" },
      { expression: "false || oldObject.nothing.a == 1" },
      { expression: "oldObject.nothing.a == 1 ? true : true" },
      { expression: "[1, 2].exists(x, x == 2 || oldObject.nothing == x)" },
      { expression: "[1, 2].all(x, x == 2 && oldObject.nothing == x)" },
      { expression: "[1, 2].exists_one(x, oldObject.nothing == x)" },
      { expression: "size([1, 2].filter(x, oldObject.nothing == x)) == 0" },
      { expression: "!oldObject.metadata.name" },
      { expression: "oldObject.metadata.name && true" },
      { expression: "timestamp(oldObject.metadata.name) > timestamp('2020-01-01T00:00:00Z')" },
      { expression: "int(oldObject.metadata.name) > 0" },
      { expression: "1 / (size(oldObject.metadata.name) - size(oldObject.metadata.name)) == 1" },
      { expression: "[1][size(oldObject.metadata.name)] == 1" },
      { expression: "oldObject.metadata.name.matches(oldObject.metadata.name + '(')" },
      { expression: "9223372036854775807 + size(oldObject.metadata.name) > 0" },
    ],
  }),
  comparedPolicy("duplicate-variable", {
    variables: [
      { name: "same", expression: "'first'" },
      { name: "same", expression: "'second'" },
    ],
    validations: [{ expression: "false", messageExpression: "variables.same" }],
  }),
];
