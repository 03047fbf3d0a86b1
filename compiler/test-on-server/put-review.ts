import type { PolicyAnswer } from "../simulator/testing/answer.ts";
import { ask } from "../simulator/testing/ask.ts";
import { admissionInputOf } from "../simulator/testing/input-of.ts";
import { type KnownKind, type RequestTarget, resourceOf } from "../simulator/testing/resource-of.ts";
import type { TestedPolicy } from "../simulator/testing/tested-policy.ts";
import type { RequestServer } from "../../runtime-fallback/kubernetes/api-server.ts";
import type { ServerOutcome, StagedReview } from "./server-review.ts";
import { type ServerAnswer, describeDifference, expectedAnswer, isExpected, readAnswer } from "./server-answer.ts";
import { until } from "./until.ts";

/** A server may still be catching up with what was written last, such as the Namespace of the review. */
const patienceMs = 3_000;

/** Puts a staged review to the server and compares what it says with what is said here, word for word. */
export async function putReview(
  staged: StagedReview,
  policies: readonly TestedPolicy[],
  client: RequestServer,
): Promise<ServerOutcome> {
  const changed = isChangedByStaging(staged, policies);
  if (changed !== undefined) return changed;
  const target = targetOf(staged, policies);
  const expected = expectedAnswer(policies, staged.stored, target);
  const { username, groups = [] } = admissionInputOf(staged.stored, target, []).request.userInfo;
  let answer: ServerAnswer = { denial: undefined, warnings: [] };
  const isSame = await until(async () => {
    answer = readAnswer(await client.request({ ...staged.send, user: { username, groups } }));
    return isExpected(answer, expected);
  }, patienceMs);
  return isSame ? { kind: "same" } : { kind: "different", lines: describeDifference(answer, expected) };
}

/**
 * The review is put as a dry run, in a Namespace of its own. Where that alone changes what the policies say, the server is
 * not asked; where the object as it is stored does, the case is about an object that the API server never has.
 */
function isChangedByStaging(staged: StagedReview, policies: readonly TestedPolicy[]): ServerOutcome | undefined {
  const asked = policies.filter(({ name }) => staged.review.policies.includes(name)).map((tested) => ({ tested }));
  const kinds = kindsOf(staged);
  const moved = rulesOf(ask(asked, staged.asked, kinds).answer);
  if (moved !== rulesOf(staged.review.answer))
    return { kind: "not-asked", reason: "its answer depends on the name of its Namespace, or on being no dry run" };
  const stored = rulesOf(ask(asked, staged.stored, kinds).answer);
  if (stored === moved) return undefined;
  const lines = [
    "the API server stores another object than that of the case: it fills in defaults, or leaves out what it does not know",
    `as in the case  ${moved === "" ? "allowed" : moved}`,
    `as stored       ${stored === "" ? "allowed" : stored}`,
  ];
  return { kind: "different", lines };
}

function rulesOf(answer: PolicyAnswer): string {
  const rules = answer.map(
    ({ policy, rule, action }) => `${action === "deny" ? "denied" : "warned"} by rule ${rule} of ${policy}`,
  );
  return rules.toSorted().join(", ");
}

/** The server itself says what the plural is. */
function kindsOf({ resource }: StagedReview): readonly KnownKind[] {
  return [resource];
}

function targetOf(staged: StagedReview, policies: readonly TestedPolicy[]): RequestTarget {
  const match = policies.flatMap(({ compiled }) => compiled.ir.match);
  return resourceOf(staged.stored, { kinds: kindsOf(staged), match });
}
