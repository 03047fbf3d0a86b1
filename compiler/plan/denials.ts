import { type Expression, conditional, identifier, literal, method, optionalSelect, select, binary } from "../ir/expression.ts";
import {
  allThatMayBeWrong,
  endsForAbsence,
  exceedsLimit,
  readsAbsent,
  whatIsAbsent,
  whatIsWrong,
} from "../ir/expressions/endings.ts";
import { guardIterations, guardMessage } from "../ir/expressions/iteration-limit.ts";
import { iteratesOf, sorts } from "../ir/expressions/parts-of-text.ts";
import { absentReads } from "../ir/expressions/field-path.ts";
import { type PolicyIr, type RuleIr, fixedMessageOf } from "../ir/policy.ts";
import { absentText } from "../language/absent.ts";
import { joinText } from "../ir/expressions/text.ts";
import { limitText } from "../language/limits.ts";
import { and, isLiteral } from "../ir/expressions/boolean.ts";
import { simplified } from "../ir/expressions/equivalents.ts";
import { assuming } from "../ir/expressions/assuming.ts";
import { some } from "../ir/expressions/visit.ts";
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
  const denies = guardIterations(rule.when);
  const itself: ValidationDenial = { denies, message: boundedMessage(rule, denies), note: undefined };
  const unanswerable = [versionGuard(policy, rule), tooLarge(rule), throwing(rule)].filter((denial) => denial !== undefined);
  return { rule, denials: [...unanswerable, itself] };
}

function tooLarge(rule: RuleIr): ValidationDenial | undefined {
  const denies = exceedsLimit(rule.when);
  if (denies === undefined) return undefined;
  return { denies, message: limitMessage(rule), note: "what the rule iterates over is small enough" };
}

/** Where JavaScript throws. */
function throwing(rule: RuleIr): ValidationDenial | undefined {
  const denies = readsAbsent(rule.when);
  if (denies === undefined) return undefined;
  const [before, between, beforeWhat, after] = absentText(rule.name);
  const isAbsence = endsForAbsence(rule.when);
  const exact = isAbsence ? [whatIsAbsent(rule.when), literal(after, rule.span)] : [whatIsWrong(rule.when)];
  const all = allThatMayBeWrong(rule.when);
  const what = all === undefined ? exact : [literal(all, rule.span)];
  const message = joinText([aboutObject(rule, before, between), literal(beforeWhat, rule.span), ...what]);
  return { denies, message, note: isAbsence ? "what the rule reads from is there" : "the rule can read what it reads" };
}

/**
 * Where the message reads what is absent, the fixed one is shown: no message decides what is denied. What the rule has
 * asked is not asked again: its message is shown where it denies.
 */
function boundedMessage(rule: RuleIr, denies: Expression): Expression {
  const isOpen = (test: Expression | undefined): Expression | undefined => {
    const left = test === undefined ? undefined : assuming(simplified(test), denies);
    return left === undefined || isLiteral(left, false) ? undefined : test;
  };
  // Sorting has no guard of its own, and the API server evaluates the message of a rule that denies nothing, too.
  const exceeds = some(rule.message, sorts) ? exceedsLimit(rule.message) : isOpen(exceedsLimit(rule.message));
  const isAbsent = isOpen(readsAbsent(rule.message));
  const message = guardMessage(rule.message);
  const there =
    isAbsent === undefined ? message : conditional(isAbsent, [literal(fixedMessageOf(rule), rule.span), message], rule.span);
  return exceeds === undefined ? there : conditional(exceeds, [limitMessage(rule), there], rule.span);
}

/** What a rule says of an object whose lists or maps are too large to iterate over: `limitText`, in CEL. */
function limitMessage(rule: RuleIr): Expression {
  const [before, between, after] = limitText(rule.name, iteratesOf(rule));
  return joinText([aboutObject(rule, before, between), literal(after, rule.span)]);
}
/** Kind and name of the object, behind `before` and with `between` between them. */
function aboutObject(rule: RuleIr, before: string, between: string): Expression {
  const { span } = rule;
  const root = identifier(rule.operations.includes("delete") ? "oldObject" : "object", span);
  const metadata = select(root, "metadata", span);
  const mayLackName = rule.operations.includes("create");
  const name = mayLackName
    ? method(optionalSelect(metadata, "name", span), "orValue", [literal("", span)], span)
    : select(metadata, "name", span);
  return joinText([literal(before, span), select(root, "kind", span), literal(between, span), name]);
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
  if (version === undefined || absent === undefined || rule.isOfOneVersion === true) return undefined;
  const { span } = rule;
  const isAlone = versions.size === 1 && policy.match.every((entry) => entry.version !== undefined);
  const meant = isAlone ? literal(version, span) : versionOf("resource", span);
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
