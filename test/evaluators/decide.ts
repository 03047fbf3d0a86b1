import type { Input } from "../../compiler/evaluate/request.ts";
import { AdmissionActivation } from "./admission-activation.ts";
import type { AdmissionPolicy, Reason, Validation } from "./admission-policy.ts";
import { bindRoots, bindRootsOfConditions } from "./admission-roots.ts";
import { type Activation, CelError, type CelValue, compileCel } from "./cel-engine.ts";
import { failureMessage } from "./failure-message.ts";

/** Why a policy does not admit a request. */
export interface Decision {
  readonly message: string;
  readonly reason: Reason;
  /** cel-go's words for what went wrong, where an expression was not false but failed. */
  readonly expressionError?: string;
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

/** What of a matched request the policy does not admit, in the order of its validations (plugin/policy/validating/validator.go). */
export function decide(policy: AdmissionPolicy, input: Input): readonly Decision[] {
  const roots = bindRoots(input);
  const preconditions = new AdmissionActivation(bindRootsOfConditions(roots, input), new Map());
  const conditions = policy.matchConditions.map(({ expression }) => run(expression, preconditions));
  // One false outweighs all errors.
  if (conditions.includes(false)) return [];
  const failures = conditions.filter((condition) => condition instanceof Failure);
  if (failures.length > 0) return refusals(policy, [refusalOf(failures)]);
  const variables = new Map(policy.variables.map(({ name, expression }) => [name, compileCel(expression)]));
  for (const { messageExpression } of policy.validations) if (messageExpression !== undefined) compileCel(messageExpression);
  // Messages are evaluated apart from validations, and the variables once more for them.
  const [forValidations, forMessages] = [new AdmissionActivation(roots, variables), new AdmissionActivation(roots, variables)];
  return refusals(
    policy,
    policy.validations.map((validation) => judge(validation, forValidations, forMessages)),
  );
}

function refusals({ failurePolicy }: AdmissionPolicy, decisions: readonly (Decision | undefined)[]): readonly Decision[] {
  const refused = decisions.filter((decision) => decision !== undefined);
  return failurePolicy === "Fail" ? refused : refused.filter(({ expressionError }) => expressionError === undefined);
}

function judge(validation: Validation, forValidations: Activation, forMessages: Activation): Decision | undefined {
  const value = run(validation.expression, forValidations);
  if (value === true) return undefined;
  if (value instanceof Failure) return refusalOf([value]);
  const { messageExpression, reason } = validation;
  const expressed = messageExpression === undefined ? undefined : run(messageExpression, forMessages);
  return { message: failureMessage(validation, expressed instanceof Failure ? undefined : expressed), reason };
}

/** Errors carry no reason, so they come as Invalid; several are listed, each text once (apimachinery: util/errors). */
function refusalOf(failures: readonly Failure[]): Decision {
  const texts = [...new Set(failures.map(({ text }) => text))];
  const message = texts.length === 1 ? String(texts[0]) : `[${texts.join(", ")}]`;
  return { message, reason: "Invalid", expressionError: failures[0]?.error ?? "" };
}

function run(expression: string, activation: Activation): CelValue | Failure {
  const program = compileCel(expression);
  try {
    return program.evaluate(activation);
  } catch (error) {
    if (error instanceof CelError) return new Failure(expression, error.message);
    throw error;
  }
}
