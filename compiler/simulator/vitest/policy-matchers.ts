import { type SyncMatcherResult, type MatcherState, inject } from "vitest";
import { visible } from "../../diagnostics/format.ts";
import { describeAnswer } from "../testing/answer.ts";
import { ask, type RecordedReview, type AskedPolicy } from "../testing/ask.ts";
import { describeRequest, type RequestDescription } from "../testing/request-description.ts";
import { type Expectation, type ExpectedFinding, describeExpectation, isMet } from "../testing/expectation.ts";
import type { PolicyRequest } from "../testing/policy-request.ts";
import { isDeepStrictEqual } from "node:util";
import type { Policy } from "../../language/index.ts";
import { operationsOf } from "../../ir/policy.ts";
import { type CompiledForTests, TestedPolicy } from "../testing/tested-policy.ts";

/** What else to expect of a decision. */
export interface ExpectedBeside {
  /** Warnings that must be among those of the answer. `[]`: there must be none. */
  readonly warnings?: readonly ExpectedFinding[];
  /** Overrides that must be in the audit log. `[]`: there must be none. */
  readonly audited?: readonly ExpectedFinding[];
}

/** An expected denial. */
export interface ExpectedDenial extends ExpectedFinding, ExpectedBeside {}

/** The matchers of `expect(policy)`. `T` is a policy, or a list of them. */
export interface PolicyMatchers<R, T> {
  /** The request is denied: `toDeny(del(object), { rule: "keep", message: "is kept" })`. */
  toDeny: AskedOf<T, (request: PolicyRequest, expected?: ExpectedDenial) => R>;
  /** The request goes through. It may have warnings, unless you expect `{ warnings: [] }`. */
  toAllow: AskedOf<T, (request: PolicyRequest, expected?: ExpectedBeside) => R>;
  /** The request goes through with a warning. */
  toWarn: AskedOf<T, (request: PolicyRequest, expected?: ExpectedFinding) => R>;
}

/** For a wrong argument, the editor shows this sentence as the type. */
type AskedOf<T, Matcher> = T extends Policy<never> | readonly Policy<never>[] ? Matcher : "expect() takes a policy here";

export const policyMatchers = {
  toDeny(this: MatcherState, policy: unknown, request: unknown, { warnings, audited, ...denial }: ExpectedDenial = {}) {
    return judge(this, { policy, request }, { decision: "deny", denial, ...beside({ warnings, audited }) });
  },
  toAllow(this: MatcherState, policy: unknown, request: unknown, expected: ExpectedBeside = {}) {
    return judge(this, { policy, request }, { decision: "allow", ...beside(expected) });
  },
  toWarn(this: MatcherState, policy: unknown, request: unknown, warning: ExpectedFinding = {}) {
    return judge(this, { policy, request }, { decision: "allow", warnings: [warning] });
  },
};

function beside({ warnings, audited }: { readonly [Key in keyof ExpectedBeside]?: ExpectedBeside[Key] | undefined }) {
  return { ...(warnings !== undefined && { warnings }), ...(audited !== undefined && { audited }) };
}

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

const provided = inject("holdfast");

/**
 * Compiled once for each test file, when it is loaded: the first test would not have the time for it. Nobody waits for
 * the compiler where `holdfast test` has done its work.
 */
const compiled = provided?.compiled ?? (await import("./compile-policies.ts")).compilePolicies(provided ?? {});

const tested = new Map<string, TestedPolicy>();

/** The policies of `expect(...)`, each with what it was compiled to. */
function askedPolicies(received: unknown): readonly AskedPolicy[] {
  const policies: readonly unknown[] = Array.isArray(received) ? received : [received];
  return policies.map((policy) => {
    const typescript = requirePolicy(policy);
    return { typescript, tested: requireTested(typescript) };
  });
}

function requirePolicy(value: unknown): Policy {
  const isPolicy = typeof value === "object" && value !== null && "name" in value && "rules" in value && "match" in value;
  if (isPolicy) return value as Policy;
  throw new TypeError("expect() is given no policy: import the default export of a policy file");
}

function requireTested(policy: Policy): TestedPolicy {
  const own = compiled.find(({ name }) => name === policy.name);
  if (own === undefined) throw new Error(notCompiled(policy.name));
  const difference = differenceTo(policy, own);
  if (difference !== undefined)
    throw new Error(
      `the policy ${policy.name} of this test is not the one in ${own.source}: ${difference}. ` +
        "Import the default export of that file",
    );
  const known = tested.get(own.name) ?? new TestedPolicy(own);
  tested.set(own.name, known);
  return known;
}

function notCompiled(name: string): string {
  const place = (provided?.policies ?? ["policies"]).join(", ");
  return (
    `the policy ${name} is not among those compiled from ${place} (${compiled.map((one) => one.name).join(", ")}). ` +
    "A test compares both executions, so the policy has to be the default export of a file there; another place is given " +
    'in the configuration of vitest: provide: { holdfast: { policies: ["rules"] } }, or to `holdfast test --policies`'
  );
}

/** How a policy shows that it is not the compiled one; functions cannot be compared. */
function differenceTo(policy: Policy, { ir }: CompiledForTests): string | undefined {
  const rules = Object.entries(policy.rules).map(([name, rule]) => {
    return { name, action: rule.denyWhen === undefined ? "warn" : "deny", operations: operationsOf(rule.operation) };
  });
  const there = ir.rules.map(({ name, action, operations }) => ({ name, action, operations }));
  if (!isDeepStrictEqual(rules, there)) return `its rules are ${namesOf(rules)}, there they are ${namesOf(there)}`;
  const match = ir.match.map(({ group, resource }) => [group, resource]);
  return isDeepStrictEqual(
    policy.match.map(({ group, resource }) => [group, resource]),
    match,
  )
    ? undefined
    : "it matches other resources";
}

function namesOf(rules: readonly { readonly name: string; readonly action: string }[]): string {
  return rules.map(({ name, action }) => `${name} (${action})`).join(", ");
}
