import type { Snippets } from "./snippet.ts";

const name = "oldObject.metadata.name";

/** Literals and expressions. */
export const expressionSnippets: Snippets = {
  NumericLiteral: { is: "lowers", rule: `({ oldObject }) => (oldObject.metadata.finalizers ?? []).length > 0x2` },
  BigIntLiteral: { is: "lowers", rule: `({ oldObject }) => BigInt((oldObject.metadata.finalizers ?? []).length) > 1n` },
  StringLiteral: { is: "lowers", rule: `({ oldObject }) => ${name} === 'main'` },
  RegularExpressionLiteral: { is: "lowers", rule: `({ oldObject }) => /^x/.test(${name})` },
  NoSubstitutionTemplateLiteral: { is: "lowers", rule: `({ oldObject }) => ${name} === \`main\`` },
  TemplateHead: { is: "lowers", rule: `({ oldObject }) => \`a\${${name}}\` === "ab"` },
  TemplateMiddle: { is: "lowers", rule: `({ oldObject }) => \`a\${${name}}b\${${name}}\` === "ab"` },
  TemplateTail: { is: "lowers", rule: `({ oldObject }) => \`\${${name}}b\` === "ab"` },
  Identifier: { is: "lowers", rule: `(input) => input.${name} === "main"` },
  PrivateIdentifier: {
    is: "unsupported-statement",
    top: `class Marks { #key = "keep"; get key(): string { return this.#key; } }`,
  },
  ThisKeyword: { is: "type-error", top: `function own(): boolean { return this === undefined; }`, rule: `() => own()` },
  SuperKeyword: {
    is: ["unsupported-statement", "unsupported-statement"],
    top: `class A { key(): string { return "a"; } }\nclass B extends A { override key(): string { return super.key(); } }`,
  },
  NullKeyword: {
    is: "lowers",
    rule: `({ oldObject }) => (oldObject.metadata.namespace ?? null) === null`,
  },
  TrueKeyword: { is: "lowers", rule: `() => true` },
  FalseKeyword: { is: "lowers", rule: `() => false` },
  ImportKeyword: { is: "unsupported-expression", top: `const later = import("holdfast");`, rule: `() => later !== undefined` },
  PropertyAccessExpression: { is: "lowers", rule: `({ oldObject }) => oldObject?.metadata?.name === "main"` },
  ElementAccessExpression: { is: "lowers", rule: `({ oldObject }) => oldObject["metadata"]["labels"]?.["keep"] === "true"` },
  CallExpression: {
    is: "lowers",
    top: `const isMain = (text: string): boolean => text === "main";`,
    rule: `({ oldObject }) => isMain(${name})`,
  },
  NewExpression: { is: "lowers", rule: `({ oldObject }) => new Set(["main"]).has(${name})` },
  TaggedTemplateExpression: {
    is: "unsupported-expression",
    top: `const tag = (parts: TemplateStringsArray): string => parts[0] ?? "";`,
    rule: `({ oldObject }) => ${name} === tag\`main\``,
  },
  TypeAssertionExpression: { is: "lowers", rule: `({ oldObject }) => (<string>${name}) === "main"` },
  ParenthesizedExpression: { is: "lowers", rule: `({ oldObject }) => ((${name}) === ("main"))` },
  FunctionExpression: { is: "unsupported-expression", rule: `function () { return true; }` },
  ArrowFunction: { is: "lowers", rule: `({ oldObject }) => (() => ${name} === "main")()` },
  DeleteExpression: {
    is: "unsupported-expression",
    top: `const marks: { keep?: string } = { keep: "true" };`,
    rule: `() => delete marks.keep`,
  },
  TypeOfExpression: { is: "lowers", rule: `({ oldObject }) => typeof oldObject.spec?.owner === "string"` },
  VoidExpression: { is: "unsupported-expression", rule: `({ oldObject }) => oldObject.metadata.namespace === void 0` },
  AwaitExpression: { is: "unsupported-function", rule: `async () => await true` },
  PrefixUnaryExpression: {
    is: "lowers",
    rule: `({ oldObject }) => !(${name} === "main") && (oldObject.spec?.replicas ?? 0) > -1`,
  },
  PostfixUnaryExpression: {
    is: "unsupported-statement",
    rule: `({ oldObject }) => {\n  const at = { now: 1 };\n  at.now++;\n  return ${name} === "main";\n}`,
  },
  BinaryExpression: { is: "lowers", rule: `({ oldObject }) => ${name} === "main" || ${name} === "other"` },
  ConditionalExpression: {
    is: "lowers",
    rule: `({ oldObject, request }) => (request.dryRun ? ${name} : oldObject.metadata.uid) === "main"`,
  },
  TemplateExpression: {
    is: "lowers",
    rule: `({ oldObject, request }) => oldObject.metadata.labels?.[\`\${request.resource.group}/keep\`] === "true"`,
  },
  YieldExpression: {
    is: "unsupported-function",
    top: `function* names(): Generator<string> { yield "main"; }\nconst all = names();`,
  },
  SpreadElement: {
    is: "lowers",
    top: `const first = ["main"];\nconst all = [...first, "other"];`,
    rule: `({ oldObject }) => all.includes(${name})`,
  },
  ClassExpression: { is: "unsupported-expression", top: `const Marks = class {};` },
  OmittedExpression: {
    is: "lowers",
    rule: `({ oldObject }) => {\n  const [, second] = ${name}.split("-");\n  return second === "main";\n}`,
  },
  ExpressionWithTypeArguments: {
    is: "unsupported-statement",
    top: `class Marks implements Iterable<string> { *[Symbol.iterator](): Generator<string> { yield "a"; } }`,
  },
  AsExpression: { is: "lowers", rule: `({ oldObject }) => (${name} as string) === "main"` },
  NonNullExpression: { is: "lowers", rule: `({ oldObject }) => oldObject.metadata.labels!["keep"] === "true"` },
  MetaProperty: { is: "type-error", rule: `() => import.meta.url === ""` },
  SatisfiesExpression: { is: "lowers", rule: `({ oldObject }) => (${name} satisfies string) === "main"` },
  TemplateSpan: { is: "lowers", message: "({ oldObject }) => `${oldObject.kind} ${oldObject.metadata.name} is kept`" },
  ArrayLiteralExpression: { is: "lowers", rule: `({ oldObject }) => ["main", "other"].includes(${name})` },
  ObjectLiteralExpression: { is: "lowers", rule: `({ oldObject }) => ({ a: ${name}, "b": "main" }).a === "main"` },
  PropertyAssignment: { is: "lowers", rule: `({ oldObject }) => ({ a: ${name} }).a === "main"` },
  ShorthandPropertyAssignment: {
    is: "lowers",
    rule: `({ oldObject }) => {\n  const name = ${name};\n  return { name }.name === "main";\n}`,
  },
  SpreadAssignment: {
    is: "lowers",
    top: `const marks = { keep: "keep" };`,
    rule: `({ oldObject }) => ({ ...marks }).keep === ${name}`,
  },
  ComputedPropertyName: {
    is: "lowers",
    top: `const key = "keep";`,
    rule: `({ oldObject }) => ({ [key]: "main" })[key] === ${name}`,
  },
  MethodDeclaration: { is: "unsupported-expression", top: `const marks = { key(): string { return "keep"; } };` },
  GetAccessor: { is: "unsupported-expression", top: `const marks = { get key(): string { return "keep"; } };` },
  SetAccessor: { is: "unsupported-expression", top: `const marks = { set key(value: string) {} };` },
};

/** Operators between two expressions, on operands that TypeScript lets pass. */
export const operatorSnippets: Snippets = Object.fromEntries([
  ...["<", ">", "<=", ">="].map((operator) => [
    operator,
    { is: "lowers", rule: `({ oldObject }) => (oldObject.spec?.replicas ?? 0) ${operator} 3` },
  ]),
  ...["===", "!==", "==", "!="].map((operator) => [
    operator,
    { is: "lowers", rule: `({ oldObject }) => ${name} ${operator} "main"` },
  ]),
  ...["**", "<<", ">>", ">>>", "&", "|", "^"].map((operator) => [
    operator,
    { is: "unsupported-operator", rule: `({ oldObject }) => ((oldObject.spec?.replicas ?? 0) ${operator} 2) === 4` },
  ]),
  ["+", { is: "lowers", rule: `({ oldObject }) => ${name} + "-x" === "main-x"` }],
  ...["-", "*", "/"].map((operator) => [
    operator,
    { is: "lowers", rule: `({ oldObject }) => ((oldObject.spec?.replicas ?? 0) ${operator} 2) === 4` },
  ]),
  ["%", { is: "inexact-arithmetic", rule: `({ oldObject }) => (oldObject.spec?.replicas ?? 0) % 2 === 0` }],
  ...["&&", "||"].map((operator) => [
    operator,
    { is: "lowers", rule: `({ oldObject }) => ${name} === "a" ${operator} oldObject.kind === "b"` },
  ]),
  ["??", { is: "lowers", rule: `({ oldObject }) => (oldObject.metadata.namespace ?? "") === "main"` }],
  ["in", { is: "lowers", rule: `({ oldObject }) => "keep" in (oldObject.metadata.labels ?? {})` }],
  ["instanceof", { is: "unsupported-operator", rule: `({ oldObject }) => oldObject instanceof Object` }],
  [",", { is: "type-error", rule: `({ oldObject }) => (oldObject, true)` }],
  ["=", { is: "unsupported-statement", rule: `() => {\n  const at = { now: 1 };\n  at.now = 2;\n  return true;\n}` }],
  ...["+=", "-=", "*=", "**=", "/=", "%=", "<<=", ">>=", ">>>=", "&=", "|=", "^=", "&&=", "||=", "??="].map((operator) => [
    operator,
    {
      is: "unsupported-statement",
      rule: `({ oldObject }) => {\n  const at: { now?: number | undefined } = { now: (oldObject.metadata.finalizers ?? []).length };\n  at.now ${operator} 2;\n  return true;\n}`.replace(
        "at: { now?: number | undefined }",
        "?=".includes(operator.slice(0, 1)) ? "at: { now?: number }" : "at: { now: number }",
      ),
    },
  ]),
]) as Snippets;
