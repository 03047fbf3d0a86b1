import { operandsOf } from "../../ir/expressions/equivalents.ts";
import { printExpression } from "../../print/print.ts";
import type { DiagnosticBag } from "../../diagnostics/diagnostic.ts";
import type { AdmissionPolicyIr } from "../../ir/admission-policy.ts";
import type { Binary, Expression } from "../../ir/expression.ts";
import { annotationValue } from "../../ir/expressions/annotation-value.ts";
import { once } from "../../ir/once.ts";
import { children } from "../../ir/expressions/visit.ts";
import { codePointCount } from "../../cel/values/text.ts";

/** cel-go: parser/parser.go, maxRecursionDepth. The API server does not change it. */
const deepest = 250;

/** cel-go: parser/parser.go, expressionSizeCodePointLimit. */
const longest = 100_000;

/** apiserver: pkg/apis/admissionregistration/validation: bytes of a valueExpression. */
const longestValue = 5 * 1024;

/** Whether cel-go's parser takes every expression of the policy; reports by rule. */
export function checkExpressionSize(policy: AdmissionPolicyIr, bag: DiagnosticBag): boolean {
  const before = policy.variables.map(({ expression }) => expression);
  const written = [
    ...policy.validations.map((validation) => ({ of: validation, own: [validation.expression, validation.message] })),
    ...policy.auditAnnotations.map((annotation) => ({ of: annotation, own: [annotationValue(annotation)] })),
  ];
  const tooLarge = written.filter(({ of: { rule, span }, own }) => {
    const expressions = [...own, ...before];
    const depth = 1 + Math.max(...expressions.map(depthOf));
    const size = Math.max(...expressions.map(sizeOf));
    if (depth > deepest) bag.report("expression-too-deep", span, { rule, depth: String(depth), limit: String(deepest) });
    if (size > longest) bag.report("expression-too-long", span, { rule, size: String(size), limit: String(longest) });
    return depth > deepest || size > longest;
  });
  const tooLong = policy.auditAnnotations.filter((annotation) => {
    const size = Buffer.byteLength(printExpression(annotationValue(annotation)));
    const words = { rule: annotation.rule, size: String(size), limit: String(longestValue) };
    if (size > longestValue) bag.report("expression-too-long", annotation.span, words);
    return size > longestValue;
  });
  return tooLarge.length === 0 && tooLong.length === 0;
}

/** Whether cel-go's parser takes the expression. */
export const isWithinReach = (node: Expression): boolean => 1 + depthOf(node) <= deepest && sizeOf(node) <= longest;

/** The limit counts code points, and the printer's line breaks count as well. */
const sizeOf = once((node) => codePointCount(printExpression(node)));

/**
 * Levels as cel-go counts them, or more: conditions, relations, sums, selections, calls and parentheses; chains of `&&`
 * or of `||` are one level, names and literals none. Measured with cel-go 0.29: what stands on the right of a relation
 * is one level deeper, and the whole expression is a level of its own.
 */
const depthOf = once((node): number => {
  if (node.kind === "literal" || node.kind === "identifier") return 0;
  const parts = node.kind === "binary" && isLogical(node) ? operandsOf(node, node.operator) : children(node);
  const deepestPart = parts.reduce((most, part) => Math.max(most, depthOf(part)), 0);
  const onTheRight = node.kind === "binary" && !isLogical(node) && node.operator !== "+" ? depthOf(node.right) + 1 : 0;
  return 1 + Math.max(deepestPart, onTheRight);
});

function isLogical({ operator }: Binary): boolean {
  return operator === "&&" || operator === "||";
}
