/** Why a regular expression has no exact form in RE2; the part is shown to its author. */
export type PatternRejection =
  | { readonly why: "syntax"; readonly reason: string }
  | { readonly why: "flag"; readonly flag: string }
  | { readonly why: "units" }
  | { readonly why: "construct"; readonly part: string; readonly construct: string; readonly help: string }
  | { readonly why: "misread"; readonly part: string; readonly help: string }
  | { readonly why: "case"; readonly part: string }
  | { readonly why: "surrogate"; readonly part: string }
  | { readonly why: "repetition"; readonly part: string };

/** Ends the reading of a pattern; `translate` catches it. */
export class RejectedPattern extends Error {
  readonly rejection: PatternRejection;

  constructor(rejection: PatternRejection) {
    super(rejection.why);
    this.rejection = rejection;
  }
}

export function rejectConstruct(part: string, construct: string, help: string): never {
  throw new RejectedPattern({ why: "construct", part, construct, help });
}
