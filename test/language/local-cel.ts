import { parseAllDocuments } from "yaml";
import { type Activation, CelError, type CelValue, type RootName, celValueOfJson, compileCel } from "../evaluators/cel-engine.ts";
import type { Input } from "../../compiler/evaluate/request.ts";

interface Validation {
  readonly expression: string;
  readonly messageExpression: string;
}

interface PolicySpec {
  readonly variables?: readonly { readonly name: string; readonly expression: string }[];
  readonly validations: readonly Validation[];
}

/** What the first failing validation of the YAML says; undefined: all hold. An error is said as such. */
export function sayInCel(yaml: string, input: Input): string | undefined {
  for (const spec of policySpecs(yaml)) {
    for (const { expression, messageExpression } of spec.validations) {
      try {
        if (compileCel(expression).evaluate(activationOf(spec, input)) === true) continue;
        return String(compileCel(messageExpression).evaluate(activationOf(spec, input))).trim();
      } catch (error) {
        if (error instanceof CelError) return `ERROR ${error.message} in ${expression} / ${messageExpression}`;
        throw error;
      }
    }
  }
  return undefined;
}

const parsed = new Map<string, readonly PolicySpec[]>();

function policySpecs(yaml: string): readonly PolicySpec[] {
  const known = parsed.get(yaml);
  if (known !== undefined) return known;
  const documents = parseAllDocuments(yaml).map((document) => document.toJS() as { kind?: string; spec: PolicySpec } | null);
  const specs = documents.flatMap((document) => (document?.kind === "ValidatingAdmissionPolicy" ? [document.spec] : []));
  parsed.set(yaml, specs);
  return specs;
}

const roots = new WeakMap<Input, Map<RootName, CelValue>>();

function activationOf(spec: PolicySpec, input: Input): Activation {
  const values = new Map<string, CelValue>();
  const known = roots.get(input) ?? new Map<RootName, CelValue>();
  roots.set(input, known);
  const activation: Activation = {
    root: (name) => {
      if (!known.has(name)) known.set(name, celValueOfJson(jsonOf(name, input)));
      return known.get(name) as CelValue;
    },
    variable: (name) => {
      if (!values.has(name)) values.set(name, compileCel(spec.variables?.find((one) => one.name === name)?.expression ?? "").evaluate(activation));
      return values.get(name) as CelValue;
    },
  };
  return activation;
}

function jsonOf(name: RootName, { request, namespaceObject }: Input): unknown {
  if (name === "namespaceObject") return namespaceObject ?? null;
  const { object, oldObject, ...rest } = request;
  if (name === "request") return rest;
  return (name === "object" ? object : oldObject) ?? null;
}
