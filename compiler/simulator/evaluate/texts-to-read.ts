import {
  UnreadText,
  isLonger,
  matchProblem,
  matchTextLimit,
  patternProblem,
  requirePrintable,
  requireReadable,
  requireShort,
} from "../../language/parse/number-in-text.ts";
import { plainPattern } from "../../language/parse/plain-pattern.ts";
import { replace, replaceExec } from "./replaced-methods.ts";

/** As JavaScript has them where no rule runs. */
const own = { parseInt, parseFloat, Number, BigInt, String };

/**
 * What `run` gives, while functions that read numbers and parts from text read no more than CEL does, and throw
 * `UnreadText` where they would have to. Rules are synchronous, so that nobody else sees the replacements.
 */
export function limitingTexts<T>(run: () => T, most?: number): T {
  return limitingPatterns(() => limitingNumbers(run), most);
}

function limitingNumbers<T>(run: () => T): T {
  const { parseInt: int, parseFloat: float, Number: number, BigInt: bigInt, String: string } = globalThis;
  Object.assign(globalThis, limited);
  const replaced = [
    ...(["match", "matchAll"] as const).map((name) => replace(String.prototype, name, requireMatchable)),
    ...takesPattern.map((name) => replace(String.prototype, name, requireDivisible)),
    replace(String.prototype, "search"),
    replace(RegExp.prototype, "test"),
    replaceExec(requireMatchable),
  ];
  try {
    return run();
  } finally {
    for (const putBack of replaced) putBack();
    Object.assign(globalThis, { parseInt: int, parseFloat: float, Number: number, BigInt: bigInt, String: string });
  }
}

const readsText = ["split", "trim", "trimStart", "trimEnd", "trimLeft", "trimRight", "toLowerCase", "toUpperCase"] as const;

/** What `run` gives, while patterns and `trim` read no texts of more than `most` characters. */
function limitingPatterns<T>(run: () => T, most: number | undefined): T {
  if (most === undefined) return run();
  const require = (text: string): void => {
    if (isLonger(text, most)) throw new UnreadText(patternProblem(most));
  };
  const replaced = [
    replace(RegExp.prototype, "test", (_, text) => require(String(text))),
    ...readsText.map((name) => replace(String.prototype, name, (text) => require(String(text)))),
    ...(["replace", "replaceAll"] as const).map((name) =>
      replace(String.prototype, name, (text, by) => void (by instanceof RegExp && require(String(text)))),
    ),
  ];
  try {
    return run();
  } finally {
    for (const putBack of replaced) putBack();
  }
}

const takesPattern = ["replace", "replaceAll", "split"] as const;

/** Of a pattern that says no more than a text or some characters the text may have any length. */
function requireDivisible(text: unknown, by: unknown): void {
  if (by instanceof RegExp && plainPattern(by.source, by.flags) === undefined) requireMatchable(text);
}

function requireMatchable(text: unknown): void {
  if (isLonger(String(text), matchTextLimit)) throw new UnreadText(matchProblem);
}

function limitedParseInt(value: unknown, radix?: number): number {
  const text = own.String(value);
  if (radix === undefined || radix === 0) requireReadable("parseInt", text);
  else requireShort(text);
  return own.parseInt(text, radix);
}

function limitedParseFloat(value: unknown): number {
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
      if (typeof value === "string" || (name === "BigInt" && (value === undefined || value === null)))
        requireReadable(name, String(value));
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
      if (typeof value === "number") requirePrintable(value);
      return Reflect.apply(target, self, args);
    },
  }),
};
