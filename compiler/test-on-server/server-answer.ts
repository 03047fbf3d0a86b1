import { type AdmissionAnswer, AdmissionEvaluator, type Denial } from "../simulator/admission/index.ts";
import { formatMinor } from "../ir/kubernetes-version.ts";
import { admissionInputOf } from "../simulator/testing/input-of.ts";
import type { RequestDescription } from "../simulator/testing/request-description.ts";
import type { RequestTarget } from "../simulator/testing/resource-of.ts";
import type { TestedPolicy } from "../simulator/testing/tested-policy.ts";
import type { ApiAnswer } from "../../runtime-fallback/kubernetes/api-server.ts";

/** What an API server says to a request, as far as policies have a part in it. */
export interface ServerAnswer {
  /** Undefined: it goes through. */
  readonly denial: Denial | { readonly code: number; readonly reason: string; readonly message: string } | undefined;
  readonly warnings: readonly string[];
}

/** What an API server with these policies might say: of several denials, it is left to chance which one it reports. */
export interface ExpectedAnswer {
  readonly denials: readonly Denial[];
  readonly warnings: readonly string[];
}

/** What all policies say here, each ValidatingAdmissionPolicy by itself. */
export function expectedAnswer(
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

export function readAnswer({ status, body, warnings = [] }: ApiAnswer): ServerAnswer {
  const { reason, message } = body;
  return {
    denial: status < 300 ? undefined : { code: status, reason: String(reason), message: String(message) },
    // The API server warns of other things, too, such as deprecated versions.
    warnings: warnings.filter((warning) => warning.startsWith("Validation failed for ValidatingAdmissionPolicy ")),
  };
}

/** Whether the server says one of the things that were expected, word for word. */
export function isExpected({ denial, warnings }: ServerAnswer, expected: ExpectedAnswer): boolean {
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
export function describeDifference(answer: ServerAnswer, { denials, warnings }: ExpectedAnswer): readonly string[] {
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
