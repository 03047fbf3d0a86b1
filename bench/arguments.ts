import { parseArgs } from "node:util";

export interface BenchArguments {
  /** None: all that take no minutes. */
  readonly names: readonly string[];
  readonly rounds: number;
  readonly isList: boolean;
  readonly isWritten: boolean;
}

export const usage = `npm run bench -- [ROW...] [--rounds N] [--list] [--write]

  ROW         measure these rows only (--list says their names)
  --rounds N  how often each has its turn (7)
  --list      the names of all rows
  --write     write docs/internals/performance.md; all rows are measured
`;

/** Throws an error with a text for whoever typed it. */
export function readArguments(words: readonly string[], known: readonly string[]): BenchArguments {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      rounds: { type: "string", default: "7" },
      list: { type: "boolean", default: false },
      write: { type: "boolean", default: false },
    },
  });
  const unknown = positionals.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`there is no row ${unknown.join(", ")}: --list says which there are`);
  const rounds = Number(values.rounds);
  if (!/^\d+$/.test(values.rounds) || rounds < 1) throw new Error(`--rounds ${values.rounds}: it is a number from 1`);
  if (values.write && positionals.length > 0) throw new Error("--write is for all rows: leave out their names");
  return { names: positionals, rounds, isList: values.list, isWritten: values.write };
}
