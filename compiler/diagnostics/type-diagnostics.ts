/** Types that a value may have: what the catalogue says of them. */
export const typeDiagnostics = {
  "not-narrowed": {
    message: "`{text}` may have any of several types here",
    help: 'ask for its type first: `typeof x === "string"`, `Array.isArray(x)`; a field of one type is declared with it',
  },
  "no-answer": {
    message: "`{text}` has no answer for a value that its type does not list",
    help: "add `default:`, or a `return` at the end; the cluster may hold other values than a union of literals lists",
  },
  "unknown-type-name": {
    message: "`{text}` compares a type with something that is not written in the policy",
    help: 'compare with `"string"`, `"number"`, `"boolean"`, `"object"` or `"undefined"`',
  },
} as const;
