import { ts } from "ts-morph";

const { SyntaxKind } = ts;

/** Kinds under their own names: `SyntaxKind` has others for the ends of its ranges (`FirstStatement`). */
const names: ReadonlyMap<number, string> = new Map(
  Object.entries(SyntaxKind).flatMap(([name, kind]) =>
    typeof kind === "number" && !/^(First|Last|Assert(Clause|Entry))/.test(name) ? [[kind, name] as const] : [],
  ),
);

/** Made by TypeScript's own transformations, by JSX, or left from proposals: no text of a .ts file parses to them. */
const unwritable = /^(Jsx|Synthetic|Missing|Bundle|ImportTypeAssertionContainer|SourceFile)/;

/** Tokens that are expressions of their own. */
const literals = [
  SyntaxKind.NumericLiteral,
  SyntaxKind.BigIntLiteral,
  SyntaxKind.StringLiteral,
  SyntaxKind.RegularExpressionLiteral,
  SyntaxKind.NoSubstitutionTemplateLiteral,
  SyntaxKind.TemplateHead,
  SyntaxKind.TemplateMiddle,
  SyntaxKind.TemplateTail,
  SyntaxKind.Identifier,
  SyntaxKind.PrivateIdentifier,
  SyntaxKind.ThisKeyword,
  SyntaxKind.SuperKeyword,
  SyntaxKind.NullKeyword,
  SyntaxKind.TrueKeyword,
  SyntaxKind.FalseKeyword,
  SyntaxKind.ImportKeyword,
];

/** Types that are words: `any` and its like. */
const typeWords = [
  SyntaxKind.AnyKeyword,
  SyntaxKind.UnknownKeyword,
  SyntaxKind.NeverKeyword,
  SyntaxKind.VoidKeyword,
  SyntaxKind.ObjectKeyword,
  SyntaxKind.SymbolKeyword,
  SyntaxKind.BigIntKeyword,
  SyntaxKind.UndefinedKeyword,
];

/** Every kind of expression, statement, declaration, type and part of one that a policy file may hold. */
export const nodeKinds: readonly string[] = [
  ...named([...literals, ...typeWords]),
  ...named(range(SyntaxKind.FirstNode, SyntaxKind.Bundle)),
];

/** Every operator between two expressions. */
export const binaryOperators: readonly string[] = range(SyntaxKind.FirstBinaryOperator, SyntaxKind.LastBinaryOperator)
  .flatMap((kind) => {
    const text = ts.tokenToString(kind);
    return text !== undefined && isBinary(text) ? [text] : [];
  })
  .concat("in", "instanceof", ",");

/** The kinds that stand in `text`, and the operators. */
export function kindsIn(text: string): ReadonlySet<string> {
  const file = ts.createSourceFile("snippet.ts", text, ts.ScriptTarget.Latest);
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    found.add(names.get(node.kind) ?? "");
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function isBinary(operator: string): boolean {
  const file = ts.createSourceFile("operator.ts", `a ${operator} b`, ts.ScriptTarget.Latest);
  const [first] = file.statements;
  return (
    first !== undefined &&
    ts.isExpressionStatement(first) &&
    ts.isBinaryExpression(first.expression) &&
    first.expression.operatorToken.getText(file) === operator
  );
}

function range(first: ts.SyntaxKind, last: ts.SyntaxKind): readonly ts.SyntaxKind[] {
  const all = Object.values(SyntaxKind).filter((kind) => typeof kind !== "string");
  return [...new Set(all)].filter((kind) => kind >= first && kind <= last);
}

function named(kinds: readonly ts.SyntaxKind[]): readonly string[] {
  return kinds.map((kind) => names.get(kind) ?? String(kind)).filter((name) => !unwritable.test(name));
}
