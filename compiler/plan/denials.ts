import { type Expression, conditional, identifier, literal, method, optionalSelect, select } from "../ir/expression.ts";
import { exceedsLimit, guardIterations, guardMessage } from "../ir/expressions/iteration-limit.ts";
import type { PolicyIr, RuleIr } from "../ir/policy.ts";
import { joinText } from "../ir/expressions/text.ts";
import { limitText } from "../language/limits.ts";
import { versionGuard } from "./version-guard.ts";

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
  const [before, between, after] = limitText(rule.name, rule.nestedIterations.length > 0);
  return joinText([literal(before, span), select(root, "kind", span), literal(between, span), name, literal(after, span)]);
}
