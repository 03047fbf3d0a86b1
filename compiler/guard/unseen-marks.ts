import { and, or } from "../ir/boolean.ts";
import { type Expression, binary, identifier, literal, not, select } from "../ir/expression.ts";
import { isWithinField } from "../ir/field-path.ts";
import type { PolicyIr, RuleIr } from "../ir/policy.ts";
import { joinText } from "../ir/text.ts";

/**
 * An update through another served version may be of an object whose marks that version does not show (threats T8), and
 * would drop them when it is stored. So it is refused where a mark is not seen, as a delete is. Undefined where no field is a mark.
 */
export function unseenMarks({ marks: { fields }, match, rules, span }: PolicyIr): RuleIr | undefined {
  const reads = rules.flatMap(({ versionedReads }) => versionedReads);
  const marked = reads.filter(({ path }) => fields.some((field) => isWithinField(path, field)));
  const [first, ...others] = marked.map(({ present }) => not(present, span) as Expression);
  const versions = [...new Set(match.flatMap(({ version }) => version ?? []))];
  if (first === undefined || versions.length === 0) return undefined;
  const requested = select(select(identifier("request", span), "requestResource", span), "version", span);
  const meant = select(select(identifier("request", span), "resource", span), "version", span);
  const metadata = select(identifier("oldObject", span), "metadata", span);
  const names = [...new Set(marked.map(({ path }) => path.join(".")))].join(", ");
  const message = joinText([
    literal("markVersionGuard: ", span),
    select(identifier("oldObject", span), "kind", span),
    literal(" ", span),
    select(metadata, "name", span),
    literal(` does not show ${names} in the version of this request, and storing it would drop that. Update it through `, span),
    meant,
  ]);
  const when = and(
    binary(requested, "!=", meant, span),
    others.reduce((left, right) => or(left, right), first),
  );
  const parts = { action: "deny", operations: ["update"], versionedReads: [], nestedWalks: [] } as const;
  return { name: "markVersionGuard", span, when, message, ...parts };
}
