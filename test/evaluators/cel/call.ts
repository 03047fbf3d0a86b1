import { NotEvaluatedHere, noSuchOverload } from "./failures.ts";
import { type CelFunction, functions, methods } from "./functions.ts";
import { compilePattern, matchesPattern } from "./regular-expression.ts";
import type { Plan, Scope, Step } from "./scope.ts";
import type { Call } from "./syntax.ts";
import { CelOptional, CelType, type CelValue } from "./value.ts";

export function planCall(node: Call, scope: Scope, plan: Plan): Step {
  if (node.receiver !== undefined && (node.name === "or" || node.name === "orValue")) return planAlternative(node, scope, plan);
  const values = node.receiver === undefined ? node.arguments : [node.receiver, ...node.arguments];
  const apply = requireFunction(node, values.length);
  const steps = values.map((value) => plan(value, scope));
  if (node.name === "matches") return planMatches(node, apply, steps);
  return (frame) => apply(...steps.map((step) => step(frame)));
}

/** `a.or(b)`, `a.orValue(b)`: `b` is evaluated only where `a` is none. A null that is there is not absent. */
function planAlternative(node: Call, scope: Scope, plan: Plan): Step {
  const [optional, other] = [node.receiver, node.arguments[0]].map((part) =>
    part === undefined ? undefined : plan(part, scope),
  );
  if (optional === undefined || other === undefined || node.arguments.length > 1) throw unknownFunction(node.name);
  return (frame) => {
    const value = optional(frame);
    if (!(value instanceof CelOptional)) throw noSuchOverload();
    if (value.value === undefined) return other(frame);
    return node.name === "or" ? value : value.value;
  };
}

/** A literal pattern is compiled with the expression, and then other words are used for what is no text. */
function planMatches(node: Call, apply: CelFunction, steps: readonly Step[]): Step {
  const pattern = node.arguments.at(-1);
  if (pattern?.kind !== "literal" || typeof pattern.value !== "string")
    return (frame) => apply(...steps.map((step) => step(frame)));
  const expression = pattern.value;
  compilePattern(expression);
  return (frame) => {
    const text = nativeText(steps[0]?.(frame) ?? null);
    if (text === undefined) throw noSuchOverload();
    return matchesPattern(text, expression);
  };
}

/** cel-go's shortcut for literal patterns looks at the Go value, and that of an optional is what it holds. */
function nativeText(value: CelValue): string | undefined {
  if (value instanceof CelOptional) return value.value === undefined ? undefined : nativeText(value.value);
  if (value instanceof CelType) return value.typeName;
  return typeof value === "string" ? value : undefined;
}

function requireFunction({ name, receiver }: Call, values: number): CelFunction {
  const table = receiver === undefined ? functions : methods;
  const key = `${name}/${values}`;
  const known = Object.hasOwn(table, key) ? table[key] : undefined;
  if (known === undefined) throw unknownFunction(name);
  return known;
}

/** cel-js has these and Kubernetes 1.30 has not: the API server would refuse the policy. */
const notInKubernetes: ReadonlySet<string> = new Set([
  "bind",
  "reverse",
  "flatten",
  "sort",
  "sortBy",
  "distinct",
  "slice",
  "range",
  "first",
  "last",
  "includes",
  "base64",
  "json",
  "hex",
  "at",
]);

function unknownFunction(name: string): NotEvaluatedHere {
  const isForeign = notInKubernetes.has(name) || /^(math|cel|base64|lists)\./.test(name);
  return new NotEvaluatedHere(isForeign ? `Kubernetes 1.30 has no function ${name}` : `the function ${name}`);
}
