import type { Span } from "../diagnostics/span.ts";
import { type Expression, call, conditional, literal, sequence } from "../ir/expression.ts";
import { isAscii } from "../ir/expressions/text.ts";
import { mayEnd } from "../ir/expressions/visit.ts";
import type { Leaf, Step } from "./statements/carried/carried.ts";
import {
  type Dynamic,
  type ListValue,
  type ObjectValue,
  type PositionValue,
  type StaticValue,
  type Value,
  dynamic,
  shapeOfScalar,
  isSomething,
} from "./value.ts";

/**
 * TypeScript evaluates constants, arguments and operands when it meets them, CEL when they are needed. The difference
 * shows in one place only: which iteration over too many entries a rule *reaches*. So what iterates over is remembered
 * as having come before (`sequence`), and `ir/expressions/iteration-limit.ts` looks at it in the order of TypeScript.
 */
export function after(before: readonly Expression[], then: Value): Value {
  if (before.length === 0) return then;
  if ("before" in then) return { ...then, before: [...before, ...then.before] };
  switch (then.kind) {
    case "dynamic":
      return afterDynamic(before, then);
    case "static":
      return afterDynamic(before, knownAsDynamic(then.value, before[0] as Expression));
    case "list":
      return listAfter(before, then);
    case "object":
      return objectAfter(before, then);
    case "entries":
      return { ...then, keys: afterDynamic(before, then.keys) };
    case "indexed":
    case "matches":
      return { ...then, list: afterDynamic(before, then.list) };
    case "set":
      return { ...then, list: after(before, then.list) as typeof then.list };
    case "pairs":
      return { ...then, pairs: afterAll(before, then.pairs) };
    case "keyed":
      return { ...then, entries: { ...then.entries, keys: afterDynamic(before, then.entries.keys) } };
    case "position":
      return positionAfter(before, then);
    case "mixed": {
      const { condition, branches } = then.choice;
      return { ...then, truth: after(before, then.truth), choice: { condition: afterDynamic(before, condition), branches } };
    }
    case "shown":
      return { ...then, truth: after(before, then.truth), text: () => chained(before, then.text()) };
    default:
      return then;
  }
}

function listAfter(before: readonly Expression[], then: ListValue): ListValue {
  if (then.elements.length === 0) return { ...then, before };
  return { ...then, elements: then.elements.map((element) => after(before, element)) };
}

function positionAfter(before: readonly Expression[], then: PositionValue): PositionValue {
  const chain = (part: Expression | undefined): Expression | undefined => part && chained(before, part);
  const { expression, isFound, isThere } = then;
  return { ...then, expression: chained(before, expression), isFound: chain(isFound), isThere: chain(isThere) };
}

function objectAfter(before: readonly Expression[], then: ObjectValue): ObjectValue {
  const properties = afterAll(before, then.properties);
  return { ...then, properties, ...(then.sometimes && { sometimes: afterAll(before, then.sometimes) }) };
}

function chained(before: readonly Expression[], last: Expression): Expression {
  return before.reduceRight((rest, iteration) => sequence(iteration, rest), last);
}

function afterAll<Key>(before: readonly Expression[], values: ReadonlyMap<Key, Value>): ReadonlyMap<Key, Value> {
  return new Map([...values].map(([name, value]) => [name, after(before, value)]));
}

function afterDynamic(before: readonly Expression[], value: Dynamic): Dynamic {
  const chain = (last: Expression): Expression => chained(before, last);
  const { presence, shown } = value;
  const later: Dynamic = { ...value, expression: chain(value.expression), shown: shown && (() => chain(shown())) };
  const isNull = typeof value.isNull === "string" ? value.isNull : chain(value.isNull);
  return presence.kind === "guarded" ? { ...later, isNull, presence: { kind: "guarded", guard: chain(presence.guard) } } : later;
}

function knownAsDynamic(value: StaticValue["value"], { span }: Expression): Dynamic {
  if (isSomething(value))
    return dynamic(knownScalar(value, span), shapeOfScalar(value), { showable: true, ascii: isAscii(String(value)) });
  return { ...neverThere(span), isNull: value === null ? "where absent" : "never" };
}

/** CEL has no literal for NaN and what is infinite. */
function knownScalar(value: string | number | boolean, span: Span): Expression {
  const hasLiteral = typeof value !== "number" || Number.isFinite(value);
  return hasLiteral ? literal(value, span) : call("double", [literal(String(value), span)], span);
}

/** `undefined` as CEL: a value that is never asked for. */
export function neverThere(span: Span): Dynamic {
  const never = { kind: "guarded", guard: literal(false, span) } as const;
  return dynamic(literal(null, span), { kind: "unknown" }, { presence: never });
}

/** An `undefined` or `null` that the compiler knows, after an iteration perhaps: it has no type of its own. */
export function isNeverThere({ presence, expression }: Dynamic): boolean {
  return presence.kind === "guarded" && (isFalse(presence.guard) || isNullLiteral(expression));
}

/** What `knownAsDynamic` makes of an `undefined`, also in one branch of a choice whose other is none. */
function isNullLiteral(node: Expression): boolean {
  if (node.kind === "local") return isNullLiteral(node.definition);
  return node.kind === "sequence" ? isNullLiteral(node.then) : node.kind === "literal" && node.value === null;
}

function isFalse(node: Expression): boolean {
  if (node.kind === "local") return isFalse(node.definition);
  return node.kind === "sequence" ? isFalse(node.then) : node.kind === "literal" && node.value === false;
}

/** What evaluating the value iterates, in order. */
export function iterationsOf(value: Value): readonly Expression[] {
  switch (value.kind) {
    case "list":
      return [...(value.before ?? []), ...value.elements.flatMap(iterationsOf)];
    case "object":
      return [...value.properties.values()].flatMap(iterationsOf);
    case "entries":
      return iterationsOf(value.keys);
    case "carried":
      return [...value.before, ...iterationsOfStep(value.step)];
    case "indexed":
    case "matches":
      return iterationsOf(value.list);
    case "flat":
    case "made objects":
      return [...iterationsOf(value.list), ...value.before];
    case "set":
      return iterationsOf(value.list);
    case "pairs":
      return [...value.pairs.values()].flatMap(iterationsOf);
    case "keyed":
      return iterationsOf(value.entries);
    default:
      return [wholeOf(value) ?? []].flat().filter(mayEnd);
  }
}

/** All that is worked out of a value that is one expression. */
function wholeOf(value: Value): Expression | undefined {
  if (value.kind === "position") return value.expression;
  if (value.kind !== "dynamic") return undefined;
  const { presence, expression, isNull } = value;
  if (presence.kind !== "guarded") return expression;
  // Of `test ? null : undefined` nothing else holds the test.
  const whenAbsent = isFalse(presence.guard) && typeof isNull !== "string" ? isNull : literal(null, expression.span);
  return conditional(presence.guard, [expression, whenAbsent], expression.span);
}

/**
 * Whether evaluating the value may iterate over a stored collection, so that *when* TypeScript evaluates it matters.
 */
export function iterations(value: Value): boolean {
  return iterationsOf(value).length > 0;
}

/** TypeScript evaluates arguments before the body, CEL when they are needed: only the limit on iterations can tell. */
export function afterIterating(first: readonly Value[], then: Value): Value {
  return after(first.flatMap(iterationsOf), then);
}

/** What TypeScript evaluates for one element of a loop. */
export function iterationsOfStep(step: Step): readonly Expression[] {
  if (step.does !== "choose") return valuesOf(step).flatMap(iterationsOf);
  return iterationsOfChoice(step.condition, step.branches.map(iterationsOfStep));
}

/** What is worked out of a choice whose branches iterate over these. */
export function iterationsOfChoice(condition: Dynamic, ofBranches: readonly (readonly Expression[])[]): readonly Expression[] {
  const { span } = condition.expression;
  const [whenTrue, whenFalse] = ofBranches.map((branch) => chained(branch, literal(true, span)));
  const inBranches = conditional(condition.expression, [whenTrue ?? literal(true, span), whenFalse ?? literal(true, span)], span);
  return mayEnd(inBranches) ? [inBranches] : [];
}

function valuesOf(step: Leaf): readonly Value[] {
  if ("value" in step) return [step.value];
  if ("values" in step) return step.values;
  if ("texts" in step) return step.texts;
  return "lists" in step ? step.lists : [];
}
