import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Tally } from "./tally.ts";

/** Rules that one process makes, compiles and asks. */
export interface SliceJob {
  readonly seed: number;
  readonly kube: number;
  readonly from: number;
  readonly count: number;
  /** Whether the API server's own evaluator is asked, too. */
  readonly asksOracle: boolean;
  /** Enough is known after the first finding. */
  readonly stopsAtFirst: boolean;
}

export type SliceReport = { readonly rules: number } | { readonly tally: Tally };

interface SliceOptions {
  readonly onRules?: (rules: number) => void;
  /** Flags of Node.js and variables, for faults that are planted while it loads the compiler. */
  readonly execArgv?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const program = fileURLToPath(new URL("slice-process.ts", import.meta.url));

export async function runSlice(job: SliceJob, { onRules, execArgv = [], env = {} }: SliceOptions = {}): Promise<Tally> {
  const child = fork(program, {
    execArgv: [...execArgv],
    env: { ...process.env, ...env },
    stdio: ["ignore", "inherit", "pipe", "ipc"],
  });
  let complaints = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    complaints = (complaints + text).slice(-4_000);
  });
  return new Promise<Tally>((resolve, reject) => {
    let tally: Tally | undefined;
    child.on("message", (report: SliceReport) => {
      if ("tally" in report) tally = report.tally;
      else onRules?.(report.rules);
    });
    child.on("error", reject);
    // The last message may come after the process has ended.
    let awaited = 2;
    const end = (): void => {
      awaited -= 1;
      if (awaited > 0) return;
      if (tally === undefined) reject(new Error(`a slice of the search ended with ${String(child.exitCode)}: ${complaints}`));
      else resolve(tally);
    };
    child.on("close", end).on("disconnect", end);
    child.send(job);
  });
}
