import type { Snippets } from "./snippet.ts";

const name = "oldObject.metadata.name";
const body = (statements: string): string => `({ oldObject }) => {\n  ${statements}\n  return ${name} === "main";\n}`;

/** Forms that share a kind of syntax with others and mean something else. */
export const variantSnippets: Snippets = {
  "as const": {
    is: "lowers",
    top: `const names = ["main"] as const;`,
    rule: `({ oldObject }) => names.some((one) => one === ${name})`,
  },
  "<const>": {
    is: "lowers",
    top: `const names = <const>["main"];`,
    rule: `({ oldObject }) => names.some((one) => one === ${name})`,
  },
  "let at the top": { is: "not-const", top: `let names = ["main"];`, rule: `({ oldObject }) => names.includes(${name})` },
  "var without a value": { is: ["not-const", "unknown-name"], top: `var names: string;` },
  "const enum": { is: "lowers", top: `const enum Mark { Keep = "keep" }` },
  "declare const": { is: "unknown-name", top: `declare const KEEP: string;`, rule: `({ oldObject }) => ${name} === KEEP` },
  "declare function": {
    is: "unsupported-statement",
    top: `declare function keep(): string;`,
    rule: `({ oldObject }) => ${name} === keep()`,
  },
  "declare global": { is: "unsupported-statement", top: `declare global { interface Extra { a: string } }` },
  "declare class": { is: "unsupported-statement", top: `declare class Marks {}` },
  "abstract class": { is: "unsupported-statement", top: `abstract class Marks { abstract key(): string }` },
  "a definite assignment": { is: "lowers", rule: body(`let own!: string;`) },
  using: { is: ["type-error", "type-error"], rule: body(`using own = { [Symbol.dispose]() {} };`) },
  overloads: {
    is: "unsupported-statement",
    top: `function isMain(text: string): boolean;\nfunction isMain(text: string): boolean { return text === "main"; }`,
    rule: `({ oldObject }) => isMain(${name})`,
  },
  "a default parameter": {
    is: "lowers",
    top: `const isMain = (text: string, main = "main"): boolean => text === main;`,
    rule: `({ oldObject }) => isMain(${name})`,
  },
  "an optional parameter": {
    is: "lowers",
    top: `const isMain = (text: string, main?: string): boolean => text === (main ?? "main");`,
    rule: `({ oldObject }) => isMain(${name})`,
  },
  "a rest parameter": {
    is: "lowers",
    top: `const isMain = (...texts: string[]): boolean => texts[0] === "main";`,
    rule: `({ oldObject }) => isMain(${name})`,
  },
  "a spread argument": {
    is: "lowers",
    top: `const isMain = (text: string): boolean => text === "main";\nconst names = ["main"] as const;`,
    rule: `() => isMain(...names)`,
  },
  "a spread argument of a method": {
    is: "spread-of-stored",
    top: `const parts = ["m"] as const;`,
    rule: `({ oldObject }) => ${name}.startsWith(...parts)`,
  },
  "a spread argument of the cluster": {
    is: "spread-of-stored",
    top: `const isMain = (...texts: string[]): boolean => texts[0] === "main";`,
    rule: `({ oldObject }) => isMain(...(oldObject.metadata.finalizers ?? []))`,
  },
  "the rest of a list of the cluster": {
    is: "needs-newer-kubernetes",
    rule: `({ oldObject }) => {\n  const [, ...others] = oldObject.metadata.finalizers ?? [];\n  return others.length > 0;\n}`,
  },
  "the rest of a parameter": { is: "lowers", rule: `({ request, ...others }) => request.dryRun && others === undefined` },
  "an optional call": {
    is: "lowers",
    top: `const isMain = (text: string): boolean => text === "main";`,
    rule: `({ oldObject }) => isMain?.(${name})`,
  },
  arguments: { is: "not-in-a-rule", top: `const isMain = (): boolean => arguments[0] === "main";`, rule: `() => isMain()` },
  "new.target": { is: "type-error", rule: `() => new.target === undefined` },
  "an async function": { is: "unsupported-function", rule: `async () => true` },
  "an async function of the file": {
    is: "unsupported-function",
    top: `async function later(): Promise<string> { return "x"; }\nconst all = later();`,
  },
  "a promise": { is: "unknown-call", top: `const later = Promise.resolve("x");` },
  eval: { is: "unknown-call", rule: `() => eval("true")` },
  "a regular expression in a constant": {
    is: "lowers",
    top: `const pattern = /x/;`,
    rule: `({ oldObject }) => pattern.test(${name})`,
  },
  "a property of a regular expression": { is: "unknown-property", rule: `() => /x/u.source === "x"` },
  "two regular expressions": {
    is: "not-a-value",
    rule: `({ oldObject, request }) => (request.dryRun ? /x/u : /y/u).test(${name})`,
  },
  "regular expressions compared": { is: "compares-objects", top: `const pattern = /x/u;`, rule: `() => pattern === pattern` },
  "a regular expression as an answer": { is: "lowers", rule: `() => /x/u` },
  "a regular expression as a separator": { is: "lowers", rule: `({ oldObject }) => ${name}.split(/-/u)[0] === "x"` },
  "a regular expression of any length as a separator": {
    is: "asks-more-of-pattern",
    rule: `({ oldObject }) => ${name}.split(/(?:ab|c)+/u)[0] === "x"`,
  },
  "a regular expression without g, to replace all": {
    is: "all-without-g",
    rule: `({ oldObject }) => ${name}.replaceAll(/x/u, "-") === "a-b"`,
  },
  "a regular expression in a message": { is: "not-text", message: "() => `${/x/u}`" },
  "exec of a regular expression": { is: "lowers", rule: `({ oldObject }) => /x/u.exec(${name})?.[0] === "x"` },
  "exec of a regular expression that remembers where it stopped": {
    is: "pattern-flag",
    top: `const pattern = /x/gu;`,
    rule: `({ oldObject }) => pattern.exec(${name})?.[0] === "x"`,
  },
  "exec of a regular expression that is sticky": {
    is: "pattern-flag",
    rule: `({ oldObject }) => /x/uy.exec(${name})?.[0] === "x"`,
  },
  "exec, and where the match is": {
    is: "place-of-match",
    rule: `({ oldObject }) => (/x/u.exec(${name})?.index ?? 0) > 3`,
  },
  "what a regular expression is as a text": { is: "asks-more-of-pattern", rule: `() => /x/u.toString() === "/x/u"` },
  "exponent of a constant": { is: "lowers", top: `const size = 2 ** 8;` },
  "exponent of what is stored": {
    is: "unsupported-operator",
    rule: `({ oldObject }) => (oldObject.metadata.finalizers ?? []).length ** 2 > 4`,
  },
  JSON: { is: "needs-json", rule: `({ oldObject }) => JSON.stringify(oldObject) === ""` },
  Math: { is: "no-such-function", top: `const size = Math.hypot(1, 2);` },
  "Array.from": { is: "lowers", rule: `() => Array.from(["a"]).length === 1` },
  "Boolean()": { is: "lowers", rule: `({ oldObject }) => Boolean(oldObject.metadata.namespace)` },
  "String()": { is: "lowers", rule: `({ oldObject }) => String(${name}) === "x"` },
  "typeof by itself": {
    is: "unsupported-expression",
    rule: `({ oldObject }) => [typeof oldObject.spec?.owner].includes("string")`,
  },
  "typeof and typeof": {
    is: "unsupported-expression",
    rule: `({ oldObject }) => typeof oldObject.spec?.owner === typeof oldObject.kind`,
  },
  "switch (typeof x)": {
    is: "lowers",
    rule: `({ oldObject }) => {\n  switch (typeof oldObject.spec?.owner) { case "string": return true; default: return false; }\n}`,
  },
  "null where nothing can be null": { is: "lowers", rule: `({ oldObject }) => oldObject.spec?.owner === null` },
  "Array.isArray": { is: "lowers", rule: `({ oldObject }) => Array.isArray(oldObject.spec?.zones)` },
  "a switch without an answer": {
    is: "lowers",
    top: `const rank = (tier: "a" | "b"): number => {\n  switch (tier) { case "a": return 1; case "b": return 2; }\n};\nconst tiers = record<"a" | "b">({ x: "a" });`,
    rule: `({ oldObject }) => rank(tiers[oldObject.metadata.name] ?? "b") > 1`,
  },
  "a switch that knows what it is about": {
    is: "lowers",
    top: `const rank = (tier: "a" | "b"): number => {\n  switch (tier) { case "a": return 1; case "b": return 2; }\n};`,
    rule: `() => rank("b") > 1`,
  },
  "an element of an unknown list given to a helper for text": {
    is: "type-error",
    file: `import { type KubernetesObject, deletionPolicy } from "holdfast";\ninterface Any extends KubernetesObject { readonly any?: unknown }\nconst isLong = (text: string): boolean => text.startsWith("long");\nexport default deletionPolicy<Any>({ name: "a", match: [{ group: "example.com", version: "v1", resource: "things" }], rules: { a: { denyWhen: ({ oldObject: { any } }) => Array.isArray(any) && isLong(any[0]), message: "no" } } });\n`,
  },
  "the first of a list that may be empty, in a list of texts and lists": {
    is: "lowers",
    file: `import { type KubernetesObject, deletionPolicy } from "holdfast";\ninterface Site extends KubernetesObject { readonly mixed?: readonly (string | readonly string[])[] }\nexport default deletionPolicy<Site>({ name: "a", match: [{ group: "example.com", version: "v1", resource: "things" }], rules: { a: { denyWhen: ({ oldObject: { mixed } }) => (mixed ?? []).map((one) => (Array.isArray(one) ? one[0] : one)).some((one) => one === "a"), message: "no" } } });\n`,
  },
  "the length of the first of a list that may be empty": {
    is: "lowers",
    file: `import { type KubernetesObject, deletionPolicy } from "holdfast";\ninterface Site extends KubernetesObject { readonly mixed?: readonly (string | readonly string[])[] }\nexport default deletionPolicy<Site>({ name: "b", match: [{ group: "example.com", version: "v1", resource: "things" }], rules: { a: { denyWhen: ({ oldObject: { mixed } }) => (mixed ?? []).some((one) => Array.isArray(one) && one[0].length === 1), message: "no" } } });\n`,
  },
  "a list that is spread, and lists inside of it that are iterated over": {
    is: "lowers",
    file: `import { type KubernetesObject, deletionPolicy } from "holdfast";\ninterface Site extends KubernetesObject { readonly mixed?: readonly (string | readonly string[])[] }\nexport default deletionPolicy<Site>({ name: "spread", match: [{ group: "example.com", version: "v1", resource: "things" }], rules: { a: { denyWhen: ({ oldObject: { mixed } }) => [...(mixed ?? [])].some((one) => Array.isArray(one) && one.some((inner) => inner === "a")), message: "no" } } });\n`,
  },
  "Object.hasOwn": { is: "lowers", rule: `({ oldObject }) => Object.hasOwn(oldObject.metadata.labels ?? {}, "x")` },
  "a bare return": { is: "no-return", rule: `() => {\n  return;\n}` },
  "no return": { is: "no-return", rule: `() => {}` },
  "unreachable statements": { is: "lowers", rule: `() => {\n  return true;\n  return false;\n}` },
  "satisfies any": { is: "lowers", rule: `({ oldObject }) => (${name} satisfies any) === "x"` },
  "any by inference": { is: "needs-json", rule: `({ oldObject }) => JSON.parse(${name}) === true` },
  "a cast inside a type": { is: "lowers", top: `type Names = readonly (typeof first)[];\nconst first = "main" as const;` },
  "a method in the rules": { is: "unsupported-expression", rules: `{ example: { denyWhen() { return true; }, message: "no" } }` },
  "a getter in the rules": {
    is: "unsupported-expression",
    rules: `{ get example() { return { denyWhen: () => true, message: "no" }; } }`,
  },
  "a spread of rules": {
    is: "lowers",
    top: `const shared = { keep: { denyWhen: () => true, message: "no" } };`,
    rules: `{ ...shared }`,
  },
  "a rule under a computed name": {
    is: "lowers",
    top: `const key = "keep";`,
    rules: `{ [key]: { denyWhen: () => true, message: "no" } }`,
  },
  "a rule as a constant": { is: "lowers", top: `const isKept = (): boolean => true;`, rule: `isKept` },
  "a rule as a function declaration": { is: "lowers", top: `function isKept(): boolean { return true; }`, rule: `isKept` },
  "a rule that is chosen": { is: "lowers", rule: `[() => true].map((one) => one)[0] ?? (() => false)` },
  "a rule that another function makes": {
    is: "lowers",
    top: `const named = (text: string) => ({ oldObject }: { readonly oldObject: KubernetesObject }): boolean => oldObject.metadata.name === text;`,
    rule: `named("main")`,
  },
  "a name that is put together": { is: "lowers", top: `const prefix = "keep";`, name: `\`\${prefix}-it\`` },
  "a message that is no function": { is: "lowers", top: `const why = "because";`, message: `\`kept \${why}\`` },
  "match from a function": {
    is: "lowers",
    top: `const only = (resource: string) => [{ group: "apps", version: "v1", resource }];`,
    match: `only("deployments")`,
  },
  "match that is mapped": {
    is: "lowers",
    match: `["deployments", "daemonsets"].map((resource) => ({ group: "apps", version: "v1", resource }))`,
  },
  "two default exports": { is: ["type-error", "type-error"], top: `export default 1;` },
  "export =": { is: ["type-error", "type-error"], top: `export = 1;` },
  "a triple slash reference": { is: "type-error", top: `/// <reference path="./none.ts" />`, rule: `() => nothing` },
  "a hash bang": {
    is: "lowers",
    file: `#!/usr/bin/env node\nimport { deletionPolicy } from "holdfast";\nexport default deletionPolicy({ name: "hash-bang", match: [{ group: "", resource: "pods" }], rules: { a: { denyWhen: () => true, message: "no" } } });\n`,
  },
  "@ts-nocheck": { is: "suppressed-check", top: `// @ts-nocheck` },
  "an import that is run": { is: "unsupported-import", top: `import "./marks.ts";` },
  "a default import": { is: "type-error", top: `import marks from "./marks.ts";`, rule: `() => marks` },
  "an export from Node": { is: "not-in-cel", top: `export { readFileSync } from "node:fs";` },
  "an export from elsewhere": {
    is: "json-import",
    top: `export { default as data } from "./data.json" with { type: "json" };`,
  },
  "an import from Node": { is: "not-in-cel", top: `import { readFileSync } from "node:fs";` },
  "__proto__ as a key": { is: "unknown-key", top: `const marks = { __proto__: null };` },
  "a number as a key": {
    is: "lowers",
    top: `const marks = { 1: "main" };`,
    rule: `({ oldObject }) => marks[1] === ${name}`,
  },
  "a symbol as a key": { is: "unknown-key", top: `const marks = { [Symbol.iterator]: "main" };` },
};
