import { answeredByDiagnostics } from "./answered-by.ts";
import { declarations } from "./declarations.ts";
import { fallbackDiagnostics } from "./fallback.ts";
import { filesAndModules } from "./files-and-modules.ts";
import { checks } from "./authorizer-checks.ts";
import { regularExpressionDiagnostics } from "./regular-expression-diagnostics.ts";
import { iterationsAndLimits } from "./iterations-and-limits.ts";

/** Diagnostics about types of values. */
const typeDiagnostics = {
  "not-narrowed": {
    message: "`{text}` may have several types here, and the rule reads it as one of them",
    help: 'test the type first: `typeof x === "string"`, `Array.isArray(x)`; or declare the field with one type',
  },
  "no-answer": {
    severity: "warning",
    message: "`{text}` has no case for a value that its type does not list, so the function returns `undefined` for it",
    help: "add `default:`, or a `return` at the end; the cluster may hold values that a union of literals does not list",
  },
  "no-return": {
    message: "`{text}` never returns a value, which JavaScript treats as false",
    help: 'return the condition: `return oldObject.metadata.labels?.keep === "true";`',
  },
  "unknown-type-name": {
    message: "`{text}` compares a type with something other than a literal",
    help: 'compare with `"string"`, `"number"`, `"boolean"`, `"object"` or `"undefined"`',
  },
} as const;

/** Diagnostics about parsed text, and about label selectors. */
const readings = {
  "unreadable-text": {
    message: "`{text}` cannot be parsed: it is not {what}",
    help: "write a value such as `{example}`; docs/reference/semantics-text.md lists what is accepted",
  },
  "reads-numbers": {
    message: "`{text}` parses a number in a way that CEL cannot: with an operator, or in another base than ten",
    help: "write `Number(text)` for `+text`, and `parseInt(text, 10)`; or `number(text)`, which is undefined for text that is no decimal number",
  },
  "type-lists-texts": {
    message: "`{text}` parses text from the cluster, which may be none of those that its type lists",
    help: "declare the field as `string`, and handle text that cannot be parsed: `?.`, `??` or a comparison with `undefined`",
  },
  "label-selector": {
    message: "`{text}` is not a label selector: {reason}",
    help: 'write it in the policy, as in a manifest: `{ matchLabels: { tier: "gold" }, matchExpressions: [{ key: "team", operator: "Exists" }] }`',
  },
} as const;

/** Diagnostics about values in text. */
const texts = {
  "absent-in-message": {
    severity: "warning",
    message: "`{text}` may be absent, and the message then shows `{word}`",
    help: 'give it a default: `{text} ?? "none"`',
  },
  "object-in-message": {
    severity: "warning",
    message: "`{text}` is an object, so the message shows `[object Object]`",
    help: "name the field to show",
  },
  "not-text": {
    message: "`{text}` is not text, and CEL may print it differently",
    help: "compare the value itself; text that a condition compares may contain text, booleans, lengths and other small whole numbers (a message may show any number)",
  },
} as const;

/**
 * Every diagnostic of the compiler. The codes are stable: scripts and searches rely on them.
 *
 * A message is one lower-case sentence without a full stop. The author's own words are in backticks. The help says what
 * to write instead. Words in braces are parameters, and `createDiagnostic` requires exactly these.
 */
export const catalogue = {
  ...filesAndModules,

  ...declarations,

  // Unsafe types.
  "match-of-another-kind": {
    message: "the type of this policy is `{type}`, but this entry matches `{other}`",
    help: "match `{own}`, or change the type of the policy; for several kinds, declare what they have in common: `interface Workload extends KubernetesObject { ... }`",
  },
  "any-type": {
    message: "`{text}` is `any`, and its use does not show which type is stored",
    help: "declare the type: `{text} as string`, `as string[]`; or give the policy a type with the fields that it reads: `deletionPolicy<Thing>`",
  },
  "type-assertion": {
    message: "`{text}` claims a type that nothing checks",
    help: "declare the type of the field, since a stored value of another type reads as `undefined`; or test it with `typeof`",
  },
  "type-predicate": {
    message: "`{text}` asserts a type that nothing checks",
    help: "remove it: TypeScript infers it from `typeof` and `Array.isArray`",
  },
  "suppressed-check": {
    message: "`{text}` hides a type error, and the compiler relies on types",
    help: "remove the comment and fix the error",
  },

  // Expressions.
  "unsupported-expression": {
    message: "a rule cannot use this {kind}",
    help: "{help}",
  },
  "unsupported-operator": {
    message: "the operator `{text}` has no exact equivalent in CEL",
    help: "{help}",
  },
  "inexact-arithmetic": {
    message: "`{text}` cannot be calculated exactly in CEL",
    help: "use `+`, `-`, `*` and `/` on numbers; `%` takes a constant, and a length or a field that the API server stores as a whole number",
  },
  "same-number": {
    message: "`{text}` distinguishes NaN and -0 from other numbers, which CEL cannot",
    help: "compare with `===`, and test for NaN with `Number.isNaN(value)`",
  },
  "assigned-elsewhere": {
    message: "`{name}` is assigned outside of the function that declares it, or inside an expression",
    help: "return the value from the function, and assign it: `count = next(count);`",
  },
  "changes-list": {
    message: "`{text}` changes a list that the rule also uses elsewhere",
    help: "change a copy: `[...list].sort()`, `toSorted()`, `at(-1)` for `pop()`, `list[0]` for `shift()`",
  },
  "shared-list": {
    message: "`{name}` is pushed to, and may be the same list as another variable",
    help: "start with a new list, `const names = [];`, and pass on a copy: `[...names]`",
  },
  "unsupported-function": {
    message: "{kind} functions cannot be used in a rule",
    help: "write a plain function that returns its result",
  },
  "rest-of-stored": {
    message: "`{text}` takes the rest of an object or list from the cluster",
    help: "name the fields that the rule reads",
  },
  "unsupported-callback": {
    message: "`{text}` must be a function of an element and, optionally, its position",
    help: 'write an arrow function such as `(item) => item === "x"` or `(item, at) => at > 0`; to use the list in it, give the list a name first',
  },
  "unknown-name": {
    message: "`{name}` is not known at compile time",
    help: 'use parameters of the rule, constants and functions of policy files, and exports of "holdfast"',
  },
  "not-in-cel": {
    message: "`{name}` belongs to Node, but rules also run in the API server",
    help: "a rule can use the object, its Namespace, the request and RBAC; CEL has no environment, files or network",
  },
  "unknown-call": {
    message: "`{text}` cannot be called in a rule",
    help: "call functions of policy files, or those that docs/rules/members.md lists",
  },
  "no-such-function": {
    message: "`{text}` is unsupported: CEL can only add, subtract, multiply, divide and round numbers",
    help: "{help}",
  },
  "unknown-method": {
    message: "`{name}` has no exact equivalent in CEL",
    help: "docs/rules/members.md lists the methods of text, lists and maps",
  },
  "needs-newer-kubernetes": {
    message: "`{text}` needs Kubernetes {needed}, but the policies are compiled for {given} and newer",
    help: "compile with `--kube {needed}` if no cluster is older, or write the rule without it",
  },
  "unknown-property": {
    message: "`{name}` is not a known property of `{text}`",
    help: 'read fields that the types of "holdfast" or of the policy declare',
  },
  "unknown-key": {
    message: "`{text}` is not a key that can be looked up here",
    help: "use text as the key of a map, and a constant for anything else",
  },
  "unknown-separator": {
    message: "`{text}` needs a separator that is a literal in the policy",
    help: 'write it out: `split(".")`, `replaceAll(".", "-")`',
  },
  "too-many-arguments": {
    message: "`{text}` has an unsupported number of arguments",
    help: "remove the extra arguments, or add the missing ones; docs/rules/members.md lists the methods",
  },
  recursion: {
    message: "`{text}` calls a function from within itself",
    help: "write the steps out; CEL has no recursion",
  },
  ...typeDiagnostics,
  "not-a-value": {
    message: "`{text}` has no equivalent value in CEL",
    help: "use text, numbers, booleans or lists of them; handle `undefined` with `??` first",
  },
  "compares-objects": {
    message: "`{text}` compares lists, maps or objects, which TypeScript compares by identity",
    help: "compare single fields, use `same(a, b)` for labels and annotations, `a.equals(b)` for quantities, times and addresses",
  },
  "orders-text": {
    message: "`{text}` compares something other than numbers, or text that CEL orders differently",
    help: "compare text if one of the two is ASCII: `ascii(text)`, a constant, a name; quantities with `a.isLessThan(b)`, times with `a.isBefore(b)`",
  },
  "counts-characters": {
    message: "`{text}` counts characters, and TypeScript and CEL count characters beyond ASCII differently",
    help: "{help}",
  },
  "unknown-count": {
    message: "the number in `{text}` is not known at compile time, or is more than {most}",
    help: "write a number up to {most} in the policy, and fill with ASCII characters",
  },
  "knows-alphabets": {
    message: "`{text}` depends on the alphabet, which TypeScript and CEL handle differently",
    help: "{help}",
  },
  "replacement-pattern": {
    message: "`{text}` has a replacement in which JavaScript treats `$` as a pattern",
    help: 'pass a function, whose result is used as it is: `replace("a", () => text)`',
  },
  "number-out-of-range": {
    message: "`{text}` is outside the range that TypeScript and CEL both represent exactly",
    help: "use numbers up to 2^53-1",
  },
  "lone-surrogate": {
    message: "`{text}` contains half of a character, which CEL cannot write",
    help: "write the whole character",
  },
  "may-be-absent": {
    message: "`{text}` may be absent, and JavaScript then does something that CEL cannot",
    help: "give it a default: `?? ...`",
  },
  ...texts,
  "mixed-list": {
    message: "the elements of `{text}` have different types",
    help: "use elements of one type",
  },
  "mixed-branches": {
    message: "the alternatives in `{text}` have different types",
    help: "use one type in all of them",
  },
  "object-as-table": {
    message: "`{text}` looks up a key in a plain object, which inherits keys such as `constructor`",
    help: "write `record({ ... })` instead of the object, and `?.[key]` instead of `?? {}`",
  },
  "unsupported-collection": {
    message: "`{text}` is built from something that the compiler cannot read",
    help: "build a `Set` from a list, and a `Map` from literal pairs with constant keys or from `Object.entries(map)`",
  },
  "spread-of-stored": {
    message: "`{text}` spreads something whose contents are not known at compile time",
    help: "spread lists, or objects that are written in the policy",
  },

  ...regularExpressionDiagnostics,

  ...readings,
  ...checks,
  ...fallbackDiagnostics,
  ...answeredByDiagnostics,
  ...iterationsAndLimits,
} as const satisfies Readonly<Record<string, Entry>>;

interface Entry {
  readonly message: string;
  readonly help: string;
  /** Default: an error, with which nothing is written. */
  readonly severity?: "warning";
}

export type Code = keyof typeof catalogue;

export type WarningCode = { [C in Code]: (typeof catalogue)[C] extends { severity: "warning" } ? C : never }[Code];
export type ErrorCode = Exclude<Code, WarningCode>;
