import { Node } from "ts-morph";
import type { Action } from "../../api/rules-module.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { resultType } from "../../cel/emitted.ts";
import { type Call, type Expression, literal } from "../../ir/expression.ts";
import { isLiteral } from "../../ir/expressions/boolean.ts";
import { certainly } from "../../ir/expressions/bounds.ts";
import { once } from "../../ir/once.ts";
import { asksAuthorizer, children } from "../../ir/expressions/visit.ts";
import { type RuleIr, fixedMessageOf } from "../../ir/policy.ts";
import { concatenate } from "../expressions/literals.ts";
import { placeIn } from "../guards/place-in.ts";
import type { Scope } from "../scope.ts";
import { checkedBeyond } from "../fallback/by-webhook.ts";
import { printed } from "../text/printed.ts";
import { textInMessage } from "../text/shown-in-message.ts";
import { type ObjectValue, type PolicyValue, type Value, staticValue } from "../value.ts";

interface RuleOfPolicy {
  readonly name: string;
  readonly value: ObjectValue;
  readonly policy: PolicyValue;
}

/** What stands in a rule of its message. */
type MessageParts = Pick<RuleIr, "message" | "isMessageFixed">;

/** A message that cannot be said in CEL does not keep the rule from compiling: a fixed one stands in for it. */
export function lowerMessage(
  { name, value, policy }: RuleOfPolicy,
  { action, input, when }: OfMessage,
  scope: Scope,
): MessageParts | undefined {
  const message = value.properties.get("message");
  if (message === undefined || message.kind === "rejected") return undefined;
  const node = message.kind === "function" ? message.node : placeIn(policy.node, "rules", name, "message");
  const { bag } = scope.lowering;
  return bag.attemptOr(
    (): MessageParts | undefined => {
      const text = lowerShown(message, input, { name, before: `${name}: `, node, scope });
      return text && { message: text };
    },
    (first, errors) => {
      if (when !== undefined && !errors.some(({ code }) => code === "asks-in-message"))
        return messageByWebhook(message, input, { name, action, when, node, first, scope });
      if (!errors.every((error) => isReplaceable(error, node, scope))) {
        errors.forEach((error) => bag.add(error));
        return undefined;
      }
      const fixed = fixedMessageOf({ name, action });
      bag.warn("message-not-in-cel", first.span, { why: first.message, rule: name, fixed, help: first.help });
      return { message: literal(fixed, scope.span(node)), isMessageFixed: true };
    },
  );
}

interface OfMessage {
  readonly action: Action;
  readonly input: Value;
  /** Of a rule that the webhook answers. */
  readonly when?: Expression | undefined;
}

interface ByWebhook {
  readonly name: string;
  readonly action: Action;
  readonly when: Expression;
  readonly node: Node;
  /** Why CEL cannot say the message. */
  readonly first: Diagnostic;
  readonly scope: Scope;
}

/** The webhook says it; where CEL denies a part of the rule by itself, all of its denials have the fixed message. */
function messageByWebhook(message: Value, input: Value, { name, action, when, node, first, scope }: ByWebhook): MessageParts {
  if (message.kind === "function") checkedBeyond(message, input, scope);
  const fixed = fixedMessageOf({ name, action });
  const parts = { message: literal(fixed, scope.span(node)) };
  if (
    isLiteral(
      certainly(when, (part) => part.kind === "query" || part.kind === "beyond"),
      false,
    )
  )
    return parts;
  scope.lowering.bag.warn("message-not-in-cel", first.span, { why: first.message, rule: name, fixed, help: first.help });
  return { ...parts, isMessageFixed: true };
}

/** Mistakes that a fixed message would hide, and not what CEL cannot say. */
const mistakes: ReadonlySet<string> = new Set(["asks-in-message", "message-lines", "not-text", "too-large"]);

/** What stands outside of functions is a constant, which others may use as well. */
function isReplaceable({ code, span }: Diagnostic, node: Node, { lowering }: Scope): boolean {
  const file = node
    .getProject()
    .getSourceFiles()
    .find((one) => lowering.display(one) === span.file);
  const culprit = file?.getDescendantAtPos(span.start);
  // A text that prints a number, and no value that is no text.
  const isMadeText = code === "not-text" && Node.isTemplateExpression(culprit?.getParent());
  if (mistakes.has(code) && !isMadeText) return false;
  return culprit?.getFirstAncestor((one) => Node.isArrowFunction(one) || Node.isFunctionDeclaration(one)) !== undefined;
}

/** Text that people read: on one line, and nothing in it that can break it. `before` begins it. */
export function lowerShown(
  message: Value,
  input: Value,
  { name, before, node, scope }: { name: string; before: string; node: Node; scope: Scope },
): Expression | undefined {
  const text = message.kind === "function" ? scope.call(message, [input], node) : message;
  const whole = concatenate(staticValue(before), printed(text, { node, scope }), node, scope);
  if (whole.kind === "rejected") return undefined;
  const expression = textInMessage(whole, { node, scope });
  if (asksAuthorizer(expression)) {
    scope.reject("asks-in-message", node, { rule: name });
    return undefined;
  }
  if (!showsControlCharacter(expression)) return expression;
  scope.reject("message-lines", node, { rule: name });
  return undefined;
}

/**
 * A line break makes the API server drop a message, any other control character a warning. What is only compared with,
 * or is the separator of a `split`, does not get into the text.
 */
const showsControlCharacter: (part: Expression) => boolean = once((part) => {
  switch (part.kind) {
    case "literal":
      return typeof part.value === "string" && /\p{Control}/u.test(part.value);
    case "conditional":
      return showsControlCharacter(part.whenTrue) || showsControlCharacter(part.whenFalse);
    case "binary":
      return part.operator === "+" && children(part).some(showsControlCharacter);
    case "call":
      return callsShown(part).some(showsControlCharacter);
    case "comprehension":
      return (part.method === "map" || part.method === "filter") && children(part).some(showsControlCharacter);
    default:
      return children(part).some(showsControlCharacter);
  }
});

function callsShown(call: Call): readonly Expression[] {
  if (["bool", "int"].includes(resultType(call)?.kind ?? "")) return [];
  if (call.receiver === undefined) return call.arguments;
  if (["split", "find", "findAll"].includes(call.function)) return [call.receiver];
  return [call.receiver, ...(call.function === "replace" ? call.arguments.slice(1) : call.arguments)];
}
