import { and } from "../ir/expressions/boolean.ts";
import type { Span } from "../diagnostics/span.ts";
import { joinText } from "../ir/expressions/text.ts";
import { type Expression, binary, conditional, identifier, literal, method, optionalSelect, select } from "../ir/expression.ts";
import type { PolicyIr, RuleIr } from "../ir/policy.ts";
import { absentReads } from "../ir/expressions/versioned-reads.ts";

/**
 * A DELETE through another served version hands the object over in that version, where a field that the rule reads may
 * have been pruned (measured on 1.37.1). There an absent field means nothing, so the delete is denied. `request.resource`
 * has the version that the policy matches, `request.requestResource` the one that the client speaks.
 */
export function versionGuard(
  policy: PolicyIr,
  rule: RuleIr,
): { denies: Expression; message: Expression; note: string } | undefined {
  const versions = new Set(policy.match.flatMap((entry) => entry.version ?? []));
  const [version] = versions;
  const absent = absentReads(rule);
  if (version === undefined || absent === undefined) return undefined;
  const { span } = rule;
  const meant = versions.size === 1 ? literal(version, span) : versionOf("resource", span);
  return {
    denies: and(binary(versionOf("requestResource", span), "!=", meant, span), absent),
    message: versionMessage(rule, meant),
    note: `through another version than ${[...versions].join(" or ")} an absent field means nothing`,
  };
}

/** `versionText` of the TypeScript execution, in CEL. */
function versionMessage(rule: RuleIr, version: Expression): Expression {
  const { span } = rule;
  const root = identifier("oldObject", span);
  const metadata = select(root, "metadata", span);
  const resource = select(identifier("request", span), "resource", span);
  const fields = rule.versionedReads.map((read) => read.path.join(".")).join(", ");
  const parts: readonly (string | Expression)[] = [
    `${rule.name}: `,
    select(root, "kind", span),
    " ",
    select(metadata, "name", span),
    ` does not show ${fields} in the version of this request; delete it through `,
    version,
    ": kubectl delete ",
    select(resource, "resource", span),
    ".",
    version,
    ".",
    select(resource, "group", span),
    "/",
    select(metadata, "name", span),
    inNamespace(metadata),
  ];
  const expressions = parts.map((part) => (typeof part === "string" ? literal(part, span) : part));
  return joinText(expressions);
}

/** Without it kubectl would delete an object of the same name in another Namespace. */
function inNamespace(metadata: Expression): Expression {
  const { span } = metadata;
  const namespace = optionalSelect(metadata, "namespace", span);
  const place = joinText([literal(" -n ", span), method(namespace, "orValue", [literal("", span)], span)]);
  return conditional(method(namespace, "hasValue", [], span), [place, literal("", span)], span);
}

function versionOf(name: "resource" | "requestResource", span: Span): Expression {
  return select(select(identifier("request", span), name, span), "version", span);
}
