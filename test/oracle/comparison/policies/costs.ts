import { about, comparedPolicy } from "../compared-policy.ts";

/**
 * A search in a text is charged by the product of the lengths, and takes no time. With the text of the ConfigMap `text`
 * it costs a third of the limit of an expression, 1,000,000; with others next to nothing.
 */
const text = `${about}.?data.?text.orValue('')`;
const dear = (times: number) => Array.from({ length: times }, () => `${text}.contains(${text} + 'x')`).join(" || ");
/** Sixteen of them are more than the 10,000,000 of a policy, four more than the 2,500,000 of match conditions. */
const repeated = (count: number, expression: string) => Array.from({ length: count }, () => ({ expression }));
/** A loop in a loop over 300 keys. */
const keys = `${about}.?data.orValue({'none': ''})`;

/** What becomes of expressions that cost too much, each alone or all together. */
export const costPolicies = [
  comparedPolicy("within-cost", { validations: [{ expression: dear(2), message: "within the limit", reason: "Forbidden" }] }),
  comparedPolicy("beyond-cost", {
    validations: [{ expression: `${dear(4)} || true` }, { expression: "false", message: "next" }],
  }),
  comparedPolicy("beyond-cost-ignored", {
    failurePolicy: "Ignore",
    validations: [{ expression: `${dear(4)} || true` }, { expression: "false", message: "next" }],
  }),
  comparedPolicy("beyond-budget", {
    validations: [{ expression: "false", message: "lost" }, ...repeated(18, `${dear(2)} || true`)],
  }),
  comparedPolicy("beyond-budget-ignored", {
    failurePolicy: "Ignore",
    validations: [{ expression: "false", message: "lost" }, ...repeated(18, `${dear(2)} || true`)],
  }),
  comparedPolicy("messages-beyond-budget", {
    actions: [["Warn"]],
    validations: repeated(18, "true").map((validation, index) => ({
      ...(index === 0 ? { expression: "false" } : validation),
      messageExpression: `${dear(2)} ? 'a ${index}' : 'b'`,
    })),
  }),
  comparedPolicy("conditions-beyond-budget", {
    matchConditions: repeated(5, `${dear(2)} || true`).map((each, index) => ({ name: `c${index}`, ...each })),
    validations: [{ expression: "false", message: "matched" }],
  }),
  comparedPolicy("variables-beyond-cost", {
    variables: [
      { name: "big", expression: dear(4) },
      { name: "fine", expression: dear(2) },
    ],
    validations: [
      { expression: "variables.fine && variables.fine || false", message: "fine" },
      { expression: "!variables.big", message: "big" },
    ],
  }),
  comparedPolicy("loops", {
    actions: [["Warn"]],
    validations: [
      { expression: `${keys}.all(a, ${keys}.all(b, a != b || a == b)) && false` },
      { expression: `${keys}.all(a, ${keys}.all(b, (a + b).lowerAscii().replace('k', '') != ''))` },
      { expression: `${keys}.map(a, a + a).filter(a, a.matches('^(k[0-9]+)+$')).size() == 1` },
    ],
  }),
];
