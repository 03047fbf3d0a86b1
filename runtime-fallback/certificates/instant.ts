/**
 * Now, by two clocks: this machine's, and that of the API server, which checks the certificates. One of them may be wrong by a year, and
 * it is unknown which. Whatever is made is valid by both; it is renewed as soon as one says so, and given up only when both do.
 */
export interface Instant {
  readonly earliest: number;
  readonly latest: number;
  /** By this process's monotonic clock, for what has been seen for how long. */
  readonly monotonic: number;
}

interface Times {
  readonly notBefore: number;
  readonly notAfter: number;
}

/** Valid by both clocks, by one, or by none. */
export function validityAt({ notBefore, notAfter }: Times, { earliest, latest }: Instant): "valid" | "doubtful" | "invalid" {
  const isValid = (time: number): boolean => notBefore <= time && time < notAfter;
  if (isValid(earliest) && isValid(latest)) return "valid";
  return isValid(earliest) || isValid(latest) ? "doubtful" : "invalid";
}
