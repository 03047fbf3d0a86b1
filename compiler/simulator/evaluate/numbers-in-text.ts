import { requireReadable, requireShort } from "../../language/parse/number-in-text.ts";

/** As JavaScript has them where no rule runs. */
const own = { parseInt, parseFloat, Number, BigInt };

/**
 * What `run` gives, while functions that read numbers from text read no more than CEL does, and throw `UnreadNumber`
 * where they would have to. Rules are synchronous, so that nobody else sees the replacements.
 */
export function limitingNumbers<T>(run: () => T): T {
  const { parseInt: int, parseFloat: float, Number: number, BigInt: bigInt } = globalThis;
  Object.assign(globalThis, limited);
  try {
    return run();
  } finally {
    Object.assign(globalThis, { parseInt: int, parseFloat: float, Number: number, BigInt: bigInt });
  }
}

function limitedParseInt(value: unknown, radix?: number): number {
  const text = String(value);
  if (radix === undefined || radix === 0) requireReadable("parseInt", text);
  else requireShort(text);
  return own.parseInt(text, radix);
}

function limitedParseFloat(value: unknown): number {
  const text = String(value);
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
};
