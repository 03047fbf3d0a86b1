import { compare, equal, find, isNumber } from "./compare.ts";
import { CelError, NotEvaluatedHere, noSuchOverload } from "./failures.ts";
import type { Plan, Scope, Step } from "./scope.ts";
import type { Binary, BinaryOperator, Logical, Not, Syntax } from "./syntax.ts";
import { type CelValue, isList, isMap } from "./value.ts";

const operators: Readonly<Record<BinaryOperator, (left: CelValue, right: CelValue) => CelValue>> = {
  "==": equal,
  "!=": (left, right) => !equal(left, right),
  "<": (left, right) => compare(left, right, "<") < 0,
  "<=": (left, right) => compare(left, right, "<=") <= 0,
  ">": (left, right) => compare(left, right, ">") > 0,
  ">=": (left, right) => compare(left, right, ">=") >= 0,
  in: contains,
  "+": add,
};

export function planBinary(node: Binary, scope: Scope, plan: Plan): Step {
  const left = plan(node.left, scope);
  const constants = node.operator === "in" ? constantsOf(node.right) : undefined;
  if (constants !== undefined) return membership(left, constants);
  const right = plan(node.right, scope);
  const apply = operators[node.operator];
  return (frame) => apply(left(frame), right(frame));
}

function constantsOf(node: Syntax): readonly CelValue[] | undefined {
  if (node.kind !== "list") return undefined;
  const values = node.elements.flatMap((element) =>
    element.kind === "literal" && element.value !== null ? [element.value] : [],
  );
  return values.length === node.elements.length ? values : undefined;
}

/**
 * `x in ['a', 'b']`. cel-go makes a set of a constant list of scalars (interpreter/decorators.go): between an int and a
 * double beyond 2^53 that is stricter than `==`, which rounds, and in an empty list it does not even look for `x`.
 */
function membership(left: Step, constants: readonly CelValue[]): Step {
  const set = new Set(constants.flatMap(alsoAsOtherNumber));
  return set.size === 0 ? () => false : (frame) => set.has(left(frame));
}

function alsoAsOtherNumber(value: CelValue): readonly CelValue[] {
  if (typeof value === "bigint") return [value, Number(value)];
  return typeof value === "number" && Number.isInteger(value) ? [value, BigInt(value)] : [value];
}

function contains(value: CelValue, container: CelValue): boolean {
  if (isList(container)) return container.some((element) => equal(value, element));
  if (isMap(container)) return find(container, value) !== undefined;
  throw noSuchOverload();
}

function add(left: CelValue, right: CelValue): CelValue {
  if (typeof left === "string" && typeof right === "string") return left + right;
  if (isList(left) && isList(right)) return [...left, ...right];
  if (isNumber(left) && typeof left === typeof right) throw new NotEvaluatedHere("arithmetic");
  const takesPlus = typeof left === "string" || isNumber(left) || isList(left);
  throw takesPlus ? noSuchOverload() : new CelError("no such overload: _+_");
}

export function planNot(node: Not, scope: Scope, plan: Plan): Step {
  const operand = plan(node.operand, scope);
  return (frame) => {
    const value = operand(frame);
    if (typeof value !== "boolean") throw noSuchOverload();
    return !value;
  };
}

/** One operand that decides outweighs an error of the other, on whichever side; of two errors the left one counts. */
export function planLogical(node: Logical, scope: Scope, plan: Plan): Step {
  const operands = [plan(node.left, scope), plan(node.right, scope)];
  const decisive = node.operator === "||";
  return (frame) => {
    let failure: CelError | undefined;
    for (const operand of operands) {
      try {
        const value = operand(frame);
        if (value === decisive) return decisive;
        if (typeof value !== "boolean") failure ??= noSuchOverload();
      } catch (error) {
        if (!(error instanceof CelError)) throw error;
        failure ??= error;
      }
    }
    if (failure !== undefined) throw failure;
    return !decisive;
  };
}
