import { requireDeclaredFields } from "./declared-fields.ts";
import { NotEvaluatedHere, noSuchOverload } from "./failures.ts";
import { qualify } from "./qualify.ts";
import type { Plan, RootName, Scope, Step } from "./scope.ts";
import type { Conditional, Has, Identifier, Index, Select, Syntax } from "./syntax.ts";
import { CelOptional, type CelValue, namedTypes } from "./value.ts";

interface Qualifier {
  readonly key: Step;
  readonly isOptional: boolean;
  /** The last step of `has(...)`: answers whether the key is there. */
  readonly isTest: boolean;
}

/** Where a chain starts. An optional there is opened before the first step, but not the one in a `variables.x`. */
interface Root {
  readonly value: Step;
  readonly opensOptional: boolean;
}

type Chain = Select | Index | Conditional | Identifier;

/**
 * `a.b[c].?d` as cel-go runs it: one root and one chain of steps, and not a result after each step. Two things follow.
 * After a `?` every later step is optional, too. And an optional is opened only at the root: `variables.x.?y`, where x
 * holds an optional, is *none*, whatever x holds (interpreter/attributes.go, applyQualifiers; measured on 1.30 and 1.37).
 */
export function planChain(node: Chain, scope: Scope, plan: Plan): Step {
  return planQualified(node, [], { scope, plan });
}

/** `has(a.b)`: tests the last step only. */
export function planHas(node: Has, scope: Scope, plan: Plan): Step {
  const test: Qualifier = { key: () => node.field, isOptional: false, isTest: true };
  requireDeclaredFields({ ...node, kind: "select", optional: false }, scope);
  const chain = planQualified(node.operand, [test], { scope, plan });
  return (frame) => chain(frame) === true;
}

interface Planning {
  readonly scope: Scope;
  readonly plan: Plan;
}

function planQualified(node: Syntax, qualifiers: readonly Qualifier[], planning: Planning): Step {
  const root = rootOf(node, planning);
  if (root !== undefined) return qualifiers.length === 0 ? root.value : runChain(root, qualifiers);
  if (node.kind === "conditional") return planBranches(node, qualifiers, planning);
  if (node.kind !== "select" && node.kind !== "index") throw new Error(`${node.kind} is no chain`);
  requireDeclaredFields(node, planning.scope);
  return planQualified(node.operand, [qualifierOf(node, planning), ...qualifiers], planning);
}

function qualifierOf(node: Select | Index, { scope, plan }: Planning): Qualifier {
  const key: Step = node.kind === "index" ? plan(node.key, scope) : () => node.field;
  return { key, isOptional: node.optional, isTest: false };
}

/** Undefined where the chain goes on below. */
function rootOf(node: Syntax, { scope, plan }: Planning): Root | undefined {
  if (node.kind === "identifier") return { value: planIdentifier(node, scope), opensOptional: true };
  const variable = variableName(node, scope);
  if (variable !== undefined) return { value: (frame) => frame.activation.variable(variable), opensOptional: false };
  const goesOn = node.kind === "select" || node.kind === "index" || node.kind === "conditional";
  return goesOn ? undefined : { value: plan(node, scope), opensOptional: true };
}

function variableName(node: Syntax, scope: Scope): string | undefined {
  if (node.kind !== "select" || node.optional || node.operand.kind !== "identifier") return undefined;
  return node.operand.name === "variables" && !scope.includes("variables") ? node.field : undefined;
}

function planIdentifier({ name }: Identifier, scope: Scope): Step {
  const depth = scope.lastIndexOf(name);
  if (depth !== -1) return ({ locals }) => locals[depth] as CelValue;
  const type = namedTypes.get(name);
  if (type !== undefined) return () => type;
  if (!isRootName(name)) throw new NotEvaluatedHere(`the name ${name}`);
  return ({ activation }) => activation.root(name);
}

function isRootName(name: string): name is RootName {
  return name === "object" || name === "oldObject" || name === "request" || name === "namespaceObject";
}

function runChain({ value, opensOptional }: Root, qualifiers: readonly Qualifier[]): Step {
  return (frame) => {
    let object = value(frame);
    let isOptional = false;
    if (opensOptional && object instanceof CelOptional) {
      if (object.value === undefined) return object;
      object = object.value;
      isOptional = true;
    }
    for (const { key, isOptional: marks, isTest } of qualifiers) {
      isOptional ||= marks;
      const found = qualify(object, key(frame), isOptional || isTest);
      if (isTest) return found !== undefined;
      if (found === undefined) return CelOptional.none;
      object = found;
    }
    return isOptional ? new CelOptional(object) : object;
  };
}

/** `(c ? a : b).d` is `c ? a.d : b.d` */
function planBranches(node: Conditional, qualifiers: readonly Qualifier[], planning: Planning): Step {
  const condition = planning.plan(node.condition, planning.scope);
  const [whenTrue, whenFalse] = [node.whenTrue, node.whenFalse].map((branch) => planQualified(branch, qualifiers, planning)) as [
    Step,
    Step,
  ];
  return (frame) => {
    const chosen = condition(frame);
    if (typeof chosen !== "boolean") throw noSuchOverload();
    return chosen ? whenTrue(frame) : whenFalse(frame);
  };
}
