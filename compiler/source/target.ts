/** Where a rule runs, and why, in the words of the summary. */
export interface Target {
  readonly target: "admission-policy";
  readonly reason: string;
}

/** A rule is aimed by what it asks for. The language has no question for the cluster yet, so every rule is native. */
export function targetOf({ asksAuthorizer }: { readonly asksAuthorizer: boolean }): Target {
  const reason = asksAuthorizer
    ? "reads only the object, its namespace and the request, and asks the authorizer"
    : "reads only the object, its namespace and the request";
  return { target: "admission-policy", reason };
}
