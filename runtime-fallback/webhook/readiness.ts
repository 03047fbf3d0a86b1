/** Whether rules can be asked. */
export interface Readiness {
  readonly isReady: boolean;
  /** What is missing, one sentence each. */
  readonly reasons: readonly string[];
}

/** Ready where nothing is missing. */
export function readinessOf(reasons: readonly string[]): Readiness {
  return { isReady: reasons.length === 0, reasons };
}
