import type { SyncMatcherResult, MatcherState } from "vitest";
import type { Policy } from "../../language/index.ts";
import { visible } from "../../diagnostics/format.ts";
import { describeAnswer } from "../testing/answer.ts";
import { ask, type RecordedReview } from "../testing/ask.ts";
import { describeRequest, type RequestDescription } from "../testing/request-description.ts";
import { type Expectation, type ExpectedFinding, describeExpectation, isMet } from "../testing/expectation.ts";
import type { PolicyRequest } from "../testing/policy-request.ts";
import { askedPolicies } from "./asked-policies.ts";

/** A denial, and perhaps the warnings that come with it. */
export interface ExpectedDenial extends ExpectedFinding {
  readonly warnings?: readonly ExpectedFinding[];
}

/** What `expect(policy)` can be asked about a request. `T` is the policy, or a list of them. */
export interface PolicyMatchers<R, T> {
  /** Rejected: `toDeny(del(object), { rule: "keep", message: "is kept" })`. */
  toDeny: AskedOf<T, (request: PolicyRequest, expected?: ExpectedDenial) => R>;
  /** Let through. Warnings do not matter, unless `warnings: []` says that there are none. */
  toAllow: AskedOf<T, (request: PolicyRequest, expected?: { readonly warnings?: readonly ExpectedFinding[] }) => R>;
  /** Let through with a warning. */
  toWarn: AskedOf<T, (request: PolicyRequest, expected?: ExpectedFinding) => R>;
}

/** An impossible call reads as a sentence in the editor. */
type AskedOf<T, Matcher> = T extends Policy<never> | readonly Policy<never>[] ? Matcher : "expect() takes a policy here";

export const policyMatchers = {
  toDeny(this: MatcherState, policy: unknown, request: unknown, { warnings, ...denial }: ExpectedDenial = {}) {
    return judge(this, { policy, request }, { decision: "deny", denial, ...(warnings !== undefined && { warnings }) });
  },
  toAllow(this: MatcherState, policy: unknown, request: unknown, { warnings }: Omit<ExpectedDenial, keyof ExpectedFinding> = {}) {
    return judge(this, { policy, request }, { decision: "allow", ...(warnings !== undefined && { warnings }) });
  },
  toWarn(this: MatcherState, policy: unknown, request: unknown, warning: ExpectedFinding = {}) {
    return judge(this, { policy, request }, { decision: "allow", warnings: [warning] });
  },
};

interface Review {
  readonly policy: unknown;
  readonly request: unknown;
}

function judge(state: MatcherState, { policy, request }: Review, expectation: Expectation): SyncMatcherResult {
  const description = requireRequest(request);
  const policies = askedPolicies(policy);
  const { answer, concerned } = ask(policies, description, []);
  record(state, { policies: policies.map(({ tested }) => tested.name), request: description, answer, concerned });
  const expected = `${state.isNot ? "not " : ""}${describeExpectation(expectation)}`;
  const [first = "", ...more] = describeAnswer(answer);
  return {
    pass: isMet(expectation, answer),
    message: () =>
      [
        `${policies.map(({ tested }) => tested.name).join(", ")}: ${visible(describeRequest(description))}`,
        `  expected  ${visible(expected)}`,
        `  got       ${visible(first)}`,
        ...more.map((line) => `            ${visible(line)}`),
      ].join("\n"),
  };
}

/** The module may be loaded twice, through vite and through Node, so the class tells nothing. */
function requireRequest(request: unknown): RequestDescription {
  if (typeof request === "object" && request !== null && "description" in request) return (request as PolicyRequest).description;
  throw new TypeError("a request is expected: del(object), delCollection, create or update of `holdfast/testing`");
}

function record({ task }: MatcherState, review: RecordedReview): void {
  if (task === undefined) return;
  task.meta.holdfast = [...(task.meta.holdfast ?? []), review];
}
