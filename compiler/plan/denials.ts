import { type Expression, conditional, identifier, literal, method, optionalSelect, select, binary } from "../ir/expression.ts";
import { exceedsLimit, guardIterations, guardMessage } from "../ir/expressions/iteration-limit.ts";
import { iteratesOf } from "../ir/expressions/parts-of-text.ts";
import { absentReads } from "../ir/expressions/field-path.ts";
import type { PolicyIr, RuleIr } from "../ir/policy.ts";
import { joinText } from "../ir/expressions/text.ts";
import { limitText } from "../language/limits.ts";
import { and } from "../ir/expressions/boolean.ts";
import type { Span } from "../diagnostics/span.ts";

/** A rule with everything that it denies, in the order in which it is looked at. */
export interface Denying {
  readonly rule: RuleIr;
  readonly denials: readonly ValidationDenial[];
}

/** What a validation denies, and what it says. */
export interface ValidationDenial {
  readonly denies: Expression;
  readonly message: Expression;
  readonly note: string | undefined;
}

/** What makes a rule unanswerable comes before the rule: a denial shows the first validation that fails. */
export function denialsOf(policy: PolicyIr, rule: RuleIr): Denying {
  const exceeds = exceedsLimit(rule.when);
  const limit: ValidationDenial | undefined =
    exceeds === undefined
      ? undefined
      : { denies: exceeds, message: limitMessage(rule), note: "what the rule iterates over is small enough" };
  const itself: ValidationDenial = { denies: guardIterations(rule.when), message: boundedMessage(rule), note: undefined };
  return { rule, denials: [versionGuard(policy, rule), limit, itself].filter((denial) => denial !== undefined) };
}

function boundedMessage(rule: RuleIr): Expression {
  const exceeds = exceedsLimit(rule.message);
  const message = guardMessage(rule.message);
  return exceeds === undefined ? message : conditional(exceeds, [limitMessage(rule), message], rule.span);
}

/** What a rule says of an object whose lists or maps are too large to iterate over: `limitText`, in CEL. */
function limitMessage(rule: RuleIr): Expression {
  const { span } = rule;
  const root = identifier(rule.operations.includes("delete") ? "oldObject" : "object", span);
  const metadata = select(root, "metadata", span);
  const mayLackName = rule.operations.includes("create");
  const name = mayLackName
    ? method(optionalSelect(metadata, "name", span), "orValue", [literal("", span)], span)
    : select(metadata, "name", span);
  const [before, between, after] = limitText(rule.name, iteratesOf(rule));
  return joinText([literal(before, span), select(root, "kind", span), literal(between, span), name, literal(after, span)]);
}

/**
 * A DELETE through another served version hands the object over in that version, where a field that the rule reads may
 * have been pruned (measured on 1.37.1). There an absent field means nothing, so the delete is denied.
 * `request.resource` has the version that the policy matches, `request.requestResource` the one that the client speaks.
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
