import { AdmissionEvaluator } from "../../compiler/simulator/admission/index.ts";
import type { Input } from "../../compiler/api/admission-review.ts";
import { isSameMessage } from "../../compiler/simulator/testing/answer.ts";
import { documentsOf } from "../simulator/admission/policy-files.ts";
import type { CompiledCase } from "../language/case-files.ts";
import { sayInTypeScript } from "../language/typescript.ts";
import { oracleExecution } from "./oracle-execution.ts";

/** What one execution makes of one rule and one request. */
export interface Said {
  /** Undefined: the rule admits. */
  readonly message?: string | undefined;
  /** What failed while it was evaluated: no rule may, whatever the others say. */
  readonly error?: string;
  /** Why there is no answer: the policy was rejected, or the evaluator does not know what it would be. */
  readonly unanswered?: string;
}

/** One of the ways in which a rule can run. */
export interface Execution {
  readonly name: string;
  /** Answers in the order of the inputs. */
  ask(rule: CompiledCase, inputs: readonly Input[]): Promise<readonly Said[]>;
  stop(): Promise<void>;
}

/** The executions that need no server. */
export const executionNames = ["TypeScript", "local CEL", "API server's evaluator"] as const;
export type ExecutionName = (typeof executionNames)[number];

/** Those of these names, as Kubernetes `kubernetes` ("1.30"). */
export async function executionsNamed(names: readonly ExecutionName[], kubernetes: string): Promise<readonly Execution[]> {
  return Promise.all(
    names.map(async (name) => {
      if (name === "TypeScript") return typescript;
      return name === "local CEL" ? localCel(kubernetes) : oracleExecution(kubernetes);
    }),
  );
}

export const typescript: Execution = {
  name: "TypeScript",
  ask: async (rule, inputs) => inputs.map((input) => sayTypeScript(rule, input)),
  stop: async () => {},
};

function sayTypeScript(rule: CompiledCase, input: Input): Said {
  const message = sayInTypeScript(rule, input);
  const error = message?.startsWith("rule: the rule failed: ") === true ? message : undefined;
  return { message, ...(error === undefined ? {} : { error }) };
}

/** The emitted YAML, evaluated in this process as Kubernetes `kube` would ("1.30"). */
export function localCel(kube: string): Execution {
  return { name: "local CEL", ask: async ({ yaml }, inputs) => sayLocally(yaml, kube, inputs), stop: async () => {} };
}

function sayLocally(yaml: string, kube: string, inputs: readonly Input[]): readonly Said[] {
  try {
    const evaluator = new AdmissionEvaluator(documentsOf(yaml), { kube });
    return inputs.map((input) => sayCel(evaluator, input));
  } catch (error) {
    return inputs.map(() => ({ unanswered: String(error) }));
  }
}

function sayCel(evaluator: AdmissionEvaluator, input: Input): Said {
  try {
    const reported = evaluator.evaluate(input).findings.filter(({ isReported }) => isReported);
    const [error] = reported.flatMap(({ expressionError }) => expressionError ?? []);
    const message = reported.length === 0 ? undefined : reported.map((finding) => finding.message).join(" AND ");
    return { message, ...(error === undefined ? {} : { error }) };
  } catch (error) {
    return { unanswered: String(error) };
  }
}

/** Undefined where all executions say the same and none failed. */
export function problemOf(said: Readonly<Record<string, Said>>): Problem | undefined {
  const all = Object.values(said);
  if (all.some(({ unanswered }) => unanswered !== undefined)) return "unanswered";
  if (all.some(({ error }) => error !== undefined)) return "error";
  const { TypeScript: own, ...cel } = said;
  const [first, ...others] = Object.values(cel);
  const isSame =
    others.every(({ message }) => message === first?.message) &&
    (own === undefined || first === undefined || isSameMessage(own.message, first.message));
  return isSame ? undefined : "difference";
}

export const problems = ["difference", "error", "unanswered", "crash"] as const;
export type Problem = (typeof problems)[number];
