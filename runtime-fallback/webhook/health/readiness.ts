/** Whether rules can be asked. */
export interface Readiness {
  readonly isReady: boolean;
  /** What is missing, one sentence each. */
  readonly reasons: readonly string[];
}

/** Of several things that have to be ready, if they are there. */
export function allOf(readinesses: readonly (Readiness | undefined)[]): Readiness {
  return readinessOf(readinesses.flatMap((readiness) => readiness?.reasons ?? []));
}

/** Ready where nothing is missing. */
export function readinessOf(reasons: readonly string[]): Readiness {
  return { isReady: reasons.length === 0, reasons };
}
