import { onceFor } from "../../ir/once-for.ts";
import { type Expression, conditional, literal } from "../../ir/expression.ts";
import { whereWithout } from "../../ir/expressions/shown-text.ts";
import { messageTextLimit } from "../../language/limits.ts";
import { isPlain, misleading } from "../../language/plain-text.ts";
import { named, toDynamic } from "../expressions/coerce.ts";
import { plain } from "../expressions/presence.ts";
import { nameOfPath } from "../path.ts";
import type { Place } from "../scope.ts";
import type { Chosen, Dynamic, Value } from "../value.ts";

/**
 * What a message has of a text: the text itself where the compiler or the API server limits what may be in it, each
 * part of its own where it was put together, and otherwise itself where it is plain, and words where it is not.
 */
export function shownInMessage(text: Dynamic): Expression {
  if (text.shown !== undefined) return text.shown();
  if (text.showable || (text.expression.kind === "literal" && isPlain(String(text.expression.value)))) return text.expression;
  const { chosen, expression } = text;
  // What comes before a choice is no part of its branches.
  if (expression.kind === "sequence") return { ...expression, then: shownInMessage({ ...text, expression: expression.then }) };
  return chosen !== undefined && isWorthDividing(chosen) ? shownChoice(chosen) : wherePlain(text);
}

/** Whether a message has anything else of it than the text itself, or something to say of it. */
export function isShownOtherwise({ showable, shown }: Dynamic): boolean {
  return !showable || shown !== undefined;
}

/** Whether one of the two need not be asked for. */
function isWorthDividing({ branches }: Chosen): boolean {
  return branches.some((branch) => branch !== undefined && isSafe(branch));
}

function isSafe({ showable, shown, chosen }: Dynamic): boolean {
  return showable || shown !== undefined || (chosen !== undefined && isWorthDividing(chosen));
}

/** Once for each choice: two that share their branches would have twice as many each. */
const shownChoice = onceFor<Expression, Chosen>(({ test, branches }) => {
  const [whenTrue, whenFalse] = branches.map((branch) =>
    branch === undefined ? literal("", test.span) : shownInMessage({ ...branch, expression: plain(branch) }),
  );
  return conditional(test, [whenTrue, whenFalse] as [Expression, Expression], test.span);
});

function wherePlain(text: Dynamic): Expression {
  return whereWithout(misleading, named(text, nameOfPath(text.path) ?? nameOfRead(text.expression)).expression, messageTextLimit);
}

/** `kind` of `owner?.kind ?? ""`, however the owner was found. */
function nameOfRead(node: Expression): string {
  if (node.kind === "local") return nameOfRead(node.definition);
  if (node.kind === "call" && node.function === "orValue" && node.receiver !== undefined) return nameOfRead(node.receiver);
  return node.kind === "select" ? node.field : "shown";
}

/** The same of anything that has been printed. */
export function textInMessage(text: Value, { node, scope }: Place): Expression {
  if (text.kind === "shown") return text.text();
  const stored = toDynamic(text, node, scope);
  return stored === undefined ? literal("", scope.span(node)) : shownInMessage(stored);
}
