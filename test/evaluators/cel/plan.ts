import { planChain, planHas } from "./attribute.ts";
import { planCall } from "./call.ts";
import { planComprehension } from "./comprehension.ts";
import { CelError } from "./failures.ts";
import { planBinary, planLogical, planNot } from "./operators.ts";
import type { Scope, Step } from "./scope.ts";
import type { List, Literal, MapLiteral, Syntax } from "./syntax.ts";
import type { CelScalar, CelValue } from "./value.ts";

/** An expression, ready to run: the order of evaluation, the absorption of errors and the words of errors are cel-go's. */
export function plan(node: Syntax, scope: Scope): Step {
  switch (node.kind) {
    case "literal":
      return planLiteral(node);
    case "identifier":
    case "select":
    case "index":
    case "conditional":
      return planChain(node, scope, plan);
    case "has":
      return planHas(node, scope, plan);
    case "call":
      return planCall(node, scope, plan);
    case "not":
      return planNot(node, scope, plan);
    case "logical":
      return planLogical(node, scope, plan);
    case "binary":
      return planBinary(node, scope, plan);
    case "list":
      return planList(node, scope);
    case "map":
      return planMap(node, scope);
    case "comprehension":
      return planComprehension(node, scope, plan);
  }
}

function planLiteral({ value }: Literal): Step {
  return () => value;
}

function planList({ elements }: List, scope: Scope): Step {
  const steps = elements.map((element) => plan(element, scope));
  return (frame) => steps.map((step) => step(frame));
}

function planMap({ entries }: MapLiteral, scope: Scope): Step {
  const steps = entries.map(([key, value]) => [plan(key, scope), plan(value, scope)] as const);
  return (frame) => new Map(steps.map(([key, value]) => [requireKey(key(frame)), value(frame)]));
}

function requireKey(key: CelValue): CelScalar {
  if (typeof key === "object" || typeof key === "number") throw new CelError("unsupported key type");
  return key;
}
