import type { PolicyAnswer, RuleFinding } from "./answer.ts";

/** A text that the message must contain, a pattern that it must match, or `{ exactly }` for the whole message. */
export type ExpectedMessage = string | RegExp | { readonly exactly: string };

/** An expected denial or warning. Fields that you leave out may have any value. */
export interface ExpectedFinding {
  readonly policy?: string;
  readonly rule?: string;
  readonly message?: ExpectedMessage;
}

/** What a case expects of an answer. */
export interface Expectation {
  readonly decision: "deny" | "allow";
  /** One of the denials must match this. */
  readonly denial?: ExpectedFinding;
  /** Each must match a warning. `[]`: there must be none. Undefined: warnings do not matter. */
  readonly warnings?: readonly ExpectedFinding[];
  /** The same for overrides in the audit log. */
  readonly audited?: readonly ExpectedFinding[];
}

/** Whether the answer is as expected. */
export function isMet({ decision, denial, warnings, audited }: Expectation, answer: PolicyAnswer): boolean {
  const denials = answer.filter(({ action }) => action === "deny");
  const isDecided = decision === "allow" ? denials.length === 0 : denials.some((finding) => fits(finding, denial ?? {}));
  return isDecided && areMet(warnings, "warn", answer) && areMet(audited, "audit", answer);
}

/** Whether each expectation matches a finding. If none is expected, there must be none. */
function areMet(expected: readonly ExpectedFinding[] | undefined, wanted: RuleFinding["action"], answer: PolicyAnswer): boolean {
  const found = answer.filter(({ action }) => action === wanted);
  if (expected?.length === 0) return found.length === 0;
  return expected?.every((one) => found.some((finding) => fits(finding, one))) ?? true;
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

/** `denied by rule keep, with a message that contains "is kept", without a warning` */
export function describeExpectation({ decision, denial = {}, warnings, audited }: Expectation): string {
  const decided = decision === "allow" ? "allowed" : `denied${describeFinding(denial)}`;
  return [decided, ...describeAll(warnings, "a warning"), ...describeAll(audited, "a line in the audit log")].join(", ");
}

function describeAll(expected: readonly ExpectedFinding[] | undefined, what: string): readonly string[] {
  if (expected?.length === 0) return [`without ${what}`];
  return expected?.map((one) => `with ${what}${describeFinding(one)}`) ?? [];
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
