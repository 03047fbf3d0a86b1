import { parseArgs } from "node:util";
import { type SearchName, groups, searches } from "./table.ts";

export interface Part {
  readonly name: SearchName;
  readonly size: number;
}

export interface Command {
  readonly parts: readonly Part[];
  /** Undefined: a new one, which is printed. */
  readonly seed: number | undefined;
  readonly isList: boolean;
  readonly isRecord: boolean;
}

const names = Object.keys(searches) as readonly SearchName[];

export const usage = [
  "usage: npm run test:long [-- PART...] [--seed S] [--size N | --size small] [--record] [--list]",
  `groups of parts: ${groups.join(", ")}`,
  `parts: ${names.join(", ")}`,
].join("\n");

/** What was asked for. Throws, and says why, where that is nothing that can be run. */
export function readCommand(words: readonly string[]): Command {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      seed: { type: "string" },
      size: { type: "string" },
      list: { type: "boolean", default: false },
      record: { type: "boolean", default: false },
    },
  });
  const wanted = positionals.length === 0 ? names : [...new Set(positionals.flatMap(named))];
  return {
    parts: wanted.map((name) => ({ name, size: sizeOf(name, values.size) })),
    seed: values.seed === undefined ? undefined : wholeNumber("--seed", values.seed, 2 ** 31 - 1),
    isList: values.list,
    isRecord: values.record,
  };
}

function named(word: string): readonly SearchName[] {
  const found = names.filter((name) => name === word || searches[name].group === word);
  if (found.length === 0) throw new Error(`there is no part \`${word}\``);
  return found;
}

function sizeOf(name: SearchName, word: string | undefined): number {
  const { small, full, one } = searches[name];
  if (word === undefined) return full;
  if (word === "small") return small;
  const size = wholeNumber("--size", word, Number.MAX_SAFE_INTEGER);
  if (size < small) throw new Error(`the smallest size of ${name} is ${small} (${one}): what it asserts needs so many`);
  return size;
}

function wholeNumber(option: string, word: string, most: number): number {
  const number = /^\d+$/.test(word) ? Number(word) : Number.NaN;
  if (!(number <= most)) throw new Error(`\`${option} ${word}\`: a whole number from 0 to ${most} is wanted`);
  return number;
}
