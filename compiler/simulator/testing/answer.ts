import { isSameMessage } from "./same-message.ts";

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

/** Whether both executions said the same, whatever the order of rules. */
export function isSameAnswer(typescript: PolicyAnswer, cel: PolicyAnswer): boolean {
  const [one, other] = [inOrder(typescript), inOrder(cel)];
  return one.length === other.length && one.every((finding, at) => isSameFinding(finding, other[at]));
}

function isSameFinding(typescript: RuleFinding, cel: RuleFinding | undefined): boolean {
  return cel !== undefined && placeOf(typescript) === placeOf(cel) && isSameMessage(typescript.message, cel.message);
}

/** By what each is about, and then by its words, which begin with the name of the rule. */
function inOrder(answer: PolicyAnswer): PolicyAnswer {
  const key = (finding: RuleFinding): string => `${placeOf(finding)}${finding.message}`;
  return answer.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}

const placeOf = ({ policy, rule, action }: RuleFinding): string => JSON.stringify([policy, rule, action]);

/** What came out, one line for each rule: `denied by rule keep: "keep: ..."`. */
export function describeAnswer(answer: PolicyAnswer): readonly string[] {
  const denials = answer.filter(({ action }) => action === "deny");
  const lines = answer.map(({ policy, rule, action, message }) => {
    const who = rule === "" ? `policy ${policy}` : `rule ${rule} of ${policy}`;
    return `${action === "deny" ? "denied" : "warned"} by ${who}: "${message}"`;
  });
  return denials.length === 0 ? ["allowed", ...lines] : lines;
}
