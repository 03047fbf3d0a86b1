import { parseArgs } from "node:util";
import { type ExecutionName, executionNames } from "./execution.ts";
import { mutants } from "./mutants/table.ts";

/** What `npm run fidelity` was asked for. */
export interface Command {
  readonly cases: number;
  readonly seed: number;
  /** As in `1.30`. */
  readonly kubernetes: string;
  /** Its minor version. */
  readonly kube: number;
  readonly asksServer: boolean;
  /** Planted faults to look for; undefined: it looks for differences. */
  readonly mutants: readonly string[] | undefined;
  /** Executions that are compared; a real server is one more. */
  readonly executions: readonly ExecutionName[];
  /** The API server's own evaluator may be left out where it cannot be built. */
  readonly mayDoWithoutEvaluator: boolean;
  readonly isJson: boolean;
}

export const usage = [
  "usage: npm run fidelity -- [--cases N] [--seed S] [--kube 1.30] [--server] [--only NAME]... [--without-evaluator] [--json]",
  "       npm run fidelity -- --mutants [--cases N] [--seed S] [--kube 1.30] [--only NAME]...",
  `NAME is an execution (${executionNames.join(", ")}), or a planted fault after --mutants`,
].join("\n");

/**
 * A search for a planted fault ends with the first finding, so that it may go on longer: some need one text of many
 * thousand.
 */
const casesOf = { search: 20_000, mutants: 1_000_000 };

/** `newSeed` where none is given. Throws, and says why, where that is nothing that can be run. */
export function readCommand(words: readonly string[], newSeed: number): Command {
  const { values } = parseArgs({
    args: [...words],
    options: {
      cases: { type: "string" },
      seed: { type: "string" },
      kube: { type: "string", default: "1.30" },
      server: { type: "boolean", default: false },
      only: { type: "string", multiple: true, default: [] },
      mutants: { type: "boolean", default: false },
      "without-evaluator": { type: "boolean", default: false },
      json: { type: "boolean", default: false },
    },
  });
  const minor = /^1\.(\d+)$/.exec(values.kube)?.[1];
  if (minor === undefined) throw new Error(`\`--kube ${values.kube}\`: write a version of Kubernetes as 1.30`);
  const mayDoWithoutEvaluator = values["without-evaluator"];
  return {
    cases: wholeNumber("--cases", values.cases ?? String(values.mutants ? casesOf.mutants : casesOf.search), 1),
    seed: wholeNumber("--seed", values.seed ?? String(newSeed), 0),
    kubernetes: values.kube,
    kube: Number(minor),
    asksServer: values.server,
    mutants: values.mutants ? chosen(values.only, { among: mutants.map(({ name }) => name), what: "planted fault" }) : undefined,
    executions: values.mutants ? executionNames : executionsOf(values.only, values.server),
    mayDoWithoutEvaluator,
    isJson: values.json,
  };
}

function executionsOf(only: readonly string[], asksServer: boolean): readonly ExecutionName[] {
  const names = chosen(only, { among: asksServer ? localNames : executionNames, what: "execution" });
  if (names.length + (asksServer ? 1 : 0) < 2)
    throw new Error(`\`--only ${only.join(" ")}\` leaves one execution, which compares with nothing: name another one`);
  return names;
}

/** What is compared with a real server, of the objects as it stored them. */
const localNames = executionNames.filter((name) => name !== "API server's evaluator");

function chosen<T extends string>(
  only: readonly string[],
  { among, what }: { readonly among: readonly T[]; readonly what: string },
): readonly T[] {
  const unknown = only.find((name) => !among.some((one) => one === name));
  if (unknown !== undefined) throw new Error(`\`--only ${unknown}\`: there is no such ${what}. There are: ${among.join(", ")}`);
  return only.length === 0 ? among : among.filter((name) => only.includes(name));
}

function wholeNumber(option: string, word: string, least: number): number {
  const number = /^\d+$/.test(word) ? Number(word) : Number.NaN;
  if (!(number >= least && number <= Number.MAX_SAFE_INTEGER))
    throw new Error(`\`${option} ${word}\`: a whole number from ${least} on is wanted`);
  return number;
}
