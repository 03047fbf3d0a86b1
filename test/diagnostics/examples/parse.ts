import type { Example } from "../example.ts";

/** Quantities, times and addresses, and the selectors of `matchesLabels`. */
export const parseExamples: readonly Example[] = [
  {
    code: "unreadable-text",
    why: "What stands in the policy is read while compiling, so that a typing error is not found by a request.",
    bad: { rule: '({ oldObject }) => quantity(oldObject.spec?.owner)?.isGreaterThan(⟦quantity("10GB")⟧) === true' },
    good: { rule: '({ oldObject }) => quantity(oldObject.spec?.owner)?.isGreaterThan(quantity("10G")) === true' },
    says: "a quantity",
    override: "write one such as `10Gi`",
  },
  {
    code: "type-lists-texts",
    why: "TypeScript believes such a type and leaves `undefined` out. The cluster may hold any text.",
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
    why: "An operator reads texts of any length and numbers in hexadecimal, which CEL does not read; a function can deny those.",
    bad: { rule: '({ oldObject }) => ⟦+(oldObject.metadata.annotations?.["priority"] ?? "0")⟧ > 10' },
    good: { rule: '({ oldObject }) => Number(oldObject.metadata.annotations?.["priority"] ?? "0") > 10' },
    says: '`+(oldObject.metadata.annotations?.["priority"] ?? "0")`',
    override: "write `Number(text)` for `+text`",
  },
  {
    code: "label-selector",
    why: "The API server rejects such a selector, too; here it would never match.",
    bad: {
      rule: '({ oldObject }) => matchesLabels(oldObject.metadata.labels, ⟦{ matchExpressions: [{ key: "tier", operator: "In", values: [] }] }⟧)',
    },
    good: {
      rule: '({ oldObject }) => matchesLabels(oldObject.metadata.labels, { matchExpressions: [{ key: "tier", operator: "In", values: ["gold", "silver"] }] })',
    },
    says: "`In` needs `values`",
    override: "write it in the policy as in a manifest",
  },
];
