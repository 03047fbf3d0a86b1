import { type Failure, noSuchOverload } from "../failures.ts";
import { compare } from "../values/compare.ts";
import { isSame } from "../values/equal.ts";
import { findKey } from "../values/keys.ts";
import { type CelValue, isList, isMap } from "../values/value.ts";
import { add, divide, modulo, multiply, negateNumber, subtract } from "../values/arithmetic.ts";
import { type CelFunction, type OverloadRow, define } from "./cel-function.ts";
import type { Trait } from "../values/traits.ts";

const numbers = { int64: "int", uint64: "uint", double: "double" } as const;

const arithmetic: readonly CelFunction[] = [
  operator("_+_", "adder", add, [
    ["add_bytes", "(bytes, bytes): bytes"],
    ["add_double", "(double, double): double"],
    ["add_duration_duration", "(duration, duration): duration"],
    ["add_duration_timestamp", "(duration, timestamp): timestamp"],
    ["add_timestamp_duration", "(timestamp, duration): timestamp"],
    ["add_int64", "(int, int): int"],
    ["add_list", "(list(A), list(A)): list(A)"],
    ["add_string", "(string, string): string"],
    ["add_uint64", "(uint, uint): uint"],
  ]),
  operator("_/_", "divider", divide, ofNumbers("divide", ["double", "int64", "uint64"])),
  operator("_%_", "modder", modulo, ofNumbers("modulo", ["int64", "uint64"])),
  operator("_*_", "multiplier", multiply, ofNumbers("multiply", ["double", "int64", "uint64"])),
  operator("-_", "negator", negateNumber, [
    ["negate_double", "(double): double"],
    ["negate_int64", "(int): int"],
  ]),
  operator("_-_", "subtractor", subtract, [
    ["subtract_double", "(double, double): double"],
    ["subtract_duration_duration", "(duration, duration): duration"],
    ["subtract_int64", "(int, int): int"],
    ["subtract_timestamp_duration", "(timestamp, duration): timestamp"],
    ["subtract_timestamp_timestamp", "(timestamp, timestamp): duration"],
    ["subtract_uint64", "(uint, uint): uint"],
  ]),
];

function operator(
  name: string,
  trait: Trait,
  implementation: (...values: never[]) => CelValue | Failure,
  rows: readonly OverloadRow[],
): CelFunction {
  return define(name, rows, { implementation, trait });
}

function ofNumbers(verb: string, kinds: readonly (keyof typeof numbers)[]): readonly OverloadRow[] {
  return kinds.map((kind) => [`${verb}_${kind}`, `(${numbers[kind]}, ${numbers[kind]}): ${numbers[kind]}`]);
}

const relations: readonly CelFunction[] = [
  relation("_<_", "less", (order) => order < 0),
  relation("_<=_", "less_equals", (order) => order <= 0),
  relation("_>_", "greater", (order) => order > 0),
  relation("_>=_", "greater_equals", (order) => order >= 0),
];

function relation(name: string, verb: string, holds: (order: number) => boolean): CelFunction {
  const compared = (a: CelValue, b: CelValue): boolean | Failure => {
    const order = compare(a, b);
    return typeof order === "number" ? holds(order) : order;
  };
  return operator(name, "comparer", compared, relationRows(verb));
}

/** In cel-go's order: numbers of different types stand beside their own. */
function relationRows(verb: string): readonly OverloadRow[] {
  const pairs = ["int64 int64", "int64 double", "int64 uint64", "uint64 uint64", "uint64 double", "uint64 int64"].concat(
    "double double",
    "double int64",
    "double uint64",
  );
  const crossed = pairs.map((pair): OverloadRow => {
    const [a = "", b = ""] = pair.split(" ");
    return [a === b ? `${verb}_${a}` : `${verb}_${a}_${b}`, `(${typeNamed(a)}, ${typeNamed(b)}): bool`];
  });
  const same = ["string", "bytes", "timestamp", "duration"].map((type): OverloadRow => [
    `${verb}_${type}`,
    `(${type}, ${type}): bool`,
  ]);
  return [[`${verb}_bool`, "(bool, bool): bool"], ...crossed, ...same];
}

function typeNamed(name: string): string {
  return Object.hasOwn(numbers, name) ? numbers[name as keyof typeof numbers] : name;
}

const logic: readonly CelFunction[] = [
  define("_?_:_", [["conditional", "(bool, A, A): A"]]),
  define("_&&_", [["logical_and", "(bool, bool): bool"]]),
  define("_||_", [["logical_or", "(bool, bool): bool"]]),
  define("!_", [["logical_not", "(bool): bool"]], {
    implementation: (value: CelValue) => (typeof value === "boolean" ? !value : noSuchOverload),
  }),
  define("@not_strictly_false", [["not_strictly_false", "(bool): bool"]]),
  define("_==_", [["equals", "(A, A): bool"]]),
  define("_!=_", [["not_equals", "(A, A): bool"]]),
];

const access: readonly CelFunction[] = [
  define("_[_]", [
    ["index_list", "(list(A), int): A"],
    ["index_map", "(map(A, B), A): B"],
  ]),
  define(
    "@in",
    [
      ["in_list", "(A, list(A)): bool"],
      ["in_map", "(A, map(A, B)): bool"],
    ],
    { implementation: contains },
  ),
];

function contains(value: CelValue, container: CelValue): boolean | Failure {
  if (isList(container)) return container.some((element) => isSame(value, element));
  return isMap(container) ? findKey(container, value) !== undefined : noSuchOverload;
}

/** cel-go: common/stdlib/standard.go. What is missing here is planned in a way of its own. */
export const operatorFunctions: readonly CelFunction[] = [...logic, ...arithmetic, ...relations, ...access];
