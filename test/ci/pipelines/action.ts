import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { root } from "../../house/source-files.ts";
import { temporaryDirectory } from "../../fixtures/temporary-directory.ts";
import type { Checkout, StepOutcome } from "./checkout.ts";

interface Step {
  readonly name: string;
  readonly if: string;
  readonly run: string;
  readonly shell: string;
  readonly "working-directory"?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

export const action = parse(readFileSync(join(root, "action.yml"), "utf8")) as Action;

export interface ActionRun {
  /** The step that failed; undefined: none. */
  readonly failed: string | undefined;
  readonly code: number;
  /** What each step that ran has said, by its name. */
  readonly said: ReadonlyMap<string, StepOutcome>;
  /** What it wrote onto the page of the run, and into the files of the runner. */
  readonly summary: string;
  readonly files: string;
}

type Texts = Readonly<Record<string, string | undefined>>;

/** Runs the steps as a runner does: those whose `if` holds, in order; after a failure those that run anyway. */
export async function runAction(checkout: Checkout, given: Texts, env: Texts = {}): Promise<ActionRun> {
  const inputs = { ...Object.fromEntries(Object.entries(action.inputs).map(([name, one]) => [name, one.default])), ...given };
  const files = temporaryDirectory({ summary: "" });
  const said = new Map<string, StepOutcome>();
  const done = (code: number, failed?: string): ActionRun => {
    return { code, failed, said, files, summary: readFileSync(join(files, "summary"), "utf8") };
  };
  let failure: { readonly code: number; readonly name: string } | undefined;
  for (const step of action.runs.steps.filter((one) => holds(one.if, inputs))) {
    if (failure !== undefined && !step.if.includes("!cancelled()")) continue;
    const own = Object.entries(step.env ?? {}).map(([name, value]) => [name, evaluated(value, inputs)]);
    const runner = { RUNNER_TEMP: files, GITHUB_STEP_SUMMARY: join(files, "summary"), GITHUB_ACTIONS: "true" };
    const cwd = join(checkout.directory, evaluated(step["working-directory"] ?? ".", inputs));
    const outcome = await checkout.run(step.run, { ...runner, ...env, ...Object.fromEntries(own) }, cwd);
    said.set(step.name, outcome);
    if (outcome.code !== 0) failure ??= { code: outcome.code, name: step.name };
  }
  return failure === undefined ? done(0) : done(failure.code, failure.name);
}

/** Throws where an expression is none of those that the action has. */
function evaluated(text: string, inputs: Texts): string {
  return text.replaceAll(/\$\{\{\s*(.*?)\s*\}\}/g, (_, expression: string) => {
    if (expression === "github.action_path") return root;
    const [, name = ""] = /^inputs\.([\w-]+)$/.exec(expression) ?? [];
    const value = inputs[name];
    if (value === undefined) throw new Error(`${expression} is not known here`);
    return value;
  });
}

function holds(written: string, inputs: Texts): boolean {
  const [, condition = written] = /^\$\{\{ !cancelled\(\) && (.*) \}\}$/.exec(written) ?? [];
  return condition.split("||").some((part) => {
    if (part.trim() === "inputs.install != ''") return inputs["install"] !== "";
    const [, name] = /^contains\(format\(',\{0\},', inputs\.run\), ',(\w+),'\)$/.exec(part.trim()) ?? [];
    if (name === undefined) throw new Error(`${part} is not known here`);
    return `,${inputs["run"] ?? ""},`.includes(`,${name},`);
  });
}
