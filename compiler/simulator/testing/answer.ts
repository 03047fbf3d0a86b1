/** A rule that did not admit a request, and what it said. */
export interface RuleFinding {
  readonly policy: string;
  /** Empty where the policy as a whole failed. */
  readonly rule: string;
  readonly action: "deny" | "warn";
  /** Without what the API server puts before it. */
  readonly message: string;
  /** It is a guard that the compiler added, which has no TypeScript of the author's. */
  readonly isGuard?: true;
}

/** What all policies that were asked say to one request; empty: it goes through without a warning. */
export type PolicyAnswer = readonly RuleFinding[];

/** Whether two executions said the same, whatever the order of rules. */
export function isSameAnswer(one: PolicyAnswer, other: PolicyAnswer): boolean {
  return inOrder(one) === inOrder(other);
}

function inOrder(answer: PolicyAnswer): string {
  const rows = answer.map(({ policy, rule, action, message }) => JSON.stringify([policy, rule, action, message]));
  return rows.toSorted().join("\n");
}

/** What came out, one line for each rule: `denied by rule keep: "keep: ..."`. */
export function describeAnswer(answer: PolicyAnswer): readonly string[] {
  const denials = answer.filter(({ action }) => action === "deny");
  const lines = answer.map(({ policy, rule, action, message }) => {
    const who = rule === "" ? `policy ${policy}` : `rule ${rule} of ${policy}`;
    return `${action === "deny" ? "denied" : "warned"} by ${who}: "${message}"`;
  });
  return denials.length === 0 ? ["allowed", ...lines] : lines;
}
