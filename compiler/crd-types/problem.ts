/** Something in the input that only its author can fix; nothing is written then. */
export interface Problem {
  readonly place: SourceLine;
  readonly message: string;
  /** What to do about it, where the message does not say so. */
  readonly help?: string;
}

/** Where something stands: a path as the user would type it, and the line, 1-based. */
export interface SourceLine {
  readonly path: string;
  readonly line: number;
}
