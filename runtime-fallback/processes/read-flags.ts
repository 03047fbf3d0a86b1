import { parseArgs } from "node:util";
import type { KnownArgument } from "../../compiler/api/known-arguments.ts";
import { HelpfulError, errorMessage } from "../../compiler/api/helpful-error.ts";

type Known = Readonly<Record<string, KnownArgument>>;

/** What was written: a text, whether it stands there, or undefined where it may be missing and is. */
export type FlagValues<K extends Known> = {
  readonly [Name in keyof K]: K[Name] extends { readonly alone: true }
    ? boolean
    : K[Name] extends { readonly defaults: string }
      ? string
      : string | undefined;
};

/** Throws a `HelpfulError` for an unknown flag. */
export function parseFlags<const K extends Known>(words: readonly string[], known: K): FlagValues<K> {
  const options = Object.fromEntries(Object.entries(known).map(([name, { alone }]) => [name, { type: typeOf(alone) }]));
  try {
    const { values } = parseArgs({ args: [...words], options, strict: true, allowPositionals: false });
    const whole = Object.entries(known).map(([name, { alone, defaults }]) => [name, values[name] ?? (alone ? false : defaults)]);
    return Object.fromEntries(whole) as FlagValues<K>;
  } catch (error) {
    const names = Object.keys(known).map((name) => `--${name}`);
    throw new HelpfulError(errorMessage(error), `the flags are ${names.join(", ")}`);
  }
}

const typeOf = (alone: true | undefined): "boolean" | "string" => (alone ? "boolean" : "string");

export function required(value: string | undefined, name: string, what: string): string {
  if (value !== undefined && value !== "") return value;
  throw new HelpfulError(`--${name} is missing`, `name ${what}`);
}

export function wholeNumber(value: string, name: string, most: number): number {
  const read = Number(value);
  if (/^\d+$/.test(value) && read <= most) return read;
  throw new HelpfulError(`--${name}=${value} is no number up to ${most}`, "write a whole number");
}

export function oneOf<const T extends string>(value: string, name: string, known: readonly T[]): T {
  const found = known.find((one) => one === value);
  if (found !== undefined) return found;
  throw new HelpfulError(`--${name}=${value} is none of these`, `write ${known.join(", ")}`);
}

export const portMax = 65_535;

/** How a process reaches the API server: as its flags say. */
export function apiOf({
  kubeconfig,
  context,
}: {
  readonly kubeconfig: string | undefined;
  readonly context: string | undefined;
}): {
  readonly kubeconfig?: string;
  readonly context?: string;
} {
  return { ...(kubeconfig !== undefined && { kubeconfig }), ...(context !== undefined && { context }) };
}
