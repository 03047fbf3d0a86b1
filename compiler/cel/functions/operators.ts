import { Failure, noSuchOverload } from "../failures.ts";
import { compare } from "../values/compare.ts";
import { isSame } from "../values/equal.ts";
import { codePointCount } from "../values/text.ts";
import { CelDuration } from "../values/duration.ts";
import { findKey } from "../values/keys.ts";
import { CelTimestamp } from "../values/timestamp.ts";
import { CelType } from "../values/cel-type.ts";
import { CelOptional, CelUint, type CelValue, isList, isMap } from "../values/value.ts";
import { add, divide, modulo, multiply, negateNumber, subtract } from "../values/arithmetic.ts";
import { type Charges, type Cost, type KubernetesCost, comparison, free, oneUnit, traversal, sizeOf } from "../cost/charges.ts";
import { atMostOne } from "../cost/estimates.ts";
import { type AboutFunction, type CelFunction, type OverloadRow, define } from "./cel-function.ts";

const concatenation: Cost = ([a, b]) => traversal(sizeOf(a) + sizeOf(b));

/** What is neither of CEL itself nor an error is compared for one unit. */
const ofKubernetesValue: KubernetesCost = ([value]) => {
  if (value === undefined || value === null || typeof value !== "object" || value instanceof Failure) return undefined;
  if (isList(value) || isMap(value)) return undefined;
  return ownClasses.some((own) => value instanceof own) ? undefined : 1;
};

const ownClasses = [CelUint, Uint8Array, CelOptional, CelType, CelTimestamp, CelDuration];

const numbers = { int64: "int", uint64: "uint", double: "double" } as const;

const arithmetic: readonly CelFunction[] = [
  operator(
    "_+_",
    { trait: "adder", implementation: add, charges: { celGo: { add_string: concatenation, add_bytes: concatenation } } },
    [
      ["add_bytes", "(bytes, bytes): bytes"],
      ["add_double", "(double, double): double"],
      ["add_duration_duration", "(duration, duration): duration"],
      ["add_duration_timestamp", "(duration, timestamp): timestamp"],
      ["add_timestamp_duration", "(timestamp, duration): timestamp"],
      ["add_int64", "(int, int): int"],
      ["add_list", "(list(A), list(A)): list(A)"],
      ["add_string", "(string, string): string"],
      ["add_uint64", "(uint, uint): uint"],
    ],
  ),
  operator("_/_", { trait: "divider", implementation: divide }, ofNumbers("divide", ["double", "int64", "uint64"])),
  operator("_%_", { trait: "modder", implementation: modulo }, ofNumbers("modulo", ["int64", "uint64"])),
  operator("_*_", { trait: "multiplier", implementation: multiply }, ofNumbers("multiply", ["double", "int64", "uint64"])),
  operator("-_", { trait: "negator", implementation: negateNumber }, [
    ["negate_double", "(double): double"],
    ["negate_int64", "(int): int"],
  ]),
  operator("_-_", { trait: "subtractor", implementation: subtract }, [
    ["subtract_double", "(double, double): double"],
    ["subtract_duration_duration", "(duration, duration): duration"],
    ["subtract_int64", "(int, int): int"],
    ["subtract_timestamp_duration", "(timestamp, duration): timestamp"],
    ["subtract_timestamp_timestamp", "(timestamp, timestamp): duration"],
    ["subtract_uint64", "(uint, uint): uint"],
  ]),
];

function operator(name: string, about: Partial<AboutFunction>, rows: readonly OverloadRow[]): CelFunction {
  return define(name, rows, { charges: oneUnit, ...about });
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
  return operator(name, { trait: "comparer", implementation: compared, charges: ofTexts(verb) }, relationRows(verb));
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

/** Text and bytes up to the end of the shorter. */
function ofTexts(verb: string): Charges {
  return { celGo: { [`${verb}_string`]: comparison, [`${verb}_bytes`]: comparison } };
}

const logic: readonly CelFunction[] = [
  define("_?_:_", [["conditional", "(bool, A, A): A"]], { charges: free, special: "choice" }),
  define("_&&_", [["logical_and", "(bool, bool): bool"]], { charges: free, special: "logical" }),
  define("_||_", [["logical_or", "(bool, bool): bool"]], { charges: free, special: "logical" }),
  define("!_", [["logical_not", "(bool): bool"]], {
    implementation: (value: CelValue) => (typeof value === "boolean" ? !value : noSuchOverload),
    charges: oneUnit,
  }),
  define("@not_strictly_false", [["not_strictly_false", "(bool): bool"]], {
    implementation: (value: CelValue) => (typeof value === "boolean" ? value : true),
    isStrict: false,
    charges: oneUnit,
  }),
  define("_==_", [["equals", "(A, A): bool"]], {
    charges: { celGo: comparison, kubernetes: ofKubernetesValue },
    special: "equality",
  }),
  define("_!=_", [["not_equals", "(A, A): bool"]], { charges: { celGo: comparison }, special: "equality" }),
];

const access: readonly CelFunction[] = [
  define(
    "_[_]",
    [
      ["index_list", "(list(A), int): A"],
      ["index_map", "(map(A, B), A): B"],
    ],
    { charges: oneUnit, special: "access" },
  ),
  define(
    "@in",
    [
      ["in_list", "(A, list(A)): bool"],
      ["in_map", "(A, map(A, B)): bool"],
    ],
    { implementation: contains, charges: { celGo: { in_list: ([, list]) => sizeOf(list) } }, special: "membership" },
  ),
  define("size", sizeRows(), { implementation: size, trait: "sizer", charges: oneUnit, emitted: { estimate: atMostOne } }),
];

function sizeRows(): readonly (readonly [string, string])[] {
  const types = { bytes: "bytes", list: "list(A)", map: "map(A, B)", string: "string" };
  return Object.entries(types).flatMap(([kind, type]) => [
    [`size_${kind}`, `(${type}): int`] as const,
    [`${kind}_size`, `${type}.(): int`] as const,
  ]);
}

/** Text is counted in code points. */
function size(value: CelValue): bigint | Failure {
  if (typeof value === "string") return BigInt(codePointCount(value));
  if (isList(value) || value instanceof Uint8Array) return BigInt(value.length);
  return isMap(value) ? BigInt(value.size) : noSuchOverload;
}

function contains(value: CelValue, container: CelValue): boolean | Failure {
  if (isList(container)) return container.some((element) => isSame(value, element));
  return isMap(container) ? findKey(container, value) !== undefined : noSuchOverload;
}

/** cel-go: common/stdlib/standard.go. What is missing here is planned in a way of its own. */
export const operatorFunctions: readonly CelFunction[] = [...logic, ...arithmetic, ...relations, ...access];
