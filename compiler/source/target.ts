/** Where a rule runs, and why, in the words of the summary. */
export interface Target {
  readonly target: "admission-policy";
  readonly reason: string;
}

/** A rule is aimed by what it asks for. The language has no question for the cluster yet, so every rule is native. */
export function targetOf(_rule: string): Target {
  return { target: "admission-policy", reason: "reads only the object, its namespace and the request" };
}
