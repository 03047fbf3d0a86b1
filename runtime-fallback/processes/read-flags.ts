import { parseArgs } from "node:util";
import { FlagError } from "./flag-error.ts";

/** Flags with a value, by name; those without a default may be missing. */
export type FlagOptions = Readonly<Record<string, { readonly type: "string"; readonly default?: string }>>;

/** Values as they were written; throws a `FlagError` for a flag that nobody knows. */
export function parseFlags<const O extends FlagOptions>(words: readonly string[], options: O) {
  try {
    return parseArgs({ args: [...words], options, strict: true, allowPositionals: false }).values;
  } catch (error) {
    const known = Object.keys(options).map((name) => `--${name}`);
    throw new FlagError(error instanceof Error ? error.message : String(error), `the flags are ${known.join(", ")}`);
  }
}

export function required(value: string | undefined, name: string, what: string): string {
  if (value !== undefined && value !== "") return value;
  throw new FlagError(`--${name} is missing`, `name ${what}`);
}

export function wholeNumber(value: string, name: string, most: number): number {
  const read = Number(value);
  if (/^\d+$/.test(value) && read <= most) return read;
  throw new FlagError(`--${name}=${value} is no number up to ${most}`, "write a whole number");
}

export function oneOf<const T extends string>(value: string, name: string, known: readonly T[]): T {
  const found = known.find((one) => one === value);
  if (found !== undefined) return found;
  throw new FlagError(`--${name}=${value} is none of these`, `write ${known.join(", ")}`);
}

export const logLevels = ["debug", "info", "warn", "error"] as const;
export const portMost = 65_535;
