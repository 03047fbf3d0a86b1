import { answeredByDiagnostics } from "./answered-by.ts";
import { declarations } from "./declarations.ts";
import { fallbackDiagnostics } from "./fallback.ts";
import { filesAndModules } from "./files-and-modules.ts";
import { checks } from "./authorizer-checks.ts";
import { regularExpressionDiagnostics } from "./regular-expression-diagnostics.ts";
import { iterationsAndLimits } from "./iterations-and-limits.ts";

/** Types that a value may have: what the catalogue says of them. */
const typeDiagnostics = {
  "not-narrowed": {
    message: "`{text}` may have any of several types here",
    help: 'ask for its type first: `typeof x === "string"`, `Array.isArray(x)`; a field of one type is declared with it',
  },
  "no-answer": {
    severity: "warning",
    message: "`{text}` has no answer for a value that its type does not list, and the function then gives `undefined`",
    help: "add `default:`, or a `return` at the end; the cluster may hold other values than a union of literals lists",
  },
  "no-return": {
    message: "`{text}` never returns a value, which JavaScript takes for false",
    help: 'return what decides: `return oldObject.metadata.labels?.keep === "true";`',
  },
  "unknown-type-name": {
    message: "`{text}` compares a type with something that is not written in the policy",
    help: 'compare with `"string"`, `"number"`, `"boolean"`, `"object"` or `"undefined"`',
  },
} as const;

/** What is parsed, and label selectors: what the catalogue says of them. */
const readings = {
  "unreadable-text": {
    message: "`{text}` does not read {what}",
    help: "write one such as `{example}`; docs/reference/semantics-text.md says what is read",
  },
  "reads-numbers": {
    message: "`{text}` reads a number from text as CEL cannot: by an operator, or in another base than ten",
    help: "write `Number(text)` for `+text`, and `parseInt(text, 10)`; or `number(text)`, which is undefined for what is no decimal number",
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

/** What becomes of values in text: what the catalogue says of it. */
const texts = {
  "absent-in-message": {
    severity: "warning",
    message: "`{text}` may be absent, and then the message reads `{word}`",
    help: 'write what it should read instead: `{text} ?? "none"`',
  },
  "object-in-message": {
    severity: "warning",
    message: "`{text}` is an object, of which the message reads `[object Object]`",
    help: "name the field that is meant",
  },
  "not-text": {
    message: "`{text}` is not text, and prints differently in CEL",
    help: "compare the value itself; in text that decides only text, lengths and other small whole numbers, and booleans are exact (a message prints any number)",
  },
} as const;

/**
 * Every diagnostic that Holdfast can give. The codes are stable: scripts and searches rely on them.
 *
 * A message is one lower-case sentence without a full stop; the author's own words stand in backticks; the help
 * says what to write instead. Words in braces are parameters: `createDiagnostic` demands exactly these.
 */
export const catalogue = {
  ...filesAndModules,

  ...declarations,

  // Types that would lie.
  "match-of-another-kind": {
    message: "the type of this policy is `{type}`, and this entry matches `{other}`",
    help: "match `{own}`, or give the policy the type of what it matches; for several kinds declare what they have in common: `interface Workload extends KubernetesObject { ... }`",
  },
  "any-type": {
    message: "`{text}` is `any`, and the rule does not show what is stored there",
    help: "say what it is: `{text} as string`, `as string[]`; or give the policy a type with the fields that it reads, `deletionPolicy<Thing>`",
  },
  "type-assertion": {
    message: "`{text}` claims a type that nothing checks",
    help: "declare the field with its type, since a stored value of another type reads as `undefined`; or ask `typeof`",
  },
  "type-predicate": {
    message: "`{text}` asserts a type that nothing checks",
    help: "leave it out, TypeScript infers it from `typeof` and `Array.isArray`",
  },
  "suppressed-check": {
    message: "`{text}` hides an error from type checking, and the compiler believes types",
    help: "remove the comment and fix what it hides",
  },

  // Expressions.
  "unsupported-expression": {
    message: "a rule cannot use this {kind}",
    help: "{help}",
  },
  "unsupported-operator": {
    message: "the operator `{text}` has no exact form in CEL",
    help: "{help}",
  },
  "inexact-arithmetic": {
    message: "`{text}` cannot be calculated exactly in CEL",
    help: "add, subtract, multiply and divide numbers; `%` takes a length or a whole number of the API server's own and a constant",
  },
  "same-number": {
    message: "`{text}` distinguishes NaN and -0 from other numbers, which CEL cannot",
    help: "compare with `===`, and ask for NaN with `Number.isNaN(value)`",
  },
  "assigned-elsewhere": {
    message: "`{name}` is assigned to outside of the function that declares it, or inside of an expression",
    help: "let the function return the value, and assign that: `count = next(count);`",
  },
  "changes-list": {
    message: "`{text}` changes a list where more than the list depends on it",
    help: "change a copy: `[...list].sort()`, `toSorted()`, `at(-1)` for `pop()`, `list[0]` for `shift()`",
  },
  "shared-list": {
    message: "`{name}` is pushed to, and may be the same list as another one",
    help: "begin with a list of its own, `const names = [];`, and hand on a copy: `[...names]`",
  },
  "unsupported-function": {
    message: "{kind} functions cannot be used in a rule",
    help: "write a plain function that returns its answer",
  },
  "rest-of-stored": {
    message: "`{text}` takes the rest of something that only the cluster knows",
    help: "name the fields that the rule reads",
  },
  "unsupported-callback": {
    message: "`{text}` must be a function of an element and, optionally, its position",
    help: 'write an arrow function such as `(item) => item === "x"` or `(item, at) => at > 0`; name the list before',
  },
  "unknown-name": {
    message: "`{name}` is not known when the policy is compiled",
    help: 'use the rule\'s own parameters, constants and functions of policy files, and what "holdfast" exports',
  },
  "not-in-cel": {
    message: "`{name}` belongs to Node, and rules run in the API server, too",
    help: "a rule sees the object, its Namespace, the request and RBAC; environment, files and network have no form in CEL",
  },
  "unknown-call": {
    message: "`{text}` cannot be called in a rule",
    help: "call functions of policy files and those that docs/rules/members.md lists",
  },
  "no-such-function": {
    message: "`{text}` is unsupported: CEL adds, subtracts, multiplies, divides and rounds numbers, no more",
    help: "{help}",
  },
  "unknown-method": {
    message: "`{name}` has no exact form in CEL",
    help: "docs/rules/members.md lists the methods of text, lists and maps",
  },
  "needs-newer-kubernetes": {
    message: "`{text}` needs Kubernetes {needed}, and the policies are compiled for {given} and newer",
    help: "compile with `--kube {needed}` if no cluster is older, or write the rule without it",
  },
  "unknown-property": {
    message: "`{name}` is not known of `{text}`",
    help: 'read fields that the types of "holdfast" or of the policy declare',
  },
  "unknown-key": {
    message: "`{text}` is not a key that can be looked up here",
    help: "use text as the key of a map, and constants for everything else",
  },
  "unknown-separator": {
    message: "`{text}` needs a separator that is written in the policy",
    help: 'write it out: `split(".")`, `replaceAll(".", "-")`',
  },
  "too-many-arguments": {
    message: "`{text}` has an unsupported number of arguments",
    help: "leave out the others, or write those that are missing; docs/rules/members.md lists the methods",
  },
  recursion: {
    message: "`{text}` calls a function from within itself",
    help: "write the steps out; CEL has no recursion",
  },
  ...typeDiagnostics,
  "not-a-value": {
    message: "`{text}` is not a value that CEL knows",
    help: "compute text, numbers, booleans or lists of them; handle `undefined` with `??` first",
  },
  "compares-objects": {
    message: "`{text}` compares lists, maps or objects, which TypeScript does by identity",
    help: "compare single fields, use `same(a, b)` for labels and annotations, `a.equals(b)` for quantities, times and addresses",
  },
  "orders-text": {
    message: "`{text}` orders something else than numbers, or text that CEL orders differently",
    help: "order text where one of the two is ASCII: `ascii(text)`, a constant, a name; quantities with `a.isLessThan(b)`, times with `a.isBefore(b)`",
  },
  "counts-characters": {
    message: "`{text}` counts characters, and TypeScript and CEL count those beyond ASCII differently",
    help: "{help}",
  },
  "unknown-count": {
    message: "the amount in `{text}` is not known when the policy is compiled, or is more than {most}",
    help: "write the number in the policy, up to {most}, and ASCII characters to fill with",
  },
  "knows-alphabets": {
    message: "`{text}` depends on an alphabet, and those differ between TypeScript and CEL",
    help: "{help}",
  },
  "replacement-pattern": {
    message: "`{text}` replaces by text in which JavaScript reads `$` as a pattern",
    help: 'give it by a function, which is taken as it is: `replace("a", () => text)`',
  },
  "number-out-of-range": {
    message: "`{text}` is beyond what TypeScript and CEL both hold exactly",
    help: "use numbers up to 2^53-1",
  },
  "lone-surrogate": {
    message: "`{text}` contains half of a character, which CEL cannot write",
    help: "write the whole character",
  },
  "may-be-absent": {
    message: "`{text}` may be absent, and JavaScript then means something else than CEL can say",
    help: "say what stands in for it: `?? ...`",
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
    message: "`{text}` looks up a key in a plain object, which has inherited keys like `constructor`",
    help: "write `record({ ... })` for the object, `?.[key]` instead of `?? {}`",
  },
  "unsupported-collection": {
    message: "`{text}` is made of something that the compiler cannot look into",
    help: "make a `Set` of a list, a `Map` of written pairs with constant keys or of `Object.entries(map)`",
  },
  "spread-of-stored": {
    message: "`{text}` spreads something that the compiler does not know",
    help: "spread lists, and objects that are written in the policy",
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
  /** Left out: an error, with which nothing is written. */
  readonly severity?: "warning";
}

export type Code = keyof typeof catalogue;

export type WarningCode = { [C in Code]: (typeof catalogue)[C] extends { severity: "warning" } ? C : never }[Code];
export type ErrorCode = Exclude<Code, WarningCode>;
