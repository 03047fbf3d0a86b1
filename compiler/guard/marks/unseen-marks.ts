import { judged } from "../../ir/expressions/endings.ts";
import { and, or } from "../../ir/expressions/boolean.ts";
import type { Span } from "../../diagnostics/span.ts";
import { type Expression, binary, identifier, literal, method, not, optionalSelect, select } from "../../ir/expression.ts";
import { fieldPath, isWithinField } from "../../ir/expressions/field-path.ts";
import { anyRequest } from "../../ir/guards.ts";
import type { PolicyIr, RuleIr } from "../../ir/policy.ts";
import { joinText } from "../../ir/expressions/text.ts";
import { onceHere } from "../../ir/once.ts";
import { mapChildren } from "../../ir/expressions/visit.ts";
import type { MarkFields } from "./marks.ts";
import { atMost } from "./terms.ts";

/**
 * An update through another served version may be of an object whose marks that version does not show (T8 of
 * docs/security/bypass-matrix.md), and would drop them when it is stored. So it is denied where a mark is not seen, as a delete
 * is, unless the object is not protected whatever the mark is. Undefined where no field is a mark.
 *
 * Through `/scale` as well, which is stored through that version, too (measured on 1.37.1), and shows nothing of the
 * object.
 */
export function unseenMarks({ marks: { fields }, match, rules, span }: PolicyIr, asking: Expression): RuleIr | undefined {
  const reads = rules.flatMap(({ versionedReads }) => versionedReads);
  const marked = reads.filter(({ path }) => fields.some((field) => isWithinField(path, field)));
  const [first, ...others] = marked.map(({ present }) => not(present, span) as Expression);
  const versions = [...new Set(match.flatMap(({ version }) => version ?? []))];
  if (first === undefined || versions.length === 0) return undefined;
  const isAbsent = others.reduce((left, right) => or(left, right), first);
  const mayBeProtected = or(isScale(span), judged(atMost(withUnknown(asking, fields))));
  const when = and(binary(versionOf(requested(span)), "!=", versionOf(meant(span)), span), and(isAbsent, mayBeProtected));
  const names = [...new Set(marked.map(({ path }) => path.join(".")))].join(", ");
  const parts = { action: "deny", operations: ["update"], versionedReads: [], nestedIterations: [] } as const;
  return { name: "markVersionGuard", span, when, message: messageAbout(names, span), ...parts };
}

/** The condition, where each of these fields may hold whatever makes it hold. */
function withUnknown(condition: Expression, fields: MarkFields): Expression {
  const replace = onceHere((node: Expression): Expression => {
    const path = fieldPath(node);
    const isMark = path !== undefined && fields.some((field) => isWithinField(path, field));
    return isMark ? select(identifier(anyRequest, node.span), "unseen", node.span) : mapChildren(node, replace);
  });
  return replace(condition);
}

/**
 * A Scale has neither the labels nor the annotations of what it scales, so that nobody can tell whether that is
 * protected.
 */
function isScale(span: Span): Expression {
  const part = optionalSelect(identifier("request", span), "subResource", span);
  return binary(method(part, "orValue", [literal("", span)], span), "==", literal("scale", span), span);
}

const requested = (span: Span): Expression => select(identifier("request", span), "requestResource", span);
const meant = (span: Span): Expression => select(identifier("request", span), "resource", span);
const versionOf = (resource: Expression): Expression => select(resource, "version", resource.span);

function messageAbout(fields: string, span: Span): Expression {
  const of = (field: string): Expression => select(meant(span), field, span);
  const parts: readonly (string | Expression)[] = [
    "markVersionGuard: ",
    select(identifier("oldObject", span), "kind", span),
    " ",
    select(select(identifier("oldObject", span), "metadata", span), "name", span),
    ` does not show ${fields} in the version of this request, and storing it would drop that. Update it through `,
    of("version"),
    " (kubectl: ",
    of("resource"),
    ".",
    of("version"),
    ".",
    of("group"),
    "). If ",
    versionOf(requested(span)),
    " has that field, too, the policy can name that version in its match",
  ];
  return joinText(parts.map((part) => (typeof part === "string" ? literal(part, span) : part)));
}
