/** Where a rule runs, and why, in the words of the summary. */
export interface Target {
  readonly target: "admission-policy" | "webhook";
  readonly reason: string;
}

interface Asked {
  readonly asksAuthorizer: boolean;
  /** What the rule asks the cluster about, as kubectl names it; undefined: nothing. */
  readonly reads: readonly string[] | undefined;
  /** Whether CEL denies some requests by itself. */
  readonly isPartlyNative: boolean;
}

/** A rule is aimed by what it asks for, which its author can see. */
export function targetOf({ asksAuthorizer, reads, isPartlyNative }: Asked): Target {
  if (reads !== undefined) {
    const asks = `asks the cluster about ${reads.join(", ")}`;
    return { target: "webhook", reason: isPartlyNative ? `${asks}; partly native, too` : asks };
  }
  const reason = asksAuthorizer
    ? "reads only the object, its namespace and the request, and asks the authorizer"
    : "reads only the object, its namespace and the request";
  return { target: "admission-policy", reason };
}
