/** What the compiler adds to a policy, so that its rules cannot be bypassed; docs/rules/guards.md says what each is for. */
export const guardNames = [
  "release",
  "owners",
  "finalizers",
  "namespaces",
  "namespaceLabels",
  "definitions",
  "evictions",
  "webhooks",
  "freeze",
] as const;

export type GuardName = (typeof guardNames)[number];

/** What the author of a policy says of its guards. */
export interface GuardChoices {
  /**
   * `strict`: a protected object keeps its marks. `clear-mark`: they may be unmarked on the object itself, which is the
   * way to delete it. `kept`: a rule of the author's keeps them.
   */
  readonly release: "strict" | "clear-mark" | "kept";
  /** The rule that keeps the marks. */
  readonly keptBy?: string;
  /** Users that may give protected objects an owner, because they are controllers. */
  readonly ownersFrom: readonly string[];
  /** Finalizers that a terminating object keeps as long as it is protected. */
  readonly finalizers: readonly string[];
  /** A protected object is not emptied or scaled to nothing. */
  readonly freeze: boolean;
  /** Guards that are switched off, each with the author's reason. */
  readonly off: Readonly<Partial<Record<GuardName, string>>>;
}

/**
 * What an update of a Namespace does not show, in the conditions of what it holds: the protected object, the request
 * that deletes it, and its API group.
 */
export const [anyObject, anyRequest, anyGroup] = ["anyObject", "anyRequest", "anyGroup"] as const;

/** Whether an object keeps the labels that it is protected by. */
export function keepsMarks({ release, off }: GuardChoices): boolean {
  return off.release === undefined && release !== "clear-mark";
}

/** A kind whose objects the API server can look up in their Namespace for a policy. */
export interface ContentKind {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly kind: string;
}

/**
 * Policies of our own, from which guards are made: `compiler/guard/templates/` has a file for each, with a constant of
 * that name.
 */
export const templateNames = ["release", "owners", "finalizers", "definitions", "freeze"] as const;

export type TemplateName = (typeof templateNames)[number];

/** `Policy` for those that every policy needs, and for the others where one needs them. */
export type ByTemplate<Policy> = Readonly<Record<"release" | "owners", Policy> & Partial<Record<TemplateName, Policy>>>;
