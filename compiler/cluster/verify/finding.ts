/**
 * What is to be said of a policy at one API server. The first ones are findings: the policy is not in
 * force there as it was compiled.
 */
export const states = [
  "missing",
  "being deleted",
  "no binding",
  "drifted",
  "not enforced",
  "not served",
  "fields changed",
  "not checked",
  "left behind",
  "warning",
  "not provable here",
  "compared",
  "proven",
] as const;

export type State = (typeof states)[number];

const problems: readonly State[] = states.slice(0, states.indexOf("not checked"));

export interface VerifyFinding {
  readonly policy: string;
  readonly state: State;
  /** One sentence; may quote what the cluster says. */
  readonly why: string;
}

/** Whether something is not protected that the files say is. What is left behind protects too much, if anything. */
export function isProblem({ state }: VerifyFinding): boolean {
  return problems.includes(state);
}

/** Whether the API server could not tell: neither a problem nor none. */
export function isUnchecked({ state }: VerifyFinding): boolean {
  return state === "not checked";
}
