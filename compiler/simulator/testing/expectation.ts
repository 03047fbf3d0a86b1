import type { PolicyAnswer, RuleFinding } from "./answer.ts";

/** A text that the message contains, a pattern that it matches, or the whole of it. */
export type ExpectedMessage = string | RegExp | { readonly exactly: string };

/** The finding that is expected; what is left out may be anything. */
export interface ExpectedFinding {
  readonly policy?: string;
  readonly rule?: string;
  readonly message?: ExpectedMessage;
}

/** What a case expects of an answer. */
export interface Expectation {
  readonly decision: "deny" | "allow";
  /** What one of the denials says. */
  readonly denial?: ExpectedFinding;
  /** Each is met by a warning; none: there is no warning. Undefined: warnings do not matter. */
  readonly warnings?: readonly ExpectedFinding[];
}

/** Whether the answer is as expected. */
export function isMet({ decision, denial, warnings }: Expectation, answer: PolicyAnswer): boolean {
  const denials = answer.filter(({ action }) => action === "deny");
  const warned = answer.filter(({ action }) => action === "warn");
  const isDecided = decision === "allow" ? denials.length === 0 : denials.some((finding) => fits(finding, denial ?? {}));
  const areWarned = warnings?.every((expected) => warned.some((finding) => fits(finding, expected))) ?? true;
  return isDecided && areWarned && (warnings?.length !== 0 || warned.length === 0);
}

function fits(finding: RuleFinding, { policy, rule, message }: ExpectedFinding): boolean {
  const isFrom = (policy ?? finding.policy) === finding.policy && (rule ?? finding.rule) === finding.rule;
  return isFrom && (message === undefined || says(finding.message, message));
}

function says(message: string, expected: ExpectedMessage): boolean {
  if (typeof expected === "string") return message.includes(expected);
  if (expected instanceof RegExp) return new RegExp(expected.source, expected.flags.replaceAll(/[gy]/g, "")).test(message);
  return message === expected.exactly;
}

/** `denied by rule keep, with a message that contains "is kept"; without warnings` */
export function describeExpectation({ decision, denial = {}, warnings }: Expectation): string {
  const decided = decision === "allow" ? "allowed" : `denied${describeFinding(denial)}`;
  if (warnings === undefined) return decided;
  if (warnings.length === 0) return `${decided}, without a warning`;
  return [decided, ...warnings.map((warning) => `with a warning${describeFinding(warning)}`)].join(", ");
}

function describeFinding({ policy, rule, message }: ExpectedFinding): string {
  const parts = [
    ...(rule === undefined ? [] : [` by rule ${rule}`]),
    ...(policy === undefined ? [] : [`${rule === undefined ? " by" : " of"} policy ${policy}`]),
    ...(message === undefined ? [] : [`, with a message ${describeMessage(message)}`]),
  ];
  return parts.join("");
}

function describeMessage(message: ExpectedMessage): string {
  if (typeof message === "string") return `that contains ${JSON.stringify(message)}`;
  return message instanceof RegExp ? `that matches ${String(message)}` : `that is ${JSON.stringify(message.exactly)}`;
}
