import {
  UnreadText,
  isLonger,
  matchProblem,
  matchTextLimit,
  patternProblem,
  requirePrintable,
  requireReadable,
  requireShort,
} from "../../../language/parse/number-in-text.ts";
import { splitLimit, withLimit } from "../../../language/limits.ts";
import { plainPattern } from "../../../language/parse/plain-pattern.ts";
import { inForce } from "./in-force.ts";
import { type Replaced, looking, lookingAtExec } from "./replaced-methods.ts";

/** As JavaScript has them where no rule runs. */
const own = { parseInt, parseFloat, Number, BigInt, String };

const readWhole = ["trim", "trimStart", "trimEnd", "trimLeft", "trimRight", "toLowerCase", "toUpperCase"] as const;

/** For rules whose patterns, `trim` and the like read no texts of more than so many characters, besides the others. */
export const limitedPatterns = Object.fromEntries(
  readWhole.map((name) => [name, looking(String.prototype[name], requireFewCharacters)]),
);

function requireFewCharacters(text: unknown): void {
  const { mostText } = inForce.limits;
  if (mostText !== undefined && isLonger(String(text), mostText)) throw new UnreadText(patternProblem(mostText));
}

/** Of a pattern that says no more than a text or some characters the text may have any length. */
function requireDivisible(text: unknown, by: unknown): void {
  if (by instanceof RegExp && plainPattern(by.source, by.flags) === undefined) requireMatchable(text);
}

function requireReplaceable(text: unknown, by: unknown): void {
  requireDivisible(text, by);
  if (by instanceof RegExp) requireFewCharacters(text);
}

function requireMatchable(text: unknown): void {
  if (isLonger(String(text), matchTextLimit)) throw new UnreadText(matchProblem);
}

function limitedParseInt(value: unknown, radix?: number): number {
  if (!inForce.limits.isOfRule) return own.parseInt(value as string, radix);
  const text = own.String(value);
  if (radix === undefined || radix === 0) requireReadable("parseInt", text);
  else requireShort(text);
  return own.parseInt(text, radix);
}

function limitedParseFloat(value: unknown): number {
  if (!inForce.limits.isOfRule) return own.parseFloat(value as string);
  const text = own.String(value);
  requireReadable("parseFloat", text);
  return own.parseFloat(text);
}

/** The same function with all that hangs on it, but for text that it may not read. */
function limit<F extends typeof Number | typeof BigInt>(name: "Number" | "BigInt", original: F): F {
  return new Proxy(original, {
    apply: (target, self, args: unknown[]) => {
      const [value] = args;
      // BigInt throws of what is absent; CEL has the word.
      const isRead = typeof value === "string" || (name === "BigInt" && (value === undefined || value === null));
      if (isRead && inForce.limits.isOfRule) requireReadable(name, String(value));
      return Reflect.apply(target as (...all: unknown[]) => unknown, self, args);
    },
    get: (target, key) => methods.get(key) ?? (Reflect.get(target, key) as unknown),
  });
}

const methods: ReadonlyMap<string | symbol, unknown> = new Map([
  ["parseInt", limitedParseInt],
  ["parseFloat", limitedParseFloat],
]);

const limited = {
  parseInt: limitedParseInt,
  parseFloat: limitedParseFloat,
  Number: limit("Number", own.Number),
  BigInt: limit("BigInt", own.BigInt),
  String: new Proxy(own.String, {
    apply: (target, self, args: unknown[]) => {
      const [value] = args;
      if (typeof value === "number" && inForce.limits.isOfRule) requirePrintable(value);
      return Reflect.apply(target, self, args);
    },
  }),
};

const { split } = String.prototype as { readonly split: (this: string, separator: string | RegExp, most?: number) => string[] };

/**
 * `split` that limits the parts of a text as stored lists are limited. A stored list has a view that counts; a text is
 * a text for TypeScript, so that `split` has to count.
 */
const splitWithLimit = function (this: string, separator: string | RegExp, most?: number): string[] {
  const { parts: limits } = inForce.limits;
  const parts = split.call(this, separator, most);
  if (parts.length <= limits.most && !isLong(ofOneSeparator(this, separator))) return parts;
  return withLimit(parts, limits.isByPosition ? "length tells a loop" : "length is known");
};

/** CEL makes one character of two before it divides the text. */
function ofOneSeparator(text: string, separator: string | RegExp): string {
  const isOfLines = separator instanceof RegExp && separator.source === String.raw`\r?\n`;
  return isOfLines && text.length > splitLimit ? split.call(text, "\r\n").join("\n") : text;
}

/** By characters, as CEL counts: some of them are two units, and none is more. */
function isLong(text: string): boolean {
  return text.length > 2 * splitLimit || (text.length > splitLimit && Array.from(text).length > splitLimit);
}

const ofTexts = String.prototype;

/**
 * Functions that read numbers and parts from text, for rules: they read no more than CEL does, and throw `UnreadText`
 * where they would have to.
 */
export const limitedTexts: Omit<Replaced, "Date" | "toISOString"> = {
  ...limited,
  match: looking(ofTexts.match, requireMatchable),
  matchAll: looking(ofTexts.matchAll, requireMatchable),
  replace: looking(ofTexts.replace, requireReplaceable),
  replaceAll: looking(ofTexts.replaceAll, requireReplaceable),
  search: looking(ofTexts.search),
  split: looking(splitWithLimit, (text, by) => {
    requireDivisible(text, by);
    requireFewCharacters(text);
  }),
  exec: lookingAtExec(requireMatchable),
  test: looking(RegExp.prototype.test, (_, text) => requireFewCharacters(text)),
};
