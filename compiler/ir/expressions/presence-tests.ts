import { type Binary, type Call, type Conditional, type Expression, binary, call } from "../expression.ts";
import { identity } from "./identity.ts";
import { isBooleanInCel } from "./type-in-cel.ts";

type Junction = "&&" | "||";

/**
 * The same operands without tests for presence that what follows makes anyway:
 *
 *     x.hasValue() && x.orValue([]).exists(...)                      x.orValue([]).exists(...)
 *     !x.hasValue() || x.orValue([]).all(...)                        x.orValue([]).all(...)
 *     x.hasValue() && x.orValue('') in ['a', 'b']                    x.orValue('') in ['a', 'b']
 *     x.hasValue() && x.orValue('') == oldObject.metadata.uid        x == optional.of(oldObject.metadata.uid)
 */
export function withoutPresenceTests(operands: readonly Expression[], operator: Junction): readonly Expression[] {
  const kept: Expression[] = [];
  // From the right, so that what follows a test is in its last form.
  for (const operand of operands.toReversed()) {
    const tested = presenceTested(operand, operator);
    const next = tested && kept.at(-1);
    const joined = tested && next && comparedWhole(tested, next, operator);
    if (joined !== undefined) kept[kept.length - 1] = joined;
    else if (tested === undefined || !decideWhereAbsent(tested, kept.toReversed(), operator)) kept.push(operand);
  }
  return kept.toReversed();
}

/** `x` of `x.hasValue() && ...` and of `!x.hasValue() || ...` */
function presenceTested(operand: Expression, operator: Junction): Expression | undefined {
  if (operand.kind === "local") return presenceTested(operand.definition, operator);
  if (operator === "||") return operand.kind === "not" ? presenceTested(operand.operand, "&&") : undefined;
  const test = operand;
  return test?.kind === "call" && test.function === "hasValue" ? test.receiver : undefined;
}

function decideWhereAbsent(tested: Expression, following: readonly Expression[], operator: Junction): boolean {
  const [first] = following.filter((operand) => whereAbsent(identity(tested), operand) !== (operator === "&&"));
  return first !== undefined && isBooleanInCel(first) && whereAbsent(identity(tested), first) === (operator === "||");
}

/** What `node` is where `tested` is absent, if that is known, and no part of it that is evaluated can be an error. */
function whereAbsent(tested: string, node: Expression): boolean | undefined {
  switch (node.kind) {
    case "local":
      return whereAbsent(tested, node.definition);
    case "not": {
      const operand = whereAbsent(tested, node.operand);
      return operand === undefined ? undefined : !operand;
    }
    case "binary":
      if (node.operator === "&&" || node.operator === "||") return eitherWhereAbsent(tested, node);
      return node.operator === "in" ? isOneWhereAbsent(tested, node) : sizeWhereAbsent(tested, node);
    case "call":
      return node.function === "hasValue" && node.receiver !== undefined && identity(node.receiver) === tested
        ? false
        : undefined;
    case "comprehension":
      if (node.method !== "exists" && node.method !== "all") return undefined;
      return isEmptyWhereAbsent(tested, node.range) ? node.method === "all" : undefined;
    default:
      return undefined;
  }
}

function eitherWhereAbsent(tested: string, { operator, left, right }: Binary): boolean | undefined {
  const first = whereAbsent(tested, left);
  const decides = operator === "||";
  return first === undefined || first === decides ? first : whereAbsent(tested, right);
}

/** `size(x.orValue([])) <= 100` */
function sizeWhereAbsent(tested: string, { operator, left, right }: Binary): boolean | undefined {
  if (left.kind !== "call" || left.function !== "size" || right.kind !== "literal") return undefined;
  const [list] = left.arguments;
  const isEmpty = list !== undefined && isEmptyWhereAbsent(tested, list);
  if (!isEmpty || typeof right.value !== "number") return undefined;
  if (operator === "<=") return right.value >= 0;
  if (operator === ">") return right.value < 0;
  return operator === "==" ? right.value === 0 : undefined;
}

/** `x.orValue('') in ['a', 'b']`, `'a' in x.orValue([])` */
function isOneWhereAbsent(tested: string, { left, right }: Pick<Binary, "left" | "right">): boolean | undefined {
  if (left.kind === "literal" && isEmptyWhereAbsent(tested, right)) return false;
  if (left.kind === "local") return isOneWhereAbsent(tested, { left: left.definition, right });
  if (left.kind !== "call" || left.function !== "orValue" || left.receiver === undefined) return undefined;
  const [otherwise] = left.arguments;
  if (identity(left.receiver) !== tested || otherwise?.kind !== "literal" || right.kind !== "list") return undefined;
  const values = right.elements.map((element) => (element.kind === "literal" ? element.value : undefined));
  return values.includes(undefined) ? undefined : values.includes(otherwise.value);
}

/** Whether `x.hasValue() ? list : []` is `list`, as where it is `x.orValue([]).map(...)`. */
export function isEmptyAnyway({ condition, whenTrue, whenFalse }: Conditional): boolean {
  const tested = presenceTested(condition, "&&");
  return tested !== undefined && isEmptyList(whenFalse) && isEmptyWhereAbsent(identity(tested), whenTrue);
}

const isEmptyList = (node: Expression): boolean => node.kind === "list" && node.elements.length === 0;

function isEmptyWhereAbsent(tested: string, list: Expression): boolean {
  if (list.kind === "local") return isEmptyWhereAbsent(tested, list.definition);
  if (list.kind === "comprehension") return ["map", "filter"].includes(list.method) && isEmptyWhereAbsent(tested, list.range);
  if (list.kind === "conditional") {
    const holds = whereAbsent(tested, list.condition);
    return holds !== undefined && isEmptyWhereAbsent(tested, holds ? list.whenTrue : list.whenFalse);
  }
  if (list.kind !== "call" || list.function !== "orValue" || list.receiver === undefined) return false;
  const [otherwise] = list.arguments;
  return identity(list.receiver) === tested && otherwise !== undefined && isEmptyList(otherwise);
}

/** `x == optional.of(y)` for a comparison that follows the test. */
function comparedWhole(tested: Expression, next: Expression, operator: Junction): Expression | undefined {
  if (next.kind !== "binary" || next.operator !== (operator === "&&" ? "==" : "!=") || next.ofAnyType === true) return undefined;
  const [value, other] = isDefaulted(next.left, tested) ? [next.left, next.right] : [next.right, next.left];
  if (!isDefaulted(value, tested) || !isAlwaysThere(other)) return undefined;
  return binary(tested, next.operator, call("optional.of", [other], next.span), next.span);
}

/** `x.orValue('')` */
function isDefaulted(node: Expression, tested: Expression): node is Call {
  if (node.kind === "local") return isDefaulted(node.definition, tested);
  if (node.kind !== "call" || node.function !== "orValue" || node.receiver === undefined) return false;
  const [otherwise] = node.arguments;
  return otherwise?.kind === "literal" && typeof otherwise.value === "string" && identity(node.receiver) === identity(tested);
}

/** `oldObject.metadata.uid`, which is evaluated now whether or not the other is there. */
function isAlwaysThere(node: Expression): boolean {
  if (node.kind === "local") return isAlwaysThere(node.definition);
  if (node.kind !== "select" || node.optional || (node.field !== "uid" && node.field !== "name")) return false;
  const { operand: metadata } = node;
  if (metadata.kind !== "select" || metadata.optional || metadata.field !== "metadata") return false;
  return metadata.operand.kind === "identifier" && ["oldObject", "params"].includes(metadata.operand.name);
}
