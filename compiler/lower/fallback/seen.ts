import type { Node } from "ts-morph";
import { type Diagnostic, createDiagnostic } from "../../diagnostics/diagnostic.ts";
import { and, chooseBoolean, isLiteral, or } from "../../ir/expressions/boolean.ts";
import { mayEnd } from "../../ir/expressions/visit.ts";
import { type Beyond as BeyondExpression, type Expression, demand, literal, sequence } from "../../ir/expression.ts";
import { iterationsOf } from "../evaluation-order.ts";
import { shownText } from "../expressions/demand.ts";
import { conditionOf } from "../expressions/truth.ts";
import type { Place, Scope } from "../scope.ts";
import type { Value } from "../value.ts";
import { readsIn } from "./reads.ts";

/**
 * A value of a rule that the webhook answers: known to CEL; beyond it; one of two, by a condition; or one before which
 * others are evaluated, which may throw.
 */
export type Seen =
  | { readonly kind: "known"; readonly value: Value; readonly node: Node; readonly scope: Scope }
  | { readonly kind: "beyond"; readonly node: BeyondExpression }
  | {
      readonly kind: "choice";
      readonly condition: Expression;
      readonly branches: readonly [Seen, Seen];
      /** `a && b`, `a || b`: where it is not `b`, what decides is the value, whose truth is known. */
      readonly joined?: "and" | "or";
    }
  | { readonly kind: "after"; readonly before: readonly Expression[]; readonly then: Seen };

export type Beyond = Extract<Seen, { readonly kind: "beyond" }>;

/** What `lower` gives, or why CEL cannot say it. */
export function attempt(lower: () => Value, { node, scope }: Place): Seen | Diagnostic {
  return scope.lowering.bag.attemptOr(
    (): Seen | Diagnostic => {
      const value = lower();
      return value.kind === "rejected" ? noForm(node, scope) : { kind: "known", value, node, scope };
    },
    (first) => first,
  );
}

export const isSeen = (found: Seen | Diagnostic): found is Seen => "kind" in found;

/** Of what has been reported elsewhere. */
function noForm(node: Node, scope: Scope): Diagnostic {
  return createDiagnostic("not-a-value", scope.span(node), { text: node.getText() });
}

export function beyond(nodes: readonly Node[], why: Diagnostic, scope: Scope): Beyond {
  const [first] = nodes as readonly [Node];
  return newBeyond(first, { why, ...readsIn(nodes, scope) }, scope);
}

let made = 0;

export function newBeyond(
  node: Node,
  parts: Pick<BeyondExpression, "why" | "reads" | "wholes" | "readsTime">,
  scope: Scope,
): Beyond {
  made += 1;
  return { kind: "beyond", node: { ...parts, kind: "beyond", id: made, text: shownText(node), span: scope.span(node) } };
}

/** A branch that is never taken is not looked at. */
export function choice(
  condition: Expression,
  [whenTrue, whenFalse]: readonly [() => Seen, () => Seen],
  joined?: "and" | "or",
): Seen {
  if (isLiteral(condition, true)) return whenTrue();
  if (isLiteral(condition, false)) return whenFalse();
  return { kind: "choice", condition, branches: [whenTrue(), whenFalse()], ...(joined && { joined }) };
}

export function after(before: readonly Expression[], then: Seen): Seen {
  return before.length === 0 ? then : { kind: "after", before, then };
}

/** bool: what JavaScript takes the value for in a condition. */
export function truthOf(seen: Seen): Expression {
  switch (seen.kind) {
    case "known": {
      const { value, node, scope } = seen;
      return conditionOf(value, node, scope) ?? truthOf(beyond([node], noForm(node, scope), scope));
    }
    case "beyond":
      return sequence(demandOf(seen), seen.node);
    case "choice": {
      const [whenTrue, whenFalse] = seen.branches;
      if (seen.joined === "and") return and(seen.condition, truthOf(whenTrue));
      if (seen.joined === "or") return or(seen.condition, truthOf(whenFalse));
      return chooseBoolean(seen.condition, [truthOf(whenTrue), truthOf(whenFalse)], seen.condition.span);
    }
    case "after":
      return inOrder(seen.before, truthOf(seen.then));
  }
}

const inOrder = (before: readonly Expression[], then: Expression): Expression =>
  before.reduceRight((rest, first) => sequence(first, rest), then);

const demandOf = ({ node }: Beyond): Expression => demand(node, node.text, node.span);

/** What ends, perhaps, when the value is evaluated. */
export function effectsOf(seen: Seen): readonly Expression[] {
  switch (seen.kind) {
    case "known":
      return iterationsOf(seen.value);
    case "beyond":
      return [demandOf(seen)];
    case "after":
      return [...seen.before, ...effectsOf(seen.then)];
    case "choice": {
      const { span } = seen.condition;
      const [whenTrue, whenFalse] = seen.branches.map((one) => inOrder(effectsOf(one), literal(true, span)));
      const whole = chooseBoolean(seen.condition, [whenTrue as Expression, whenFalse as Expression], span);
      return [whole, seen.condition].filter(mayEnd).slice(0, 1);
    }
  }
}
