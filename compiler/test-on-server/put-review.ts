import type { PolicyAnswer } from "../simulator/testing/answer.ts";
import { ask } from "../simulator/testing/ask.ts";
import { type KnownKind, type RequestTarget, resourceOf } from "../simulator/testing/resource-of.ts";
import type { RequestServer, ApiAnswer } from "../../runtime-fallback/kubernetes/api-server.ts";
import type { ServerOutcome, StagedReview } from "./server-review.ts";
import { until } from "./until.ts";
import { type AdmissionAnswer, AdmissionEvaluator, type Denial } from "../simulator/admission/index.ts";
import { formatMinor } from "../ir/kubernetes-version.ts";
import { admissionInputOf } from "../simulator/testing/input-of.ts";
import type { RequestDescription } from "../simulator/testing/request-description.ts";
import type { TestedPolicy } from "../simulator/testing/tested-policy.ts";

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
 * The review is put as a dry run, in a Namespace of its own. Where that alone changes what the policies say, the server
 * is not asked; where the object as it is stored does, the case is about an object that the API server never has.
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
  const said = { deny: "denied by rule", warn: "warned by rule", audit: "audited as override" } as const;
  const rules = answer.map(({ policy, rule, action }) => `${said[action]} ${rule} of ${policy}`);
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

/** What an API server says to a request, as far as policies have a part in it. */
interface ServerAnswer {
  /** Undefined: it goes through. */
  readonly denial: Denial | { readonly code: number; readonly reason: string; readonly message: string } | undefined;
  readonly warnings: readonly string[];
}

/** What an API server with these policies might say: of several denials, it is left to chance which one it reports. */
interface ExpectedAnswer {
  readonly denials: readonly Denial[];
  readonly warnings: readonly string[];
}

/** What all policies say here, each ValidatingAdmissionPolicy by itself. */
function expectedAnswer(
  policies: readonly TestedPolicy[],
  description: RequestDescription,
  target: RequestTarget,
): ExpectedAnswer {
  const answers = policies.flatMap((tested): readonly AdmissionAnswer[] => {
    const input = admissionInputOf(description, target, tested.compiled.ir.match);
    const { policies: documents, bindings } = tested.documents;
    const kube = formatMinor(tested.compiled.kube);
    return documents.map((policy) => new AdmissionEvaluator({ policies: [policy], bindings }, { kube }).evaluate(input));
  });
  return {
    denials: answers.flatMap(({ denial }) => denial ?? []),
    warnings: answers.flatMap(({ warnings }) => warnings),
  };
}

function readAnswer({ status, body, warnings = [] }: ApiAnswer): ServerAnswer {
  const { reason, message } = body;
  return {
    denial: status < 300 ? undefined : { code: status, reason: String(reason), message: String(message) },
    // The API server warns of other things, too, such as deprecated versions.
    warnings: warnings.filter((warning) => warning.startsWith("Validation failed for ValidatingAdmissionPolicy ")),
  };
}

/** Whether the server says one of the things that were expected, word for word. */
function isExpected({ denial, warnings }: ServerAnswer, expected: ExpectedAnswer): boolean {
  const isDecided =
    denial === undefined
      ? expected.denials.length === 0
      : expected.denials.some(
          ({ code, reason, message }) => code === denial.code && reason === denial.reason && message === denial.message,
        );
  return isDecided && inOrder(warnings) === inOrder(expected.warnings);
}

function inOrder(texts: readonly string[]): string {
  return JSON.stringify([...new Set(texts)].toSorted());
}

/** One line for each thing that the two say differently. */
function describeDifference(answer: ServerAnswer, { denials, warnings }: ExpectedAnswer): readonly string[] {
  const here = denials.map(({ code, reason, message }) => `here        ${code} ${reason}: ${message}`);
  return [
    ...(here.length === 0 ? ["here        allowed"] : here),
    ...warnings.map((warning) => `            warning: ${warning}`),
    answer.denial === undefined
      ? "the server  allowed"
      : `the server  ${answer.denial.code} ${answer.denial.reason}: ${answer.denial.message}`,
    ...answer.warnings.map((warning) => `            warning: ${warning}`),
  ];
}
