import { and, or } from "../ir/boolean.ts";
import type { Span } from "../diagnostics/span.ts";
import { joinText } from "../ir/text.ts";
import {
  type Expression,
  binary,
  conditional,
  identifier,
  literal,
  method,
  not,
  optionalSelect,
  select,
} from "../ir/expression.ts";
import type { PolicyIr, RuleIr } from "../ir/policy.ts";

export interface VersionGuard {
  readonly refuses: Expression;
  /** bool: something that the rule reads is not there, in whatever version. */
  readonly absent: Expression;
  readonly message: Expression;
  readonly note: string;
}

/**
 * A DELETE through another served version hands the object over in that version, where a field that the rule reads may
 * have been pruned (measured on 1.37.1). There an absent field means nothing, so the delete is refused. `request.resource`
 * has the version that the policy matches, `request.requestResource` the one that the client speaks.
 */
export function versionGuard(policy: PolicyIr, rule: RuleIr): VersionGuard | undefined {
  const versions = new Set(policy.match.flatMap((entry) => entry.version ?? []));
  const [version] = versions;
  const [first, ...others] = rule.versionedReads;
  if (version === undefined || first === undefined || !rule.operations.includes("delete")) return undefined;
  const { span } = rule;
  const requested = versionOf("requestResource", span);
  const meant = versions.size === 1 ? literal(version, span) : versionOf("resource", span);
  const absent = [first, ...others].map((read) => not(read.present, span) as Expression).reduce((a, b) => or(a, b));
  return {
    refuses: and(binary(requested, "!=", meant, span), absent),
    absent,
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
