/** What is parsed, and label selectors: what the catalogue says of them. */
export const readings = {
  "unreadable-text": {
    message: "`{text}` does not read {what}",
    help: "write one such as `{example}`; docs/semantics.md says what is read",
  },
  "reads-numbers": {
    message: "`{text}` reads white space, hexadecimal, empty text and more, which CEL does not",
    help: "write `number(text)`, which reads decimal numbers and is undefined for any other text, or `quantity(text)`",
  },
  "type-lists-texts": {
    message: "`{text}` reads text of the cluster, which may be another than those that its type lists",
    help: "declare the field as `string`, and handle the text that cannot be read: `?.`, `??` or a comparison with `undefined`",
  },
  "label-selector": {
    message: "`{text}` is not a label selector: {reason}",
    help: 'write it in the policy as in a manifest: `{ matchLabels: { tier: "gold" }, matchExpressions: [{ key: "team", operator: "Exists" }] }`',
  },
} as const;
