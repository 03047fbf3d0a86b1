import type { Mutant } from "./mutant.ts";

const lower = "compiler/lower";

/** Faults in what CEL a rule becomes. */
export const inLowering: readonly Mutant[] = [
  {
    name: "a missing type test of text",
    file: `${lower}/presence.ts`,
    text: `      return is("string");`,
    replacement: `      return literal(true, span);`,
  },
  {
    name: "a missing type test of booleans",
    file: `${lower}/presence.ts`,
    text: `      return is("bool");`,
    replacement: `      return literal(true, span);`,
  },
  {
    name: "doubles are no numbers",
    file: `${lower}/presence.ts`,
    text: `return or(is("int"), is("double"));`,
    replacement: `return is("int");`,
  },
  {
    name: "a double is looked for among whole numbers under its type",
    file: `${lower}/calls/list.ts`,
    text: `isDouble(searched.expression) ? withoutType(searched.expression) : searched.expression`,
    replacement: `searched.expression`,
  },
  {
    name: "|| for ??",
    file: `${lower}/coalesce.ts`,
    text: `expression: plain(value, other.expression), presence`,
    replacement: `expression: value.shape.kind === "string" ? { kind: "conditional", condition: { kind: "binary", operator: "==", left: plain(value), right: { kind: "literal", value: "", span: value.expression.span }, span: value.expression.span }, whenTrue: other.expression, whenFalse: plain(value), span: value.expression.span } : plain(value, other.expression), presence`,
  },
  {
    name: "the fallback of ?? is lost",
    file: `${lower}/coalesce.ts`,
    text: `method(asOptional(first), "or", [asOptional(second)]`,
    replacement: `method(asOptional(first), "or", [asOptional(first)]`,
  },
  {
    name: "a chosen value is there although it was not",
    file: `${lower}/choose.ts`,
    text: `guard: and(test, isDefined(left), span)`,
    replacement: `guard: test`,
  },
  {
    name: "the branches of ? : exchanged",
    file: `${lower}/choose.ts`,
    text: `[optionalOf(first), optionalOf(second)]`,
    replacement: `[optionalOf(second), optionalOf(first)]`,
  },
  {
    name: "absent text equals the empty text",
    file: `${lower}/equality.ts`,
    text: `return constant === "" ? " " : "";`,
    replacement: `return "";`,
  },
  {
    name: "absent booleans equal the literal",
    file: `${lower}/equality.ts`,
    text: `return !constant;`,
    replacement: `return constant;`,
  },
  {
    name: "two absent values are not equal",
    file: `${lower}/equality.ts`,
    text: `and(binary(leftIsDefined, "==", rightIsDefined, span), `,
    replacement: `and(and(leftIsDefined, rightIsDefined), `,
  },
  {
    name: "order of NaN",
    file: `${lower}/ordering.ts`,
    text: `[left, right].filter(mayBeNaN)`,
    replacement: `[left, right].filter(() => false)`,
  },
  {
    name: "minus is plus",
    file: `${lower}/arithmetic.ts`,
    text: `doubleLiteral(-1, span)`,
    replacement: `doubleLiteral(1, span)`,
  },
  {
    name: "what a list is mapped to is as certain as can be",
    file: `${lower}/calls/iterate.ts`,
    text: `typedLevels: value.typedLevels + 1,`,
    replacement: `typedLevels: Infinity,`,
  },
  {
    name: "lists in a list are as certain as the list",
    file: `${lower}/value.ts`,
    text: `return Math.max(0, typedLevels - 1);`,
    replacement: `return typedLevels;`,
  },
  {
    name: "what has been tested once is certain at every level",
    file: `${lower}/value.ts`,
    text: `return Math.max(1, typedLevels);`,
    replacement: `return Math.max(Infinity, typedLevels);`,
  },
  {
    name: "of two lists the first says what is certain",
    file: `${lower}/choose.ts`,
    text: `typedLevels: Math.min(left.typedLevels, right.typedLevels),`,
    replacement: `typedLevels: left.typedLevels,`,
  },
  {
    name: "Array.isArray leaves any[], of which nobody asks whether it is there",
    file: "compiler/source/array-types.ts",
    text: `isArray(value: unknown): value is readonly unknown[];`,
    replacement: `isArray(value: unknown): value is any[];`,
  },
  {
    name: "what a list is mapped to is always there",
    file: `${lower}/calls/iterate.ts`,
    text: `const isAbsent = element === undefined || (element.isAny() ? mayBeAbsent(answer) : isNullable(element));`,
    replacement: `const isAbsent = element === undefined && isNullable(call.node.getType()) && mayBeAbsent(answer);`,
  },
  {
    name: "lists compare by what the first of them holds",
    file: `${lower}/calls/stored-list.ts`,
    text: `const body = hasTypedEntries(receiver) ? equal : ({ ...equal, ofAnyType: true } as const);`,
    replacement: `const body = hasTypedEntries(receiver) ? equal : { ...equal, operator: "!=" as const };`,
  },
  {
    name: "every meets elements of another type",
    file: `${lower}/calls/iterate.ts`,
    text: `if (name !== "all") return and(test, condition);`,
    replacement: `return and(test, condition);`,
  },
  {
    name: "positions count elements of another type",
    file: `${lower}/typed-elements.ts`,
    text: `if (hasTypedEntries(value) || shape.kind !== "list") return list;`,
    replacement: `if (value !== undefined) return list;`,
  },
  {
    name: "Object.keys counts entries of another type",
    file: `${lower}/calls/map.ts`,
    text: `if (hasTypedEntries(map) || map.shape.kind !== "map")`,
    replacement: `if (map !== undefined)`,
  },
  {
    name: "slice to the last but one",
    file: `${lower}/calls/positions.ts`,
    text: `binary(position, "<", celCall(`,
    replacement: `binary(position, "<=", celCall(`,
  },
  {
    name: "a switch takes its first case for the default",
    file: `${lower}/switch.ts`,
    text: `if (group === undefined) return other === undefined ? flow.end() : bodyOf(other);`,
    replacement: `if (group === undefined) return flow.end();`,
  },
  {
    name: "endsWith is startsWith",
    file: `${lower}/calls/text.ts`,
    text: `lower: asks("endsWith")`,
    replacement: `lower: asks("startsWith")`,
  },
  {
    name: "show lets anything through",
    file: `${lower}/calls/shown-text.ts`,
    text: `literal("^[ -~]*$", span)`,
    replacement: `literal("", span)`,
  },
  {
    name: "sorted backwards",
    file: `${lower}/calls/builtins.ts`,
    text: `binary(y, "<", x, span)`,
    replacement: `binary(x, "<", y, span)`,
  },
  {
    name: "narrowed to undefined, and taken for there",
    file: `${lower}/nullable.ts`,
    text: `type.isNullable() || type.isUndefined() || type.isNull()`,
    replacement: `type.isNullable()`,
  },
  {
    name: "a number that CEL cannot write",
    file: `${lower}/coerce.ts`,
    text: `!(Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER)`,
    replacement: `value === undefined`,
  },
];
