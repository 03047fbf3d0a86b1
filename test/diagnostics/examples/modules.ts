import type { Example } from "../example.ts";

const policy = (name: string, body: string): string => `import { deletionPolicy } from "holdfast";
${body}
export default deletionPolicy({
  name: "${name}",
  match: [{ group: "apps", resource: "deployments" }],
  rules: { keep: { denyWhen: ({ oldObject }) => oldObject.metadata.name === "main", message: "keep it" } },
});
`;

const nested = (depth: number): string => `${"(".repeat(depth)}true${")".repeat(depth)}`;

/** Files, modules and statements. */
export const moduleExamples: readonly Example[] = [
  {
    code: "syntax-error",
    why: "TypeScript cannot read the file. Types and rules are looked at once it can.",
    bad: { rule: `({ oldObject }) => (oldObject.metadata.name ===⟦)⟧` },
    good: { rule: `({ oldObject }) => oldObject.metadata.name === "main"` },
    says: "expression expected",
    override: "fix the syntax",
  },
  {
    code: "type-error",
    why: "The compiler believes types, so they have to be right first. The options are the compiler's own and strict; a laxer `tsconfig.json` makes no difference.",
    bad: { rule: `({ oldObject }) => ⟦oldObject.metadata.labels⟧["tier"] === "gold"` },
    good: { rule: `({ oldObject }) => oldObject.metadata.labels?.["tier"] === "gold"` },
    says: "possibly 'undefined'",
    override: "fix the type (TypeScript ",
  },
  {
    code: "nested-too-deeply",
    why: "The compiler goes down level by level, and so does the API server, which stops at 250.",
    bad: { rule: `() => ${"(".repeat(241)}⟦${nested(10)}⟧${")".repeat(241)}` },
    good: { rule: "() => true" },
    says: "250 levels",
    override: "divide it with `const`",
  },
  {
    code: "too-large",
    why: "A policy is an object of the cluster and cannot grow beyond all measure. Texts, lists and calls that double with every line get there quickly.",
    bad: { top: `const line = "${"=".repeat(60_000)}";\nconst lines = ⟦line + line⟧;`, message: "lines" },
    good: { top: `const line = "====";\nconst lines = line + line;`, message: "lines" },
    says: "`line + line`",
    override: "write less of it",
  },
  {
    code: "not-a-policy",
    why: "A policy file has one default export: what it declares. Anything else under that name was meant to be one.",
    bad: { file: "⟦export default function keep(): boolean {\n  return true;\n}⟧\n" },
    good: { file: policy("keep", "") },
    says: "this default export",
    override: "export `deletionPolicy({...})`",
  },
  {
    code: "unsupported-import",
    why: "The compiler reads what a policy imports and runs nothing, so a package has to ship TypeScript. Types vanish, so they may come from anywhere.",
    bad: { file: policy("keep", `⟦import { basename } from "paths";⟧`) },
    good: { file: policy("keep-typed", `import type { Path } from "paths";`) },
    modules: {
      "node_modules/paths/package.json": `{ "name": "paths", "version": "1.0.0", "types": "./index.d.ts" }`,
      "node_modules/paths/index.d.ts": "export type Path = string;\nexport declare function basename(path: string): string;\n",
    },
    says: "`paths`",
    override: 'import values from "holdfast", your own files, JSON',
  },
  {
    code: "json-import",
    why: "Bundlers and Node.js do not agree whether the keys of a file of JSON are exports.",
    bad: { file: policy("keep", `⟦import { names } from "./names.json";⟧`) },
    good: { file: policy("keep-data", `import data from "./names.json";\nconst { names } = data;`) },
    modules: { "names.json": `{ "names": ["main"] }` },
    says: "`./names.json`",
    override: "import all of it",
  },
  {
    code: "unsupported-statement",
    why: "The compiler reads a policy and never runs it, so a statement that would do something when the file is loaded, or that no value comes of, has no meaning.",
    bad: {
      rule: '({ oldObject }) => {\n  if (oldObject.metadata.labels?.keep === "true") ⟦throw new Error("it is kept");⟧\n  return false;\n}',
    },
    good: {
      rule: '({ oldObject }) => {\n  if (oldObject.metadata.labels?.keep === "true") return true;\n  return false;\n}',
      message: '"it is kept"',
    },
    says: "throw statement",
    override: "return `true` from `denyWhen`",
  },
  {
    code: "not-const",
    why: "What a module declares is known before anything runs, and a `var` has a value before its declaration. Inside of a function `let` is fine.",
    bad: { rule: '({ oldObject }) => {\n  ⟦var name = oldObject.metadata.name;⟧\n  return name === "main";\n}' },
    good: {
      rule: '({ oldObject }) => {\n  let name = oldObject.metadata.name;\n  if (name === "") name = "none";\n  return name === "main";\n}',
    },
    says: "`var`",
    override: "write `const`",
  },
  {
    code: "assigned-elsewhere",
    why: "A value depends on the way to it, and CEL has no order in which it evaluates: what a function does to names around it would come and go with the calls.",
    bad: {
      rule: '({ oldObject }) => {\n  let count = 0;\n  const isMain = (zone: string): boolean => {\n    ⟦count⟧ += 1;\n    return zone === "main";\n  };\n  return (oldObject.spec?.zones ?? []).some(isMain) && count > 0;\n}',
    },
    good: {
      rule: '({ oldObject }) => {\n  let count = 0;\n  count += (oldObject.spec?.zones ?? []).filter((zone) => zone === "main").length;\n  return count > 0;\n}',
    },
    says: "`count`",
    override: "let the function return the value",
  },
  {
    code: "shared-list",
    why: "Pushing to a list changes it under all its names, and the compiler follows one.",
    bad: {
      top: 'const NAMES = ["main"];',
      rule: '({ oldObject }) => {\n  const names = NAMES;\n  ⟦names⟧.push("prod");\n  return names.includes(oldObject.metadata.name);\n}',
    },
    good: {
      top: 'const NAMES = ["main"];',
      rule: '({ oldObject }) => {\n  const names = [...NAMES];\n  names.push("prod");\n  return names.includes(oldObject.metadata.name);\n}',
    },
    says: "`names`",
    override: "begin with a list of its own",
  },
  {
    code: "used-before-defined",
    why: "When a module is loaded its constants get their values from top to bottom; one that is asked for before has none.",
    bad: {
      top: `const names = (): readonly string[] => [⟦first⟧];\nconst all = names();\nconst first = "main";`,
      rule: "({ oldObject }) => all.includes(oldObject.metadata.name)",
    },
    good: {
      top: 'const first = "main";\nconst all = [first];',
      rule: "({ oldObject }) => all.includes(oldObject.metadata.name)",
    },
    says: "`first`",
    override: "define it further up",
  },
];
