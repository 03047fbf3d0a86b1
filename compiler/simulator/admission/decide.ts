import {
  type Activation,
  CelError,
  type CelProgram,
  type CelValue,
  CelFields,
  NotEvaluatedHere,
  trimSpace,
} from "../../cel/index.ts";
import type { AdmissionInput } from "./admission-request.ts";
import type { AdmissionPolicy, PolicyValidation, Reason } from "./admission-policy.ts";
import { bindRoots, bindRootsOfConditions } from "./admission-roots.ts";
import type { RunnablePolicy, RunnableValidation } from "./compiled-policy.ts";

/** apiserver: pkg/apis/cel/config.go, MaxEvaluatedMessageExpressionSizeBytes. */
const longestMessage = 5 * 1024;

/**
 * What the client is told of a validation that is false. `expressed` is the value of its messageExpression, undefined
 * where there is none or where it fails; a text of several lines or of more than 5 KiB counts for nothing
 * (apiserver: plugin/policy/validating/validator.go).
 */
function failureMessage({ expression, message }: PolicyValidation, expressed: CelValue | undefined): string {
  const text = typeof expressed === "string" ? trimSpace(expressed) : "";
  const isUsable = Buffer.byteLength(text) <= longestMessage && !text.includes("\n");
  const alternatives = [isUsable ? text : "", trimSpace(message ?? "")];
  return alternatives.find((alternative) => alternative !== "") ?? `failed expression: ${trimSpace(expression)}`;
}

/** Why a policy does not admit a request. */
export interface AdmissionFailure {
  /** Undefined: the policy as a whole failed. */
  readonly validation: number | undefined;
  readonly message: string;
  readonly reason: Reason;
  /** cel-go's words for what went wrong, where an expression was not false but failed. */
  readonly expressionError?: string;
  /** Whatever the binding says: a value for the audit log that cannot be evaluated. */
  readonly isDeniedAnyway?: true;
}

/** What a policy makes of a request. */
export interface Decided {
  readonly failures: readonly AdmissionFailure[];
  /** What it adds to the audit event, by its own key. */
  readonly annotations: readonly (readonly [key: string, value: string])[];
}

/** An expression that has no value: `text` is what the API server makes of it. */
class Failure {
  readonly error: string;
  readonly text: string;

  constructor(expression: string, error: string) {
    this.error = error;
    this.text = `expression '${expression}' resulted in error: ${error}`;
  }
}

/**
 * What of a matched request the policy does not admit, in the order of its validations
 * (plugin/policy/validating/validator.go).
 */
export function decide(compiled: RunnablePolicy, input: AdmissionInput, params: unknown = null): Decided {
  const { policy, variables } = compiled;
  const roots = bindRoots(input, params);
  const preconditions = bindRootsOfConditions(roots, input);
  const conditions = compiled.matchConditions.map((program) => run(program, preconditions));
  // One false outweighs all errors.
  if (conditions.includes(false)) return { failures: [], annotations: [] };
  const failures = conditions.filter((condition) => condition instanceof Failure);
  if (failures.length > 0) return { failures: denials(policy, [denialOf(failures)]), annotations: [] };
  // Messages are evaluated apart from validations, and the variables once more for them.
  const [forValidations, forMessages] = [withVariables(roots, variables), withVariables(roots, variables)];
  const decisions = compiled.validations.map((validation, at) => judge({ validation, at }, forValidations, forMessages));
  const values = annotate(compiled, withVariables(withoutAuthorizer(roots), variables));
  return {
    failures: denials(policy, [...decisions, ...values.flatMap(({ failure }) => failure ?? [])]),
    annotations: values.flatMap(({ key, value }) => (value === "" ? [] : [[key, value] as const])),
  };
}

interface Annotated {
  readonly key: string;
  /** Empty text is left out. */
  readonly value: string;
  readonly failure?: AdmissionFailure;
}

/** apiserver: plugin/policy/validating/dispatcher.go, maxAuditAnnotationValueLength. */
const longestValue = 10 * 1024;

function annotate({ auditAnnotations }: RunnablePolicy, activation: Activation): readonly Annotated[] {
  return auditAnnotations.map(({ key, program }) => {
    const value = run(program, activation);
    if (value instanceof Failure) return { key, value: "", failure: { ...denialOf([value]), isDeniedAnyway: true } };
    const text = typeof value === "string" ? trimSpace(value) : "";
    return { key, value: Buffer.from(text).subarray(0, longestValue).toString() };
  });
}

/** There is none for what goes into the audit log (plugin/policy/validating/validator.go). */
function withoutAuthorizer(roots: Activation): Activation {
  return {
    get: (name) => {
      if (!name.startsWith("authorizer")) return roots.get(name);
      throw new NotEvaluatedHere("an audit annotation that asks the authorizer, where the API server has none");
    },
  };
}

function withVariables(roots: Activation, programs: ReadonlyMap<string, CelProgram>): Activation {
  const activation: Activation = { get: (name) => (name === "variables" ? variables : roots.get(name)) };
  const variables = bindVariables(programs, activation);
  return activation;
}

function denials(
  { failurePolicy }: AdmissionPolicy,
  decisions: readonly (AdmissionFailure | undefined)[],
): readonly AdmissionFailure[] {
  const denied = decisions.filter((decision) => decision !== undefined);
  return failurePolicy === "Fail" ? denied : denied.filter(({ expressionError }) => expressionError === undefined);
}

interface Judged {
  readonly validation: RunnableValidation;
  readonly at: number;
}

function judge({ validation, at }: Judged, forValidations: Activation, forMessages: Activation): AdmissionFailure | undefined {
  const value = run(validation.expression, forValidations);
  if (value === true) return undefined;
  if (value instanceof Failure) return { ...denialOf([value]), validation: at };
  const { messageExpression } = validation;
  const expressed = messageExpression === undefined ? undefined : run(messageExpression, forMessages);
  const message = failureMessage(validation.validation, expressed instanceof Failure ? undefined : expressed);
  return { validation: at, message, reason: validation.validation.reason };
}

/** Errors carry no reason, so they come as Invalid; several are listed, each text once (apimachinery: util/errors). */
function denialOf(failures: readonly Failure[]): AdmissionFailure {
  const texts = [...new Set(failures.map(({ text }) => text))];
  const message = texts.length === 1 ? String(texts[0]) : `[${texts.join(", ")}]`;
  return { validation: undefined, message, reason: "Invalid", expressionError: failures[0]?.error ?? "" };
}

function run(program: CelProgram, activation: Activation): CelValue | Failure {
  try {
    return program.evaluate(activation);
  } catch (error) {
    if (error instanceof CelError) return new Failure(program.text, error.message);
    throw error;
  }
}

/** `variables`: each is evaluated when it is first read, once; an error of its is an error of everyone who reads it. */
export function bindVariables(programs: ReadonlyMap<string, CelProgram>, activation: Activation): CelFields {
  const known = new Map<string, CelValue | CelError>();
  return new CelFields((name) => {
    let value = known.get(name);
    if (value === undefined) known.set(name, (value = evaluateVariable(name, programs, activation)));
    if (value instanceof CelError) throw value;
    return value;
  });
}

function evaluateVariable(name: string, programs: ReadonlyMap<string, CelProgram>, activation: Activation): CelValue | CelError {
  const program = programs.get(name);
  if (program === undefined) throw new Error(`variables.${name} compiles, and there is none: please report this bug of Holdfast`);
  try {
    return program.evaluate(activation);
  } catch (error) {
    if (!(error instanceof CelError)) throw error;
    return new CelError(`composited variable "${name}" fails to evaluate: ${error.message}`);
  }
}
