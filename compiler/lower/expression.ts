import { type Expression, type PropertyAccessExpression, type Node, SyntaxKind } from "ts-morph";
import { lowerBigIntLiteral } from "./numbers/big-int.ts";
import { lowerCall } from "./calls/call.ts";
import { lowerIdentifier } from "./expressions/identifier.ts";
import {
  lowerArray,
  lowerFalse,
  lowerNull,
  lowerNumber,
  lowerRaw,
  lowerTemplate,
  lowerText,
  lowerTrue,
} from "./expressions/literals.ts";
import { lowerObject } from "./expressions/object-literal.ts";
import { lowerClaim } from "./shapes/claim.ts";
import { withCertainty } from "./expressions/demand.ts";
import { asExpected } from "./shapes/inferred.ts";
import { narrowedAt } from "./shapes/narrow.ts";
import { lowerBinary, lowerConditional, lowerPrefix } from "./expressions/operators.ts";
import { lowerElementAccess } from "./expressions/element-access.ts";
import { lowerCarried } from "./statements/carried/lower-carried.ts";
import { readsCarried } from "./statements/carried/reads-carried.ts";
import { lowerNew } from "./calls/new.ts";
import { lowerRegularExpression } from "./text/regular-expressions.ts";
import { lowerPropertyAccess } from "./expressions/property-access.ts";
import { readRecordOrObject } from "./statements/record-or-object.ts";
import { readRow } from "./expressions/table-row.ts";
import type { Scope } from "./scope.ts";
import type { Value } from "./value.ts";

type LowerNode = (node: never, scope: Scope) => Value;

/** The language, one row for each kind of expression. What has no row is rejected, by name. */
export const expressions: Partial<Record<SyntaxKind, LowerNode>> = {
  [SyntaxKind.ArrayLiteralExpression]: lowerArray,
  [SyntaxKind.ArrowFunction]: lowerArrow,
  [SyntaxKind.AsExpression]: lowerClaim,
  [SyntaxKind.BigIntLiteral]: lowerBigIntLiteral,
  [SyntaxKind.BinaryExpression]: lowerBinary,
  [SyntaxKind.CallExpression]: lowerCall,
  [SyntaxKind.ConditionalExpression]: lowerConditional,
  [SyntaxKind.ElementAccessExpression]: narrowing(lowerElementAccess),
  [SyntaxKind.FalseKeyword]: lowerFalse,
  [SyntaxKind.Identifier]: narrowing(lowerIdentifier),
  [SyntaxKind.NewExpression]: lowerNew,
  [SyntaxKind.NoSubstitutionTemplateLiteral]: lowerText,
  [SyntaxKind.NullKeyword]: lowerNull,
  [SyntaxKind.NumericLiteral]: lowerNumber,
  [SyntaxKind.ObjectLiteralExpression]: lowerObject,
  [SyntaxKind.ParenthesizedExpression]: lowerInner,
  [SyntaxKind.PrefixUnaryExpression]: lowerPrefix,
  [SyntaxKind.PropertyAccessExpression]: narrowing(
    (node: PropertyAccessExpression, scope) =>
      readRow(node, scope) ?? readRecordOrObject(node, scope) ?? lowerPropertyAccess(node, scope),
  ),
  [SyntaxKind.NonNullExpression]: lowerInner,
  [SyntaxKind.RegularExpressionLiteral]: lowerRegularExpression,
  [SyntaxKind.SatisfiesExpression]: lowerInner,
  [SyntaxKind.StringLiteral]: lowerText,
  [SyntaxKind.TaggedTemplateExpression]: lowerRaw,
  [SyntaxKind.TemplateExpression]: lowerTemplate,
  [SyntaxKind.TrueKeyword]: lowerTrue,
  [SyntaxKind.TypeAssertionExpression]: lowerClaim,
};

/** Names, fields and elements are what TypeScript narrows. */
function narrowing<T extends Expression>(lower: (node: T, scope: Scope) => Value): (node: T, scope: Scope) => Value {
  return (node, scope) => withCertainty(narrowedAt(lower(node, scope), node), node);
}

/** What to write instead, for kinds that people are most likely to reach for. */
const alternatives: Partial<Record<SyntaxKind, string>> = {
  [SyntaxKind.AwaitExpression]: "a rule decides from its input alone; it cannot wait for anything",
  [SyntaxKind.ClassExpression]: "write a function that takes what it needs as parameters",
  [SyntaxKind.DeleteExpression]: "values cannot be changed; build the answer from what is there",
  [SyntaxKind.FunctionExpression]: "write an arrow function, or a function declaration at the top of the file",
  [SyntaxKind.PostfixUnaryExpression]: "values cannot be changed; build the answer from what is there",
  [SyntaxKind.SpreadElement]: "spread only lists that are written in the policy, inside a list",
  [SyntaxKind.ThisKeyword]: "use the rule's parameters",
  [SyntaxKind.TypeOfExpression]: 'compare it where it stands: `typeof x === "string"`, or `switch (typeof x)`',
};

export function lowerExpression(node: Expression, scope: Scope): Value {
  scope.lowering.budget.spend(1);
  if (readsCarried(node, scope)) return lowerCarried(node, scope);
  const lower = expressions[node.getKind()];
  if (lower !== undefined) return asExpected(lower(node as never, scope), node, scope);
  const help = alternatives[node.getKind()] ?? "use the constructs that docs/rules/conditions.md shows";
  return scope.reject("unsupported-expression", node, { kind: kindName(node), help });
}

/** `AwaitExpression` -> `await expression`, `ThisKeyword` -> `` `this` ``: TypeScript's own name, in words. */
export function kindName(node: Node): string {
  const words = node
    .getKindName()
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ")
    .toLowerCase();
  return words.replace(/^(\w+) keyword$/, "`$1`");
}

function lowerInner(node: Node & { getExpression(): Expression }, scope: Scope): Value {
  return scope.lowerAny(node.getExpression());
}

function lowerArrow(node: import("ts-morph").ArrowFunction, scope: Scope): Value {
  return { kind: "function", node, scope };
}
