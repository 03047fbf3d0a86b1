import { method, literal } from "../../ir/expression.ts";
import { textOr, toDynamic } from "../expressions/coerce.ts";
import { concatenate } from "../expressions/literals.ts";
import {
  type Dynamic,
  type StaticValue,
  type Value,
  dynamic,
  dynamicBoolean,
  dynamicText,
  listValue,
  rejected,
  staticValue,
} from "../value.ts";
import type { CallSite } from "../calls/call.ts";
import type { Scope } from "../scope.ts";
import { changeCase, lowerCase, upperCase } from "./case/letter-case.ts";
import { replaceAll, replaceFirst } from "./replaced/replace.ts";
import { replacePattern } from "./replaced/replace-pattern.ts";
import { askMore, splitByPattern } from "./replaced/split-pattern.ts";
import { atPosition, charAt, textSlice, substring } from "./positions/text-part.ts";
import { textIndexOf, lastIndexOf } from "./positions/text-position.ts";
import { lowerSearch } from "./pattern-methods.ts";
import { lowerMatchAll, lowerMatches, withoutG } from "./all-matches.ts";
import { lowerMatch } from "./matched.ts";
import { pad, repeat } from "./padded.ts";
import { countsCharacters, knowsAlphabets } from "./text-rejections.ts";
import { after } from "../evaluation-order.ts";
import { textForPattern } from "../numbers/text-to-read.ts";

/** As long as text of a policy may become. */
const longest = 100_000;

/** Null where JavaScript fails, or takes for ever. */
function repeated(text: string, count: number): string | null {
  return count >= 0 && text.length * count <= longest ? text.repeat(count) : null;
}

type Padding = readonly [length: number, by?: string];

function paddedKnown(text: string, [length, by]: Padding, side: "padStart" | "padEnd"): string | null {
  return length <= longest ? text[side](length, by) : null;
}

export interface TextMethod {
  /** Most arguments that are understood, of which one is needed unless `least` says otherwise. */
  readonly most: number;
  readonly least?: number;
  /** Of text and arguments that the compiler knows: what JavaScript says, on every machine. Null: too long to say. */
  readonly evaluate?: (text: string, ...args: never[]) => StaticValue["value"] | readonly string[] | null;
  /** Of text that only the cluster knows. */
  readonly lower: (text: Dynamic, args: readonly Value[], call: CallSite) => Value;
}

export const textMethods: Readonly<Record<string, TextMethod>> = {
  startsWith: { most: 1, evaluate: (text, part: string) => text.startsWith(part), lower: asks("startsWith") },
  endsWith: { most: 1, evaluate: (text, part: string) => text.endsWith(part), lower: asks("endsWith") },
  includes: { most: 1, evaluate: (text, part: string) => text.includes(part), lower: asks("contains") },
  split: { most: 1, evaluate: (text, separator: string) => text.split(separator), lower: split },
  concat: { most: 1, evaluate: (text, other: string) => text.concat(other), lower: concat },
  slice: { least: 0, most: 2, evaluate: (text, ...bounds: number[]) => text.slice(...bounds), lower: textSlice },
  substr: { most: 2, evaluate: (text, start: number, length?: number) => partFrom(text, start, length), lower: substr },
  substring: { most: 2, evaluate: (text, start: number, end?: number) => text.substring(start, end), lower: substring },
  at: { most: 1, evaluate: (text, position: number) => text.at(position), lower: atPosition },
  charAt: { most: 1, evaluate: (text, position: number) => text.charAt(position), lower: charAt },
  indexOf: { most: 2, evaluate: (text, part: string, from?: number) => text.indexOf(part, from), lower: textIndexOf },
  lastIndexOf: { most: 1, evaluate: (text, part: string) => text.lastIndexOf(part), lower: lastIndexOf },
  toLowerCase: { least: 0, most: 0, evaluate: (text) => text.toLowerCase(), lower: changeCase(lowerCase) },
  toUpperCase: { least: 0, most: 0, evaluate: (text) => text.toUpperCase(), lower: changeCase(upperCase) },
  trim: { least: 0, most: 0, evaluate: (text) => text.trim(), lower: trim },
  trimStart: { least: 0, most: 0, evaluate: (text) => text.trimStart(), lower: trimStart },
  trimEnd: { least: 0, most: 0, evaluate: (text) => text.trimEnd(), lower: trimEnd },
  trimLeft: { least: 0, most: 0, evaluate: (text) => text.trimStart(), lower: trimStart },
  trimRight: { least: 0, most: 0, evaluate: (text) => text.trimEnd(), lower: trimEnd },
  toString: { least: 0, most: 0, evaluate: (text: string) => text, lower: itself },
  valueOf: { least: 0, most: 0, evaluate: (text: string) => text, lower: itself },
  toWellFormed: { least: 0, most: 0, evaluate: (text) => text.toWellFormed(), lower: itself },
  isWellFormed: { least: 0, most: 0, evaluate: (text) => text.isWellFormed(), lower: () => staticValue(true) },
  replace: { most: 2, least: 2, evaluate: (text, part: string, by: string) => text.replace(part, by), lower: replaceFirst },
  replaceAll: { most: 2, least: 2, evaluate: (text, part: string, by: string) => text.replaceAll(part, by), lower: replaceAll },
  match: { most: 1, lower: onlyPatterns },
  matchAll: { most: 1, lower: onlyPatterns },
  search: { most: 1, lower: onlyPatterns },
  repeat: { most: 1, evaluate: repeated, lower: repeat },
  padStart: { most: 2, evaluate: (text, ...to: Padding) => paddedKnown(text, to, "padStart"), lower: pad("start") },
  padEnd: { most: 2, evaluate: (text, ...to: Padding) => paddedKnown(text, to, "padEnd"), lower: pad("end") },
  normalize: { least: 0, most: 0, evaluate: (text) => text.normalize(), lower: knowsAlphabets },
  localeCompare: { most: 1, lower: knowsAlphabets },
};

/** JavaScript's `substr`, which is deprecated and works. */
function partFrom(text: string, start: number, length?: number): string {
  const from = start < 0 ? Math.max(0, text.length + start) : start;
  return length === undefined ? text.slice(from) : text.slice(from, from + Math.max(0, length));
}

/** `text.substr(2, 3)` is `text.slice(2, 5)`. */
function substr(text: Dynamic, [start = rejected, length]: readonly Value[], call: CallSite): Value {
  const [from, count] = [start, length].map((value) => (value?.kind === "static" ? Number(value.value) : undefined));
  if (from === undefined || !Number.isSafeInteger(from) || (length !== undefined && count === undefined))
    return call.scope.reject("slice-bounds", call.node, { text: call.node.getText() });
  if (count === undefined) return textSlice(text, [start], call);
  if (from < 0) return call.scope.reject("slice-bounds", call.node, { text: call.node.getText() });
  return textSlice(text, [start, staticValue(from + Math.max(0, count))], call);
}

/** Their bounds may be places in a text of any characters. */
const takesPlaces: ReadonlySet<string> = new Set(["slice", "substring", "indexOf"]);

/** Methods that take a pattern. */
const ofPatterns: Readonly<Record<string, typeof lowerMatch>> = {
  match: (text, pattern, call) => (pattern.flags.includes("g") ? lowerMatches : lowerMatch)(text, pattern, call),
  matchAll: lowerMatchAll,
  search: lowerSearch,
};

/** Undefined where text has no such method. */
export function lowerTextMethod(receiver: Value, name: string, call: CallSite): Value | undefined {
  const row = Object.hasOwn(textMethods, name) ? textMethods[name] : undefined;
  if (row === undefined) return undefined;
  const args = call.arguments.map((argument) => argumentOf(argument, takesPlaces.has(name), call.scope));
  if (receiver.kind === "rejected" || args.some(({ kind }) => kind === "rejected")) return rejected;
  const [pattern, ...others] = args;
  const ofPattern = Object.hasOwn(ofPatterns, name) ? ofPatterns[name] : undefined;
  if (ofPattern !== undefined && pattern?.kind === "pattern" && others.length === 0) return ofPattern(receiver, pattern, call);
  if (args.some(({ kind }) => kind === "pattern")) return withPattern(receiver, args, name, call);
  if (args.length > row.most || args.length < (row.least ?? 1))
    return call.scope.reject("too-many-arguments", call.node, { text: call.node.getText() });
  return evaluateKnown(row, { receiver, args, call }) ?? lowerStored(row, { receiver, args, call });
}

/** `startsWith(undefined)` asks for the word. */
function argumentOf(argument: CallSite["arguments"][number], isPlace: boolean, scope: Scope): Value {
  const lowered = isPlace ? scope.lowerAny(argument) : scope.lower(argument);
  const value = lowered.kind === "mixed" || lowered.kind === "shown" ? scope.rejectLimited(lowered) : lowered;
  return value.kind === "dynamic" ? textOr(value, argument, scope) : value;
}

interface Asked {
  readonly receiver: Value;
  readonly args: readonly Value[];
  readonly call: CallSite;
}

function evaluateKnown({ evaluate }: TextMethod, { receiver, args, call }: Asked): Value | undefined {
  if (evaluate === undefined || !isText(receiver) || !args.every((argument) => argument.kind === "static")) return undefined;
  const known = evaluate(receiver.value, ...(args.map((argument) => argument.value) as never[]));
  if (known === null) return call.scope.reject("too-large", call.node, { text: call.node.getText() });
  return Array.isArray(known) ? listValue(known.map(staticValue)) : staticValue(known as StaticValue["value"]);
}

function lowerStored({ lower }: TextMethod, { receiver, args, call }: Asked): Value {
  const text = toDynamic(receiver, call.node, call.scope);
  return text === undefined ? rejected : lower(text, args, call);
}

/** JSON that the API server has read has no half of a character. */
function itself(text: Dynamic): Value {
  return text;
}

/** Means the same on UTF-16 units and on code points. */
function asks(celName: string): TextMethod["lower"] {
  return (text, [argument = rejected], call) => {
    const other = toDynamic(argument, call.node, call.scope);
    if (other === undefined) return rejected;
    return dynamicBoolean(method(text.expression, celName, [other.expression], call.scope.span(call.node)));
  };
}

/** JavaScript and CEL agree on separators of one character or more; `split("")` counts characters. */
function split(text: Dynamic, [separator = rejected]: readonly Value[], call: CallSite): Value {
  if (!isText(separator)) return call.scope.reject("unknown-separator", call.node, { text: call.node.getText() });
  if (separator.value === "" && !text.ascii) return countsCharacters(text, [], call);
  const by = toDynamic(separator, call.node, call.scope);
  if (by === undefined) return rejected;
  const { text: read, demands } = textForPattern(text, call);
  const parts = method(read.expression, "split", [by.expression], call.scope.span(call.node));
  const { showable, ascii } = text;
  // What may stand in a message is short.
  const list = { showable, ascii, small: showable };
  return after(demands, dynamic(parts, { kind: "list", element: { kind: "string" } }, list));
}

/** Methods that ask for a pattern. */
function onlyPatterns(_: Dynamic, _args: readonly Value[], call: CallSite): Value {
  return askMore(call);
}

/** What else JavaScript does with patterns. */
function withPattern(receiver: Value, [pattern, by, ...more]: readonly Value[], name: string, call: CallSite): Value {
  if (pattern?.kind !== "pattern" || more.length > 0) return askMore(call);
  if (name === "split") return by === undefined ? splitByPattern(receiver, pattern, call) : askMore(call);
  if (name === "replaceAll" && !pattern.flags.includes("g")) return withoutG(pattern, call);
  const isReplaced = name === "replace" || name === "replaceAll";
  return isReplaced && by !== undefined ? replacePattern(receiver, [pattern, by], call) : askMore(call);
}

function concat(text: Dynamic, [other = rejected]: readonly Value[], { node, scope }: CallSite): Value {
  return concatenate(text, other, node, scope);
}

export function isText(value: Value): value is StaticValue & { readonly value: string } {
  return value.kind === "static" && typeof value.value === "string";
}

/**
 * JavaScript's white space (ECMA-262, WhiteSpace and LineTerminator): U+FEFF is, U+0085 is not, other than for CEL's
 * `trim`. Of ASCII both take the same.
 */
const nonSpace = "[^\\t-\\r\\pZ\uFEFF]";

function trim(text: Dynamic, _: readonly Value[], call: CallSite): Value {
  if (!text.ascii) return found(text, `${nonSpace}((?s:.*)${nonSpace})?`, call);
  const { text: read, demands } = textForPattern(text, call);
  const trimmed = method(read.expression, "trim", [], call.scope.span(call.node));
  return after(demands, dynamicText(trimmed, { ascii: true, showable: text.showable }));
}

function trimStart(text: Dynamic, _: readonly Value[], call: CallSite): Value {
  return found(text, `${nonSpace}(?s:.*)`, call);
}

function trimEnd(text: Dynamic, _: readonly Value[], call: CallSite): Value {
  return found(text, `(?s:.*)${nonSpace}`, call);
}

/** The first match, which takes as much as it can; nothing where all is white space. */
function found(text: Dynamic, pattern: string, call: CallSite): Value {
  const span = call.scope.span(call.node);
  const { text: read, demands } = textForPattern(text, call);
  const { ascii, showable } = text;
  return after(demands, dynamicText(method(read.expression, "find", [literal(pattern, span)], span), { ascii, showable }));
}
