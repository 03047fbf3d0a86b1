import { createHash } from "node:crypto";
import type { AdmissionPolicyIr } from "../../ir/admission-policy.ts";

/** How many digits of each hash may tell two guards apart; those that are still together then stay apart for good. */
const digits = 12;

/**
 * Guards together, as many as `join` takes; where it takes no more, by the next binary digit of a hash. Where a guard
 * goes is decided by that hash and by how many there are, and never by the order of names. So a guard that moves, since
 * there are more or fewer than before, goes into a policy of a new name: what a cluster has under the old one stays as
 * it is, and denies, until somebody deletes it.
 *
 *     acme-guard-...       with a ninth policy:       acme-guard-...-0    acme-guard-...-1
 */
export function dividedByHash<Joined>(
  guards: readonly AdmissionPolicyIr[],
  join: (guards: readonly AdmissionPolicyIr[], place: string) => Joined | undefined,
): readonly Joined[] {
  const divide = (own: readonly Hashed[], place: string): readonly Joined[] => {
    if (new Set(own.map(({ guard }) => guard.policy)).size < 2) return [];
    const all = own.map(({ guard }) => guard);
    const joined = join(all, place);
    if (joined !== undefined) return [joined];
    if (place.length === 2 * digits) return [];
    return ["0", "1"].flatMap((digit) =>
      divide(
        own.filter(({ hash }) => hash[place.length] === digit),
        `${place}${digit}`,
      ),
    );
  };
  return divide(
    guards.map((guard) => ({ guard, hash: hashOf(guard) })),
    "",
  );
}

interface Hashed {
  readonly guard: AdmissionPolicyIr;
  readonly hash: string;
}

/** Guards that select by the same label stay together, and where they are does not change with the name of a policy. */
function hashOf({ policy, params }: AdmissionPolicyIr): string {
  const selector = params?.selector.matchExpressions === undefined ? "" : binaryHash(JSON.stringify(params.selector));
  return `${selector}${binaryHash(policy)}`.padEnd(2 * digits, "0");
}

function binaryHash(text: string): string {
  const hash = createHash("sha256").update(text).digest();
  return [...hash.subarray(0, 2)]
    .map((byte) => byte.toString(2).padStart(8, "0"))
    .join("")
    .slice(0, digits);
}

/** Enough to tell a few dozen groups and selectors apart. */
export function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 6);
}
