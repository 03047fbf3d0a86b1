import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { ExecutionName } from "./execution.ts";
import type { Tally } from "./tally.ts";

/** Rules that one process makes, compiles and asks. */
export interface SliceJob {
  readonly seed: number;
  readonly kube: number;
  readonly from: number;
  readonly count: number;
  /** What is compared. */
  readonly executions: readonly ExecutionName[];
  /** Enough is known after the first finding. */
  readonly stopsAtFirst: boolean;
}

export type SliceReport =
  | { readonly rules: number }
  | { readonly tally: Tally; /** The fault that the process ran with. */ readonly planted: string | undefined };

interface SliceOptions {
  readonly onRules?: (rules: number) => void;
  /** Flags of Node.js and variables, for faults that are planted while it loads the compiler. */
  readonly execArgv?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const program = fileURLToPath(new URL("slice-process.ts", import.meta.url));

export async function runSlice(job: SliceJob, options: SliceOptions = {}): Promise<Tally> {
  return (await runPlanted(job, options)).tally;
}

/** What was found, and the fault with which. */
export async function runPlanted(
  job: SliceJob,
  { onRules, execArgv = [], env = {} }: SliceOptions = {},
): Promise<Extract<SliceReport, { tally: Tally }>> {
  const child = fork(program, {
    execArgv: [...execArgv],
    env: { ...process.env, ...env },
    stdio: ["ignore", "inherit", "pipe", "ipc"],
  });
  let complaints = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    complaints = (complaints + text).slice(-4_000);
  });
  return new Promise((resolve, reject) => {
    let done: Extract<SliceReport, { tally: Tally }> | undefined;
    child.on("message", (report: SliceReport) => {
      if ("tally" in report) done = report;
      else onRules?.(report.rules);
    });
    child.on("error", reject);
    // The last message may come after the process has ended.
    let awaited = 2;
    const end = (): void => {
      awaited -= 1;
      if (awaited > 0) return;
      if (done === undefined) reject(new Error(`a slice of the search ended with ${String(child.exitCode)}: ${complaints}`));
      else resolve(done);
    };
    child.on("close", end).on("disconnect", end);
    child.send(job);
  });
}
