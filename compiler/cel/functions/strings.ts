import { Failure, NotEvaluatedHere, noSuchOverload } from "../failures.ts";
import { codePointCount, trimSpace } from "../values/text.ts";
import { type CelValue, runtimeType } from "../values/value.ts";
import {
  type Charges,
  type Cost,
  ofElements,
  ofFirst,
  oneUnit,
  traversal,
  twice,
  twiceFirst,
  plainSizeOf,
  sizeOf,
} from "../cost/charges.ts";
import { type Estimate, atMostOne, ofArgument, ofJoined, ofTarget, replacement, search, twiceTarget } from "../cost/estimates.ts";
import { type AboutFunction, type CelFunction, define } from "./cel-function.ts";
import { quoteForCel } from "../format/quote.ts";
import { formatNumber } from "../format/format-number.ts";
import { formatValue } from "../format/format-value.ts";
import { readFormat } from "../format/read-format.ts";

/** A part of the text, or the whole of it otherwise written. */
const partOfText: AboutFunction = { charges: { kubernetes: ofFirst }, emitted: { estimate: ofTarget, text: "target" } };

const ofText: Charges = { celGo: ([text]) => traversal(sizeOf(text)) };
const ofAffix: Cost = ([, affix]) => traversal(sizeOf(affix));
const found: AboutFunction = { charges: { kubernetes: ofElements }, emitted: { estimate: search } };

/** cel-go: common/stdlib/standard.go; ext/strings.go, version 2. Offsets are code points. */
export const stringFunctions: readonly CelFunction[] = [
  test("contains", {
    holds: (text, other) => text.includes(other),
    cost: ([text, other]) => traversal(sizeOf(text)) * traversal(sizeOf(other)),
    estimate: search,
  }),
  test("endsWith", { holds: (text, end) => text.endsWith(end), cost: ofAffix, estimate: ofArgument }),
  test("startsWith", { holds: (text, start) => text.startsWith(start), cost: ofAffix, estimate: ofArgument }),
  define("charAt", [["string_char_at_int", "string.(int): string", charAt]], {
    charges: oneUnit,
    emitted: { estimate: atMostOne, text: "target" },
  }),
  define(
    "indexOf",
    [
      ["string_index_of_string", "string.(string): int", (text: string, part: string) => indexOf(text, part, 0n)],
      ["string_index_of_string_int", "string.(string, int): int", indexOf],
    ],
    found,
  ),
  define(
    "lastIndexOf",
    [
      ["string_last_index_of_string", "string.(string): int", lastIndexOfAnywhere],
      ["string_last_index_of_string_int", "string.(string, int): int", lastIndexOf],
    ],
    found,
  ),
  define(
    "lowerAscii",
    [["string_lower_ascii", "string.(): string", (text: string) => text.replaceAll(/[A-Z]+/g, (part) => part.toLowerCase())]],
    partOfText,
  ),
  define(
    "upperAscii",
    [["string_upper_ascii", "string.(): string", (text: string) => text.replaceAll(/[a-z]+/g, (part) => part.toUpperCase())]],
    partOfText,
  ),
  define(
    "replace",
    [
      [
        "string_replace_string_string",
        "string.(string, string): string",
        (text: string, old: string, to: string) => replace(text, old, to, -1n),
      ],
      ["string_replace_string_string_int", "string.(string, string, int): string", replace],
    ],
    { charges: { kubernetes: twiceFirst }, emitted: { estimate: replacement, text: "replaced" } },
  ),
  define(
    "split",
    [
      ["string_split_string", "string.(string): list(string)", (text: string, separator: string) => split(text, separator, -1n)],
      ["string_split_string_int", "string.(string, int): list(string)", split],
    ],
    { charges: { kubernetes: twiceFirst }, emitted: { estimate: twiceTarget, text: "target" } },
  ),
  define(
    "substring",
    [
      ["string_substring_int", "string.(int): string", (text: string, start: bigint) => substring(text, start, undefined)],
      ["string_substring_int_int", "string.(int, int): string", substring],
    ],
    partOfText,
  ),
  define("trim", [["string_trim", "string.(): string", trimSpace]], partOfText),
  define("format", [["string_format", "string.(list(dyn)): string", formatText]], { charges: ofText }),
  define("strings.quote", [["strings_quote", "(string): string", quoteForCel]], { charges: ofText }),
  define(
    "join",
    [
      ["list_join", "list(string).(): string", (list: readonly CelValue[]) => join(list, "")],
      ["list_join_string", "list(string).(string): string", join],
    ],
    { charges: { kubernetes: (_, result) => twice(plainSizeOf(result)) }, emitted: { estimate: ofJoined, text: "joined" } },
  ),
];

interface TextTest {
  readonly holds: (text: string, other: string) => boolean;
  readonly cost: Cost;
  readonly estimate: Estimate;
}

/** It looks at its values itself, and then names neither the function nor the types. */
function test(name: string, { holds, cost, estimate }: TextTest): CelFunction {
  const id = `${name.replace(/[A-Z]/, (letter) => `_${letter.toLowerCase()}`)}_string`;
  const onTexts = (text: CelValue, other: CelValue): boolean | Failure =>
    typeof text === "string" && typeof other === "string" ? holds(text, other) : noSuchOverload;
  return define(name, [[id, "string.(string): bool", onTexts]], {
    isGuarded: false,
    charges: { celGo: cost },
    emitted: { estimate },
  });
}

function outOfRange(index: bigint): Failure {
  return new Failure(`index out of range: ${index}`);
}

function charAt(text: string, index: bigint): string | Failure {
  const points = Array.from(text);
  if (index < 0n || index > points.length) return outOfRange(index);
  return points[Number(index)] ?? "";
}

function indexOf(text: string, part: string, from: bigint): bigint | Failure {
  if (from < 0n) return outOfRange(from);
  const count = codePointCount(text);
  if (part === "") return from > count ? BigInt(count) : from;
  if (from >= count) return -1n;
  return codePointAt(text, text.indexOf(part, unitAt(text, Number(from))));
}

/** From the start, not the end: an empty text holds nothing but the empty one. */
function lastIndexOfAnywhere(text: string, part: string): bigint | Failure {
  const count = BigInt(codePointCount(text));
  if (part === "") return count;
  return Buffer.byteLength(text) < Buffer.byteLength(part) ? -1n : lastIndexOf(text, part, count - 1n);
}

function lastIndexOf(text: string, part: string, from: bigint): bigint | Failure {
  if (from < 0n) return outOfRange(from);
  const count = codePointCount(text);
  if (part === "") return from > count ? BigInt(count) : from;
  return from >= count ? -1n : codePointAt(text, text.lastIndexOf(part, unitAt(text, Number(from))));
}

/** The UTF-16 offset of a code point. */
function unitAt(text: string, index: number): number {
  let unit = 0;
  for (let point = 0; point < index; point += 1) unit += (text.codePointAt(unit) ?? 0) > 0xffff ? 2 : 1;
  return unit;
}

function codePointAt(text: string, unit: number): bigint {
  return unit === -1 ? -1n : BigInt(codePointCount(text.slice(0, unit)));
}

/** Go: strings.Replace; the empty text is found before each code point and at the end. */
function replace(text: string, old: string, to: string, most: bigint): string {
  if (most === 0n || old === to) return text;
  const parts = old === "" ? ["", ...Array.from(text), ""] : text.split(old);
  const gaps = parts.length - 1;
  const replaced = most < 0n || most > gaps ? gaps : Number(most);
  const head = parts.slice(0, replaced + 1).join(to);
  return [head, ...parts.slice(replaced + 1)].join(old);
}

/** Go: strings.SplitN; without a separator the parts are code points, and those of an empty text are none. */
function split(text: string, separator: string, most: bigint): readonly string[] {
  if (most === 0n) return [];
  const parts = separator === "" ? Array.from(text) : text.split(separator);
  if (most < 0n || BigInt(parts.length) <= most) return parts;
  const kept = Number(most) - 1;
  return [...parts.slice(0, kept), parts.slice(kept).join(separator)];
}

function substring(text: string, start: bigint, end: bigint | undefined): string | Failure {
  const points = Array.from(text);
  if (end !== undefined && start > end) return new Failure(`invalid substring range. start: ${start}, end: ${end}`);
  for (const index of [start, end ?? start]) if (index < 0n || index > points.length) return outOfRange(index);
  return points.slice(Number(start), end === undefined ? undefined : Number(end)).join("");
}

function join(list: readonly CelValue[], separator: string): string | Failure {
  const wrong = list.find((element) => typeof element !== "string");
  return wrong === undefined ? list.join(separator) : new Failure(`join: invalid input: ${shown(wrong)}`);
}

/** As Go's `%v` shows it. */
function shown(value: CelValue): string {
  if (typeof value === "bigint" || typeof value === "boolean") return String(value);
  throw new NotEvaluatedHere(`the words of the error of join over a ${runtimeType(value).typeName}`);
}

/** `text.format(list)` (cel-go: ext/formatting.go, parseFormatString). */
function formatText(template: string, values: readonly CelValue[]): string | Failure {
  return readFormat(template, {
    hasArgument: (index) => index < values.length,
    size: values.length,
    format: ({ verb, precision }, index) => {
      const value = values[index] ?? null;
      return verb === "s" ? formatValue(value) : formatNumber(value, verb, precision);
    },
  });
}
