/** How long things live and how long a change takes to arrive, in milliseconds. */
export interface RotationSettings {
  readonly servingLifeMs: number;
  readonly authorityLifeMs: number;
  /** So much earlier than now a certificate begins, for clocks that run behind. */
  readonly backdateMs: number;
  /** Until every API server trusts what was written into the configuration. */
  readonly settleMs: number;
  /** How long an authority stays trusted after the last certificate of it. */
  readonly overlapMs: number;
  /** Until the next look when nothing is to be done. */
  readonly lookMs: number;
}

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const dayMs = 24 * 60 * minuteMs;

/**
 * - Serving: 90 days, replaced after 60. A month is left to notice that it is not.
 * - Authority: a year, replaced after eight months. Ten years are defaults, and mean that the change of
 *   authority runs for the first time when nobody remembers it. A long life buys nothing: with no controller the
 *   serving certificate ends first either way, and whatever has ended is made anew at the next start. A short
 *   one bounds what a stolen key is worth.
 * - Settle: an API server takes up a changed configuration within 1.4 s (measured); nobody
 *   is in a hurry with a month left.
 * - Look: three reads. So long somebody else's change of the configuration or of a Secret
 *   stays, where nothing tells earlier.
 */
export const defaultRotation: RotationSettings = {
  servingLifeMs: 90 * dayMs,
  authorityLifeMs: 365 * dayMs,
  backdateMs: 60 * minuteMs,
  settleMs: 5 * minuteMs,
  overlapMs: 60 * minuteMs,
  lookMs: 30 * secondMs,
};

/** From two thirds of a life on it is time for the next. */
export function renewalShareMs(lifeMs: number): number {
  return lifeMs / 3;
}

/**
 * An authority signs for two thirds of its life, and what it signed last must not outlive it. Between renewal and end
 * of a serving certificate there must be time to settle.
 */
export function checkRotation(settings: RotationSettings): RotationSettings {
  const { servingLifeMs, authorityLifeMs, settleMs } = settings;
  if (!Object.values(settings).every((ms: unknown) => typeof ms === "number" && Number.isFinite(ms) && ms >= 0)) {
    throw new Error("every time of the rotation has to be a number of milliseconds, 0 or more");
  }
  if (authorityLifeMs < 3 * servingLifeMs) {
    throw new Error("the life of the authority has to be at least three times that of a serving certificate");
  }
  if (settleMs >= renewalShareMs(servingLifeMs)) {
    throw new Error("a third of the life of a serving certificate has to be longer than the time to settle");
  }
  return settings;
}
