/** How an election runs, in milliseconds. */
export interface LeaderTiming {
  /** So long others wait, by their own clocks, after the last sign of life. */
  readonly leaseDurationMs: number;
  /** So long a leader goes on after the last renewal that it began. */
  readonly renewDeadlineMs: number;
  readonly retryPeriodMs: number;
}

/**
 * Those of client-go, with which Kubernetes' own controllers run. Between deadline and duration is the room for clocks that run at
 * different rates: leader and candidate stay apart as long as one of them is less than 1.5 times as fast as the other.
 */
export const defaultLeaderTiming: LeaderTiming = { leaseDurationMs: 15_000, renewDeadlineMs: 10_000, retryPeriodMs: 2_000 };

/** client-go's: candidates that started together do not ask together for ever. */
export const retryJitter = 0.2;
