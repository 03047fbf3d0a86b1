import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildPrograms } from "../../control-plane/programs/build-programs.ts";
import { cacheDirectory } from "../../control-plane/programs/cache-directory.ts";
import type { GoProgram } from "../../control-plane/programs/go-build.ts";
import { platformName } from "../../control-plane/programs/go-installation.ts";

const module = join(import.meta.dirname, "promtool");
/** Without the clients of all clouds, which need ten minutes more to compile. */
const tags = "remove_all_sd";
const promtool: GoProgram = { name: "promtool", module, package: "github.com/prometheus/prometheus/cmd/promtool", tags };
const version = /prometheus\/prometheus (v\S+)/.exec(readFileSync(join(module, "go.mod"), "utf8"))?.[1] ?? "";

/** Prometheus' own tool; built once for all checkouts. */
export async function preparePromtool(): Promise<string> {
  const directory = join(cacheDirectory("promtool"), `${version}-${platformName()}`);
  const binary = join(directory, promtool.name);
  const show = (line: string): void => void writeSync(2, `promtool: ${line}\n`);
  if (!existsSync(binary)) await buildPrograms({ programs: [promtool], directory, title: `promtool ${version}`, show });
  return binary;
}

/** What a series is at each minute, in the notation of promtool: `0+6x30`. */
export type Series = Readonly<Record<string, string>>;

export interface AlertCase {
  readonly alert: string;
  readonly series: Series;
  /** Minutes from the start. */
  readonly after: number;
  readonly fires: boolean;
}

/** `promtool test rules`: whether each case fires as it says. The text is what promtool says of those that do not. */
export function testRules(
  binary: string,
  rules: string,
  cases: readonly AlertCase[],
): { readonly code: number; readonly text: string } {
  const directory = mkdtempSync(join(tmpdir(), "holdfast-promtool-"));
  try {
    const file = join(directory, "cases.json");
    writeFileSync(file, JSON.stringify({ rule_files: [rules], evaluation_interval: "5m", tests: cases.map(testOf) }));
    return run(binary, ["test", "rules", file]);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

export function run(binary: string, words: readonly string[]): { readonly code: number; readonly text: string } {
  const { status, stdout, stderr } = spawnSync(binary, words, { encoding: "utf8" });
  return { code: status ?? -1, text: `${stdout}${stderr}` };
}

function testOf({ alert, series, after, fires }: AlertCase): object {
  const expr = `count(ALERTS{alertname="${alert}", alertstate="firing"}) > bool 0`;
  return {
    name: `${alert} ${fires ? "fires" : "is calm"}`,
    interval: "1m",
    input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
    promql_expr_test: [{ expr, eval_time: `${after}m`, exp_samples: fires ? [{ labels: "{}", value: 1 }] : [] }],
  };
}
