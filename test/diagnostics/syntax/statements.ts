import type { Snippets } from "./snippet.ts";

const name = "oldObject.metadata.name";
const body = (statements: string): string => `({ oldObject }) => {\n  ${statements}\n  return ${name} === "main";\n}`;

/** Statements, declarations, modules and the parts of classes. */
export const statementSnippets: Snippets = {
  Parameter: { is: "lowers", rule: `({ oldObject }) => ${name} === "main"` },
  Decorator: {
    is: "unsupported-statement",
    top: `function log(value: unknown, context: ClassDecoratorContext): void {}\n@log\nclass Marks {}`,
  },
  PropertyDeclaration: { is: "unsupported-statement", top: `class Marks { key = "keep"; }` },
  ClassStaticBlockDeclaration: { is: "unsupported-statement", top: `class Marks { static { globalThis.toString(); } }` },
  Constructor: { is: "unsupported-statement", top: `class Marks { constructor() {} }` },
  SemicolonClassElement: { is: "unsupported-statement", top: `class Marks { ; }` },
  ObjectBindingPattern: { is: "lowers", rule: body(`const { uid } = oldObject.metadata;\n  if (uid === "x") return true;`) },
  ArrayBindingPattern: { is: "lowers", rule: body(`const [first] = ["x"];\n  if (${name} === first) return false;`) },
  BindingElement: { is: "lowers", rule: `({ oldObject: { metadata: { name: own } } }) => own === "main"` },
  Block: { is: "lowers", rule: body(`{\n    const own = ${name};\n    if (own === "x") return true;\n  }`) },
  EmptyStatement: { is: "lowers", rule: body(`;`) },
  VariableStatement: { is: "lowers", rule: body(`const own = ${name};\n  if (own === "x") return true;`) },
  ExpressionStatement: { is: "unsupported-statement", rule: body(`${name}.startsWith("x");`) },
  IfStatement: { is: "lowers", rule: body(`if (${name} === "x") return true;\n  else if (${name} === "y") return false;`) },
  DoStatement: { is: "unsupported-statement", rule: body(`do { break; } while (true);`) },
  WhileStatement: { is: "unsupported-statement", rule: body(`while (oldObject.kind === "x") { break; }`) },
  ForStatement: {
    is: "lowers",
    rule: body(`for (let at = 0; at < 3; at++) { if (${name} === "x") return true; }`),
  },
  ForInStatement: {
    is: "lowers",
    rule: body(`for (const key in oldObject.metadata.labels) { if (key === "x") return true; }`),
  },
  ForOfStatement: {
    is: "lowers",
    rule: body(`for (const one of oldObject.metadata.finalizers ?? []) { if (one === "x") return true; }`),
  },
  ContinueStatement: { is: "lowers", rule: body(`for (const one of ["x"]) { if (one === ${name}) continue; }`) },
  BreakStatement: {
    is: "lowers",
    rule: body(`switch (oldObject.kind) {\n    case "x":\n      break;\n    default:\n      return true;\n  }`),
  },
  ReturnStatement: { is: "lowers", rule: body(`if (oldObject.kind === "x") { return true; }`) },
  WithStatement: { is: ["type-error", "type-error"], rule: body(`with (oldObject) { }`) },
  SwitchStatement: {
    is: "lowers",
    rule: `({ oldObject }) => {\n  switch (${name}) {\n    case "main":\n      return true;\n    default:\n      return false;\n  }\n}`,
  },
  LabeledStatement: { is: "lowers", rule: body(`here: { if (oldObject.kind === "x") break here; }`) },
  ThrowStatement: { is: "unsupported-statement", rule: body(`if (oldObject.kind === "x") throw new Error("x");`) },
  TryStatement: {
    is: "unsupported-statement",
    rule: `({ oldObject }) => {\n  try {\n    return ${name} === "main";\n  } finally {\n    void 0;\n  }\n}`,
  },
  CatchClause: {
    is: "unsupported-statement",
    rule: `({ oldObject }) => {\n  try {\n    return ${name} === "main";\n  } catch {\n    return false;\n  }\n}`,
  },
  DebuggerStatement: { is: "unsupported-statement", rule: body(`debugger;`) },
  VariableDeclaration: { is: "lowers", rule: body(`const first = ${name}, second = "x";\n  if (first === second) return true;`) },
  VariableDeclarationList: { is: "not-const", rule: body(`var own = ${name};`) },
  FunctionDeclaration: {
    is: "lowers",
    rule: body(`function isMain(text: string): boolean { return text === "x"; }\n  if (isMain(${name})) return true;`),
  },
  ClassDeclaration: { is: "unsupported-statement", rule: body(`class Marks {}`) },
  EnumDeclaration: { is: "lowers", top: `enum Marks { Keep = "keep" }` },
  EnumMember: { is: "lowers", top: `const enum Marks { Keep = 1 }` },
  ModuleDeclaration: { is: "unsupported-statement", top: `namespace Marks { export const keep = "keep"; }` },
  ModuleBlock: { is: "unsupported-statement", top: `declare namespace Other { const keep: string; }` },
  CaseBlock: { is: "lowers", rule: body(`switch (oldObject.kind) { case "x": case "y": return true; }`) },
  CaseClause: { is: "lowers", rule: body(`switch (oldObject.kind) { case "x": return true; }`) },
  DefaultClause: {
    is: "lowers",
    rule: `({ oldObject }) => {\n  switch (oldObject.kind) { case "x": return true; default: return ${name} === "main"; }\n}`,
  },
  NamespaceExportDeclaration: { is: "type-error", top: `export as namespace Marks;` },
  ImportEqualsDeclaration: { is: "type-error", top: `import marks = require("./marks.ts");` },
  ExternalModuleReference: { is: "type-error", top: `import marks = require("./marks.ts");` },
  ImportDeclaration: { is: "lowers", top: `import { KEEP } from "./marks.ts";`, rule: `({ oldObject }) => ${name} === KEEP` },
  ImportClause: {
    is: "lowers",
    top: `import type { KeepKey } from "./marks.ts";`,
    rule: `({ oldObject }) => ${name} === ("keep" satisfies KeepKey)`,
  },
  NamespaceImport: {
    is: "lowers",
    top: `import * as marks from "./marks.ts";`,
    rule: `({ oldObject }) => ${name} === marks.KEEP`,
  },
  NamedImports: {
    is: "lowers",
    top: `import { KEEP, type KeepKey } from "./marks.ts";`,
    rule: `({ oldObject }) => ${name} === (KEEP satisfies KeepKey)`,
  },
  ImportSpecifier: { is: "lowers", top: `import { KEEP as key } from "./marks.ts";`, rule: `({ oldObject }) => ${name} === key` },
  ImportAttributes: {
    is: "lowers",
    top: `import data from "./data.json" with { type: "json" };`,
    rule: `({ oldObject }) => ${name} === data.name`,
  },
  ImportAttribute: {
    is: "lowers",
    top: `import data from "./data.json" with { type: "json" };`,
    rule: `({ oldObject }) => ${name} === data.name`,
  },
  ExportAssignment: { is: "lowers", rule: `() => true` },
  ExportDeclaration: { is: "lowers", top: `export * from "./marks.ts";` },
  NamedExports: { is: "lowers", top: `const keep = "keep";\nexport { keep };` },
  NamespaceExport: { is: "lowers", top: `export * as marks from "./marks.ts";` },
  ExportSpecifier: { is: "lowers", top: `const keep = "keep";\nexport { keep as other };` },
  HeritageClause: { is: "unsupported-statement", top: `class Marks extends Object {}` },
  InterfaceDeclaration: {
    is: "lowers",
    rule: body(
      `interface Named { readonly name: string }\n  const named: Named = oldObject.metadata;\n  if (named.name === "x") return true;`,
    ),
  },
  TypeAliasDeclaration: {
    is: "lowers",
    rule: body(`type Name = string;\n  const own: Name = ${name};\n  if (own === "x") return true;`),
  },
};
