import type { Snippets } from "./snippet.ts";

/** A type that is named and never used means nothing to the compiler; only what makes types lie is rejected. */
const type = (text: string, is: "lowers" | "type-error" = "lowers"): Snippets[string] => ({
  is,
  top: `type Example = ${text};`,
});

/** Types and their parts. */
export const typeSnippets: Snippets = {
  AnyKeyword: type("any"),
  UnknownKeyword: type("unknown"),
  NeverKeyword: type("never"),
  VoidKeyword: type("void"),
  ObjectKeyword: type("object"),
  SymbolKeyword: type("symbol"),
  BigIntKeyword: type("bigint"),
  UndefinedKeyword: type("undefined"),
  QualifiedName: { is: "lowers", top: `import type * as marks from "./marks.ts";\ntype Example = marks.KeepKey;` },
  TypeParameter: {
    is: "lowers",
    top: `function first<T>(list: readonly T[]): T | undefined { return list[0]; }`,
    rule: `({ oldObject }) => first(["main"]) === oldObject.metadata.name`,
  },
  PropertySignature: type("{ readonly a: string }"),
  MethodSignature: type("{ a(): string }"),
  CallSignature: type("{ (): string }"),
  ConstructSignature: type("{ new (): string }"),
  IndexSignature: type("{ [key: string]: string }"),
  TypePredicate: {
    is: "lowers",
    top: `const isMain = (text: string): text is "main" => text === "main";`,
    rule: `({ oldObject }) => isMain(oldObject.metadata.name)`,
  },
  TypeReference: type("Database"),
  FunctionType: type("() => string"),
  ConstructorType: type("new () => string"),
  TypeQuery: { is: "lowers", top: `const keep = "keep";\ntype Example = typeof keep;` },
  TypeLiteral: type("{}"),
  ArrayType: type("string[]"),
  TupleType: type("[string, number]"),
  OptionalType: type("[string?]"),
  RestType: type("[...string[]]"),
  UnionType: type("string | number"),
  IntersectionType: type("Database & { a: string }"),
  ConditionalType: type("string extends object ? 1 : 2"),
  InferType: type("string[] extends (infer Element)[] ? Element : never"),
  ParenthesizedType: type("(string)"),
  ThisType: { is: "lowers", top: `interface Chain { next(): this }` },
  TypeOperator: type("keyof Database"),
  IndexedAccessType: type(`Database["spec"]`),
  MappedType: type("{ [Key in keyof Database]: string }"),
  LiteralType: type(`"keep"`),
  NamedTupleMember: type("[first: string]"),
  TemplateLiteralType: type("`a${string}b${string}`"),
  TemplateLiteralTypeSpan: type("`${string}-`"),
  ImportType: type(`import("./marks.ts").KeepKey`),
};
