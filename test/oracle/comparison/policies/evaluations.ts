import { about, comparedPolicy } from "../compared-policy.ts";

const isMarked = `${about}.metadata.?labels['protected'].orValue('') != 'true'`;
const who = `${about}.kind + ' ' + ${about}.metadata.?name.orValue('unnamed')`;

/** What becomes of a false validation: reason, message, action. */
export const evaluationPolicies = [
  comparedPolicy("forbidden", {
    validations: [{ expression: isMarked, messageExpression: `${who} + ' is protected'`, reason: "Forbidden" }],
  }),
  comparedPolicy("no-reason", { validations: [{ expression: isMarked, message: "is protected" }] }),
  comparedPolicy("invalid", { validations: [{ expression: isMarked, message: "  with spaces  ", reason: "Invalid" }] }),
  comparedPolicy("too-large", {
    validations: [{ expression: isMarked, message: "ümläut — ❤", reason: "RequestEntityTooLarge" }],
  }),
  comparedPolicy("no-message", { validations: [{ expression: `\n  ${isMarked} &&\n  true\n` }] }),
  comparedPolicy("second-fails", {
    validations: [
      { expression: "true", message: "never" },
      { expression: isMarked, message: "second", reason: "Forbidden" },
      { expression: "false", message: "third" },
    ],
  }),
  comparedPolicy("warns", {
    actions: [["Warn"]],
    validations: [
      { expression: isMarked, messageExpression: `${who} + ' is "marked", \\\\ so'` },
      { expression: "false", message: "always: ümläut ❤" },
      { expression: "false", message: "always: ümläut ❤" },
      { expression: "true" },
      { expression: "false && \n true" },
    ],
  }),
  comparedPolicy("audits", {
    actions: [["Audit"]],
    validations: [
      { expression: isMarked, message: "marked" },
      { expression: "false", messageExpression: `${who} + ' "quoted" <&>'` },
    ],
  }),
  comparedPolicy("denies-and-audits", {
    actions: [["Deny", "Audit"]],
    validations: [{ expression: isMarked, message: "both", reason: "Forbidden" }],
  }),
  comparedPolicy("warns-and-audits", { actions: [["Warn", "Audit"]], validations: [{ expression: isMarked, message: "both" }] }),
  comparedPolicy("long-message", {
    validations: [
      {
        expression: isMarked,
        messageExpression: "'x' + ['0123456789'].map(x, x + x + x + x + x)[0] + oldObject.?data.text.orValue('')",
        message: "fell back",
      },
    ],
  }),
  comparedPolicy("long-warnings", {
    actions: [["Warn"]],
    validations: Array.from({ length: 12 }, (_, index) => ({
      expression: "false",
      messageExpression: `'${index} ' + ['${"0123456789".repeat(50)}ü'][0]`,
      message: "fell back",
    })),
  }),
  comparedPolicy("line-breaks", {
    validations: [
      { expression: "!has(oldObject.data) || !('lines' in oldObject.data)", messageExpression: "string(oldObject.data.lines)" },
    ],
  }),
  comparedPolicy("odd-messages", {
    actions: [["Warn"]],
    validations: [
      { expression: "false", messageExpression: "'  trimmed  '" },
      { expression: "false", messageExpression: "'   '", message: "instead of blank" },
      { expression: "false", messageExpression: "oldObject.metadata.nothing + 'x'", message: "instead of an error" },
      { expression: "false", messageExpression: "string(oldObject.spec.replicas)" },
      { expression: "false", messageExpression: "'tab\\there'" },
      { expression: "false", messageExpression: "'return\\rhere'" },
    ],
  }),
  comparedPolicy("audit-annotations", {
    validations: [{ expression: "true" }],
    auditAnnotations: [
      { key: "name", valueExpression: `${who} + ' was asked for'` },
      { key: "null", valueExpression: "null" },
      { key: "blank", valueExpression: "'  '" },
      { key: "long", valueExpression: "['0123456789'].map(x, x + x)[0] + oldObject.?data.text.orValue('')" },
    ],
  }),
  comparedPolicy("audit-annotation-fails", {
    actions: [["Audit"]],
    auditAnnotations: [{ key: "missing", valueExpression: "string(oldObject.metadata.labels.protected)" }],
  }),
];
