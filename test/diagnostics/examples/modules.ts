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
    why: "TypeScript cannot parse the file. Types and rules are checked after you fix it.",
    bad: { rule: `({ oldObject }) => (oldObject.metadata.name ===⟦)⟧` },
    good: { rule: `({ oldObject }) => oldObject.metadata.name === "main"` },
    says: "expression expected",
    override: "fix the syntax",
  },
  {
    code: "type-error",
    why: "The compiler relies on types, so they must be correct. It uses its own strict options. A more lenient `tsconfig.json` makes no difference.",
    bad: { rule: `({ oldObject }) => ⟦oldObject.metadata.labels⟧["tier"] === "gold"` },
    good: { rule: `({ oldObject }) => oldObject.metadata.labels?.["tier"] === "gold"` },
    says: "possibly 'undefined'",
    override: "fix the type (TypeScript ",
  },
  {
    code: "nested-too-deeply",
    why: "The compiler and the API server both have a limit of nested levels: 250.",
    bad: { rule: `() => ${"(".repeat(241)}⟦${nested(10)}⟧${")".repeat(241)}` },
    good: { rule: "() => true" },
    says: "250 levels",
    override: "split it with `const`",
  },
  {
    code: "too-large",
    why: "The cluster stores a policy as one object, whose size is limited. Text, lists and calls that double with every line reach the limit quickly.",
    bad: { top: `const line = "${"=".repeat(60_000)}";\nconst lines = ⟦line + line⟧;`, message: "lines" },
    good: { top: `const line = "====";\nconst lines = line + line;`, message: "lines" },
    says: "`line + line`",
    override: "make it smaller",
  },
  {
    code: "not-a-policy",
    why: "A policy file has one default export, the policy. Any other default export is a mistake.",
    bad: { file: "⟦export default function keep(): boolean {\n  return true;\n}⟧\n" },
    good: { file: policy("keep", "") },
    says: "this default export",
    override: "export `deletionPolicy({...})`",
  },
  {
    code: "unsupported-import",
    why: "The compiler reads imports but runs nothing. So a package has to ship TypeScript sources. Types may come from anywhere, because they do not exist at run time.",
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
    why: "Bundlers and Node.js disagree on whether the keys of a JSON file are exports.",
    bad: { file: policy("keep", `⟦import { names } from "./names.json";⟧`) },
    good: { file: policy("keep-data", `import data from "./names.json";\nconst { names } = data;`) },
    modules: { "names.json": `{ "names": ["main"] }` },
    says: "`./names.json`",
    override: "import all of it",
  },
  {
    code: "unsupported-statement",
    why: "The compiler reads a policy and never runs it. So a statement with side effects, or without a result, has no meaning.",
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
    why: "Values of a module have to be known without running it, and a `var` exists before its declaration. Inside a function, `let` is allowed.",
    bad: { rule: '({ oldObject }) => {\n  ⟦var name = oldObject.metadata.name;⟧\n  return name === "main";\n}' },
    good: {
      rule: '({ oldObject }) => {\n  let name = oldObject.metadata.name;\n  if (name === "") name = "none";\n  return name === "main";\n}',
    },
    says: "`var`",
    override: "write `const`",
  },
  {
    code: "assigned-elsewhere",
    why: "CEL has no order of evaluation. The effect of such an assignment would depend on which calls are evaluated.",
    bad: {
      rule: '({ oldObject }) => {\n  let count = 0;\n  const isMain = (zone: string): boolean => {\n    ⟦count⟧ += 1;\n    return zone === "main";\n  };\n  return (oldObject.spec?.zones ?? []).some(isMain) && count > 0;\n}',
    },
    good: {
      rule: '({ oldObject }) => {\n  let count = 0;\n  count += (oldObject.spec?.zones ?? []).filter((zone) => zone === "main").length;\n  return count > 0;\n}',
    },
    says: "`count`",
    override: "return the value from the function",
  },
  {
    code: "shared-list",
    why: "Pushing to a list changes it for every variable that refers to it. The compiler follows only one.",
    bad: {
      top: 'const NAMES = ["main"];',
      rule: '({ oldObject }) => {\n  const names = NAMES;\n  ⟦names⟧.push("prod");\n  return names.includes(oldObject.metadata.name);\n}',
    },
    good: {
      top: 'const NAMES = ["main"];',
      rule: '({ oldObject }) => {\n  const names = [...NAMES];\n  names.push("prod");\n  return names.includes(oldObject.metadata.name);\n}',
    },
    says: "`names`",
    override: "start with a new list",
  },
  {
    code: "used-before-defined",
    why: "Constants of a module get their values from top to bottom. Before that they have none.",
    bad: {
      top: `const names = (): readonly string[] => [⟦first⟧];\nconst all = names();\nconst first = "main";`,
      rule: "({ oldObject }) => all.includes(oldObject.metadata.name)",
    },
    good: {
      top: 'const first = "main";\nconst all = [first];',
      rule: "({ oldObject }) => all.includes(oldObject.metadata.name)",
    },
    says: "`first`",
    override: "define it earlier",
  },
];
