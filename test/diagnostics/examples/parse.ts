import type { Example } from "../example.ts";

/** Quantities, times and addresses, and the selectors of `matchesLabels`. */
export const parseExamples: readonly Example[] = [
  {
    code: "unreadable-text",
    why: "The compiler parses literals, so that a typo is found at compile time and not by a request.",
    bad: { rule: '({ oldObject }) => quantity(oldObject.spec?.owner)?.isGreaterThan(⟦quantity("10GB")⟧) === true' },
    good: { rule: '({ oldObject }) => quantity(oldObject.spec?.owner)?.isGreaterThan(quantity("10G")) === true' },
    says: "a quantity",
    override: "write a value such as `10Gi`",
  },
  {
    code: "type-lists-texts",
    why: "TypeScript trusts such a type, and leaves out `undefined`. The cluster may hold any text.",
    bad: {
      top: 'const sizeOf = (text: "1Gi" | "2Gi") => ⟦quantity(text)⟧;',
      rule: '({ oldObject }) => { const owner = oldObject.spec?.owner; return (owner === "1Gi" || owner === "2Gi") && sizeOf(owner).isLessThan(quantity("2Gi")); }',
    },
    good: {
      top: "const sizeOf = (text: string) => quantity(text);",
      rule: '({ oldObject }) => sizeOf(oldObject.spec?.owner ?? "")?.isLessThan(quantity("2Gi")) === true',
    },
    says: "`quantity(text)`",
    override: "declare the field as `string`",
  },
  {
    code: "reads-numbers",
    why: "An operator such as `+` parses text of any length and hexadecimal numbers, which CEL does not. A function can deny those.",
    bad: { rule: '({ oldObject }) => ⟦+(oldObject.metadata.annotations?.["priority"] ?? "0")⟧ > 10' },
    good: { rule: '({ oldObject }) => Number(oldObject.metadata.annotations?.["priority"] ?? "0") > 10' },
    says: '`+(oldObject.metadata.annotations?.["priority"] ?? "0")`',
    override: "write `Number(text)` for `+text`",
  },
  {
    code: "label-selector",
    why: "The API server rejects such a selector too. Here it would never match.",
    bad: {
      rule: '({ oldObject }) => matchesLabels(oldObject.metadata.labels, ⟦{ matchExpressions: [{ key: "tier", operator: "In", values: [] }] }⟧)',
    },
    good: {
      rule: '({ oldObject }) => matchesLabels(oldObject.metadata.labels, { matchExpressions: [{ key: "tier", operator: "In", values: ["gold", "silver"] }] })',
    },
    says: "`In` needs `values`",
    override: "write it in the policy, as in a manifest",
  },
];
