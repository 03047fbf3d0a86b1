import { unshown } from "../../language/limits.ts";
import { withoutWhatIsAbsent } from "../../language/absent.ts";
import { isPlain } from "../../language/plain-text.ts";

/** A rule that did not admit a request, or an override that let it through, and what it said. */
export interface RuleFinding {
  readonly policy: string;
  /** Empty where the policy as a whole failed. */
  readonly rule: string;
  /** `audit`: an override was taken, and the audit log says so. */
  readonly action: "deny" | "warn" | "audit";
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
    if (action === "audit") return `audited as override ${rule} of ${policy}: "${message}"`;
    const who = rule === "" ? `policy ${policy}` : `rule ${rule} of ${policy}`;
    return `${action === "deny" ? "denied" : "warned"} by ${who}: "${message}"`;
  });
  return denials.length === 0 ? ["allowed", ...lines] : lines;
}

/**
 * Whether TypeScript and CEL say the same (undefined: nothing): character by character, but for what CEL has words for
 * because a message cannot show it.
 */
export function isSameMessage(typescript: string | undefined, cel: string | undefined): boolean {
  if (typescript === undefined || cel === undefined || typescript === cel) return typescript === cel;
  if (withoutWhatIsAbsent(typescript) === withoutWhatIsAbsent(cel)) return true;
  // White space at the end of a message is cut off, in TypeScript also that of a text which CEL does not show.
  if (cel.endsWith(unshown) && isSameMessage(typescript, cel.slice(0, -unshown.length).trimEnd())) return true;
  const [first = "", ...others] = cel.split(unshown);
  return typescript.startsWith(first) && others.length > 0 && continues(typescript.slice(first.length), others);
}

/** Each of `parts` comes, with something before it that CEL does not show. */
function continues(text: string, [part = "", ...others]: readonly string[]): boolean {
  // Of what is cut off there is no telling what has been there.
  if (others.length === 0) return text.endsWith(part) && (part === "" || isHidden(text.slice(0, text.length - part.length)));
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1))
    if (isHidden(text.slice(0, at)) && continues(text.slice(at + part.length), others)) return true;
  return false;
}

/** Characters of a text that is shown even in a message with many of them (plan/forms-of-rules.ts). */
const alwaysShown = 16;

/**
 * Hostile or long text, what `show` has words for itself, numbers and lists, which CEL writes otherwise, and text that is
 * not ASCII, of whose upper case CEL shows nothing.
 */
function isHidden(text: string): boolean {
  return !isPlain(text) || text === unshown || text.length > alwaysShown || /[^ -~]|[\d,\]]|NaN|Infinity/.test(text);
}
