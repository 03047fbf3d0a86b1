import type { Input } from "../../compiler/evaluate/request.ts";
import type { AdmissionPolicyDocuments, PolicyBinding, Reason } from "./admission-policy.ts";
import { type Decision, decide } from "./decide.ts";
import { asMatched } from "./match-request.ts";

/** One validation that did not hold, or could not be evaluated, under one binding. */
export interface Finding {
  readonly admissionPolicy: string;
  readonly binding: string;
  readonly action: "deny" | "warn";
  readonly message: string;
  readonly reason: Reason;
  /** HTTP status of a denial for this reason. */
  readonly code: number;
  /** Whether the client sees it: every warning, but of the denials of one admission policy only the first. */
  readonly isReported: boolean;
  /** cel-go's words for what went wrong, where the validation was not false but failed: `no such key: x`. */
  readonly expressionError?: string;
}

/**
 * The verdict of the API server over the text of the documents; empty where the request is admitted without a word.
 * Throws `NotEvaluatedHere` rather than answer for what is not understood here, or would not compile there.
 *
 * Not here: the cost limits of the API server (the compiler keeps expressions below them), and conversions between
 * versions that change more than `apiVersion`.
 */
export function evaluateDocuments(documents: AdmissionPolicyDocuments, input: Input): readonly Finding[] {
  return documents.policies.flatMap((policy) => {
    const bindings = documents.bindings.filter(({ policyName }) => policyName === policy.name);
    const matched = bindings.length === 0 ? undefined : asMatched(policy, input);
    if (matched === undefined) return [];
    const decisions = decide(policy, matched);
    return markReported(bindings.flatMap((binding) => findingsOf(policy.name, binding, decisions)));
  });
}

type Draft = Omit<Finding, "isReported">;

const codes: Readonly<Record<Reason, number>> = { Forbidden: 403, Invalid: 422, RequestEntityTooLarge: 413 };

/** As the actions of the binding say; what is only audited, the client never hears of. */
function findingsOf(
  admissionPolicy: string,
  { name, validationActions }: PolicyBinding,
  decisions: readonly Decision[],
): readonly Draft[] {
  const actions = validationActions.flatMap((action) =>
    action === "Audit" ? [] : ([action === "Deny" ? "deny" : "warn"] as const),
  );
  return decisions.flatMap((decision) =>
    actions.map((action) => ({ admissionPolicy, binding: name, action, code: codes[decision.reason], ...decision })),
  );
}

/** Whose denial comes first among several admission policies is random in the API server. */
function markReported(findings: readonly Draft[]): readonly Finding[] {
  const first = findings.find(({ action }) => action === "deny");
  return findings.map((finding) => ({ ...finding, isReported: finding.action === "warn" || finding === first }));
}
