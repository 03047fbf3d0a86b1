import { filesAndModules } from "./files-and-modules.ts";

import { regularExpressionDiagnostics } from "./regular-expression-diagnostics.ts";
import { typeDiagnostics } from "./type-diagnostics.ts";

/**
 * Every diagnostic that Holdfast can give. The codes are stable: scripts and searches rely on them.
 *
 * A message is one lower-case sentence without a full stop; the author's own words stand in backticks; the help
 * says what to write instead. Words in braces are parameters: `createDiagnostic` demands exactly these.
 */
export const catalogue = {
  ...filesAndModules,

  // The declaration of a policy.
  "policy-name": {
    message: "`{name}` is not a name for a policy",
    help: "use lower-case letters, digits, `-` and `.`, beginning and ending with a letter or digit, at most 150 characters, not ending in `.static.k8s.io`, written out in the policy",
  },
  "same-policy-name": {
    message: "the name `{name}` is taken by another policy ({other})",
    help: "give each policy its own name; its rules become objects of that name in the cluster",
  },
  "static-name": {
    message: "`{name}` cannot be the name of a policy that API servers read from a file",
    help: "with `--static`, leave `holdfast-protection` to Holdfast, also as the name of a file",
  },
  "static-parameters": {
    message:
      "`{policy}` looks up other objects for its guard `{guard}`, which policies that API servers read from files cannot do",
    help: 'with `--static`, switch that guard off with a reason, `guards: { namespaces: { off: "..." } }`, or leave the policies in the API, where `--static --protection-only` protects them',
  },
  "no-match": {
    message: "this policy does not say what it matches",
    help: 'write `match: [{ group: "apps", resource: "deployments" }]`',
  },
  "match-group": {
    message: "`{group}` is not an API group or a pattern of one",
    help: 'write a group such as `apps`, `""` for core, or `*.example.com`, where `*` stands for one or more whole labels at the beginning',
  },
  "match-resource": {
    message: "`{resource}` is not a resource",
    help: "write the plural as Kubernetes does: `deployments`, `deployments/scale`, `namespaces/*`, `*` or `*/*`",
  },
  "match-version": {
    message: "`{version}` is not an API version",
    help: "write a version such as `v1` or `v1beta1`",
  },
  "match-without-version": {
    message: "this rule reads `{field}`, which depends on the API version",
    help: 'name the version that the rule\'s types describe in every entry of `match`: `{ group, version: "v1", resource }`',
  },
  "no-rules": {
    message: "this policy has no rules",
    help: "write `rules: { name: { denyWhen: ..., message: ... } }`",
  },
  "identity-alone": {
    message: "the way out `{name}` is open to a user or group by name alone",
    help: "let a state go with it, such as `namespaceObject?.metadata.deletionTimestamp !== undefined`: whoever may impersonate that user would walk through; or ask RBAC with `permitted(verb)`",
  },
  "way-out-name": {
    message: "`{name}` is the name of another way out or rule of this policy",
    help: 'give it a name of its own: `{ ...released(), name: "releasedByOps" }`; the name opens the warning, and stands in the audit log',
  },
  "way-out-walks": {
    message: "what the way out `{name}` tells people to do walks a stored list or map, which may have any size",
    help: "say it with names, single annotations and constants",
  },
  "mark-not-read": {
    message: "no rule that refuses deletes reads `{field}`, so it is no mark",
    help: "name a field as the rules read it{fields}; labels and annotations need not be named",
  },
  "enforcement-label": {
    message: "`{text}` is not the key or a value of a label",
    help: 'write `{ label: "example.com/stage", values: { production: "deny" }, otherwise: "audit" }`; Namespaces without the label are meant by `otherwise`',
  },
  "enforcement-without-namespace": {
    message: "{resource} are in no Namespace whose label could decide",
    help: 'write `enforcement: "warn"` (or `deny`, `audit`) for all of them, in a policy of their own',
  },
  "guard-kind": {
    message: "`{text}` cannot be looked up in a Namespace: {problem}",
    help: 'write what the policy matches as the API server names it: `{ group: "db.example.com", version: "v1", resource: "databases", kind: "Database" }`',
  },
  "guard-off-without-reason": {
    message: "the guard `{guard}` is switched off without a reason",
    help: 'say why in a sentence, for the report: `{ off: "owners are set by our operator, which we trust" }`',
  },
  "rule-name": {
    message: "`{name}` is not a name for a rule",
    help: "begin with a lower-case letter and use letters and digits only; the name opens every message",
  },
  "message-lines": {
    message: "the message of rule `{rule}` has a line break or another control character",
    help: "put it on one line, with spaces for tabs; the API server drops such a message",
  },
  "message-too-long": {
    message: "the message of rule `{rule}` may have {size} bytes, more than the {limit} that the API server shows",
    help: "shorten it; names and namespaces count with 253 and 63 characters each, `show(...)` with 130",
  },
  "unsafe-text": {
    message: "the message of rule `{rule}` contains text from the cluster that may hold anything",
    help: "wrap annotation values, user names and fields in `show(...)`, and lists of keys in `sorted(...)`; names of Events, RBAC objects and some others need `show(...)`, too",
  },

  // Types that would lie.
  "match-of-another-kind": {
    message: "the type of this policy is `{type}`, and this entry matches `{other}`",
    help: "match `{own}`, or give the policy the type of what it matches; for several kinds declare what they have in common: `interface Workload extends KubernetesObject { ... }`",
  },
  "any-type": {
    message: "`{text}` switches type checking off, and the compiler believes types",
    help: "write the type, or `unknown`",
  },
  "type-assertion": {
    message: "`{text}` claims a type that nothing checks",
    help: "declare the field with its type, since a stored value of another type reads as `undefined`; leave `x is T` out, TypeScript infers it",
  },
  "non-null-assertion": {
    message: "`{text}` claims that the value is there",
    help: "handle the absent value: `?.`, `??` or a comparison with `undefined`",
  },
  "suppressed-check": {
    message: "`{text}` hides an error from type checking, and the compiler believes types",
    help: "remove the comment and mend what it hides",
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
  "unsupported-function": {
    message: "{kind} functions cannot be used in a rule",
    help: "write a plain function that returns its answer",
  },
  "rest-of-stored": {
    message: "`{text}` takes the rest of something that only the cluster knows",
    help: "name the fields that the rule reads, and take the rest of a list with `slice(1)`",
  },
  "unsupported-callback": {
    message: "`{text}` needs a function of one parameter",
    help: 'write an arrow function such as `(item) => item === "x"`; positions are known only in lists that are written in the policy',
  },
  "unknown-name": {
    message: "`{name}` is not known when the policy is compiled",
    help: 'use the rule\'s own parameters, constants and functions of policy files, and what "holdfast" exports',
  },
  "unknown-call": {
    message: "`{text}` cannot be called in a rule",
    help: "call functions of policy files and those that docs/language.md lists; the clock, randomness, files and the network have no form in CEL",
  },
  "unknown-method": {
    message: "`{name}` has no exact form in CEL",
    help: "docs/language.md lists the methods of text, lists and maps",
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
    message: "`{text}` is not understood with so many arguments",
    help: "leave out the others, or write those that are missing; docs/language.md shows the methods",
  },
  recursion: {
    message: "`{text}` calls a function from within itself",
    help: "write the steps out; CEL has no recursion",
  },
  ...typeDiagnostics,
  "not-a-boolean": {
    message: "`{text}` is used as a condition but is not a boolean that is always there",
    help: 'say what is meant: `=== true`, `!== undefined`, `!== ""`, `.length > 0`',
  },
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
  "absent-in-text": {
    message: "`{text}` may be absent, and would read `undefined` in the text",
    help: 'write a fallback: `?? ""`',
  },
  "not-text": {
    message: "`{text}` is not text, and prints differently in CEL",
    help: "put text into text, lengths and other small whole numbers, and booleans",
  },
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
  "spread-of-stored": {
    message: "`{text}` spreads something that the compiler does not know",
    help: "spread lists, and objects that are written in the policy",
  },

  ...regularExpressionDiagnostics,

  // What is read from text, and label selectors.
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

  // Questions to the authorizer.
  "not-a-question": {
    message: "`{text}` asks what the API server may fail to answer",
    help: "{help}",
  },
  "asks-in-message": {
    message: "the message of rule `{rule}` depends on `authorizer`, which the API server has in conditions only",
    help: "write a rule for each answer, with a message of its own",
  },
  "too-many-questions": {
    message:
      "rule `{rule}` asks the authorizer {questions} times in one expression, which costs {cost} units; the API server allows {limit}",
    help: "ask at most twice in an expression; a question that has a name of its own (`const mayOverride = ...`) is an expression of its own",
  },

  // Lists and maps of the cluster.
  "order-of-map": {
    message: "`{text}` depends on the order of a map, which is random in CEL",
    help: "ask with `some`, `every` or `length`, or name up to ten keys with `sorted(...)`",
  },
  "slice-bounds": {
    message: "`{text}` takes a part whose bounds are not known to be whole numbers",
    help: "write them in the policy: `slice(1, 3)`; of text, lengths and positions will do as well",
  },
  "nested-walk": {
    message: "`{text}` walks stored lists or maps inside each other, and their sizes cannot be limited beforehand",
    help: "walk two fields of the object, one inside the other; what is more or comes from elsewhere, ask one after the other",
  },
  "walks-text": {
    message: "`{text}` walks the parts of a text that may have any length",
    help: 'pick a part by its position, `split(",")[0]`, or look into the text itself with `includes`, `startsWith` or `endsWith`',
  },
  "walks-record": {
    message: "`{text}` walks the fields of an object",
    help: "name the fields; only maps such as labels and annotations can be walked",
  },
  "sorts-other": {
    message: "`{text}` sorts something else than keys of a map",
    help: "use `sorted` on `Object.keys(...)`, filtered perhaps",
  },
  "expression-too-deep": {
    message: "rule `{rule}` becomes CEL that is nested {depth} levels deep, more than the {limit} that the API server reads",
    help: "divide it into `const`, which become variables; ask with `includes`, `some` or `every` on a list instead of a long chain",
  },
  "expression-too-long": {
    message: "rule `{rule}` becomes CEL of {size} characters, more than the {limit} that the API server reads",
    help: "divide the policy, or shorten its lists and texts",
  },
  "too-expensive-together": {
    message:
      "the rules of `{policy}` about the same operation may cost {cost} units together, more than the {limit} that the API server allows",
    help: "divide them among several policies",
  },
  "too-expensive": {
    message:
      "rule `{rule}` may cost {cost} units on a large object with {entries} entries to walk, more than the {limit} that the API server allows",
    help: "compare fewer things for each entry, and look for shorter text in long text",
  },
} as const satisfies Readonly<Record<string, { readonly message: string; readonly help: string }>>;

export type Code = keyof typeof catalogue;
