import { Failure, NotEvaluatedHere } from "../failures.ts";
import { fixedDigits } from "../values/doubles.ts";
import { CelUint, type CelValue, runtimeType } from "../values/value.ts";
import type { Verb } from "./read-format.ts";

/** The words for each verb, and the types that it takes (cel-go: ext/formatting.go). */
const taken = {
  d: "decimal clause can only be used on integers",
  f: "fixed-point clause can only be used on doubles",
  e: "scientific clause can only be used on doubles",
  b: "only integers and bools can be formatted as binary",
  x: "only integers, byte buffers, and strings can be formatted as hex",
  X: "only integers, byte buffers, and strings can be formatted as hex",
  o: "octal clause can only be used on integers",
} as const;

type NumberVerb = Exclude<Verb, "s">;

export function formatNumber(value: CelValue, verb: NumberVerb, precision = 6): string | Failure {
  const text = verb === "f" || verb === "e" ? formatReal(value, verb, precision) : formatWhole(value, verb);
  return text ?? wrongType(verb, runtimeType(value).typeName);
}

export function wrongType(verb: NumberVerb, typeName: string): Failure {
  return new Failure(`${taken[verb]}, was given ${typeName}`);
}

const radixes = { d: 10, b: 2, x: 16, X: 16, o: 8 } as const;

function formatWhole(value: CelValue, verb: keyof typeof radixes): string | undefined {
  const whole = value instanceof CelUint ? value.value : value;
  const text = typeof whole === "bigint" ? whole.toString(radixes[verb]) : formatOther(value, verb);
  return verb === "X" ? text?.toUpperCase() : text;
}

function formatOther(value: CelValue, verb: keyof typeof radixes): string | undefined {
  if (verb === "b") return typeof value === "boolean" ? String(Number(value)) : undefined;
  const isHexadecimal = verb === "x" || verb === "X";
  if (!isHexadecimal || !(typeof value === "string" || value instanceof Uint8Array)) return undefined;
  return Buffer.from(value as string).toString("hex");
}

const special: ReadonlyMap<CelValue, number> = new Map<CelValue, number>([
  ["NaN", Number.NaN],
  ["Infinity", Infinity],
  ["-Infinity", -Infinity],
]);

/** How many places the library that cel-go uses here can hold. */
const maxPlaces = 200;

function formatReal(value: CelValue, verb: "f" | "e", places: number): string | undefined {
  const number = typeof value === "number" ? value : special.get(value);
  if (number === undefined) return undefined;
  // `1.5×10⁰³`, with narrow spaces or without: that is up to golang.org/x/text, as is the width of what is no number.
  if (verb === "e") throw new NotEvaluatedHere("`%e` in a format, which differs between versions of Kubernetes");
  if (places > maxPlaces) throw new NotEvaluatedHere(`${places} places in a format`);
  if (Number.isNaN(number)) return "NaN";
  const sign = number < 0 ? "-" : "";
  if (!Number.isFinite(number)) return `${sign}∞`;
  return sign + grouped(fixedDigits(number, places));
}

/** As in English: `1,234,567.5`. */
function grouped(digits: string): string {
  const [whole = "", fraction] = digits.split(".");
  const groups = whole.replaceAll(/\B(?=(\d{3})+$)/g, ",");
  return fraction === undefined ? groups : `${groups}.${fraction}`;
}
