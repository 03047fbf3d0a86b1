const { Date: systemDate } = globalThis;

/**
 * What `run` gives, while `Date.now()` and `new Date()` say that it is `now`. Rules run to their end before anything
 * else does, so that nobody else sees that clock.
 */
export function atTime<T>(now: number, run: () => T): T {
  const before = globalThis.Date;
  globalThis.Date = stoppedAt(now);
  try {
    return run();
  } finally {
    globalThis.Date = before;
  }
}

function stoppedAt(now: number): DateConstructor {
  return class extends systemDate {
    constructor(...parts: readonly never[]) {
      if (parts.length === 0) super(now);
      else super(...(parts as unknown as [never]));
    }

    static override now(): number {
      return now;
    }
  } as DateConstructor;
}
