/**
 * Why a request is not put to a rule, and the HTTP status that says so. To the API server all of them are a call that
 * failed: its failure policy decides, which is Fail. These words are the values of a metric's label.
 */
const statuses = {
  "bad-http": 400,
  "bad-timeout": 400,
  "bad-json": 400,
  "bad-review": 400,
  "no-client-certificate": 403,
  "unknown-path": 404,
  "wrong-method": 405,
  "too-slow": 408,
  "no-length": 411,
  "too-large": 413,
  "wrong-content-type": 415,
  "headers-too-large": 431,
  "gave-up": 499,
  bug: 500,
  "not-covered": 501,
  busy: 503,
  "http-version": 505,
  // Below HTTP: the connection ends without an answer.
  "bad-handshake": 0,
  "too-many-connections": 0,
  pipelined: 0,
} as const;

export type Why = keyof typeof statuses;

/** All of them. */
export const rejections = Object.keys(statuses) as readonly Why[];

/** A request that no rule is asked about. Its message is sent as it stands: never the words of the request. */
export class Rejection extends Error {
  override readonly name = "Rejection";
  readonly why: Why;
  readonly status: number;
  /** What was asked, for the log alone: words of whoever asked, bounded and made visible. */
  readonly request: string | undefined;

  constructor(why: Why, message: string, request?: string) {
    super(message);
    this.why = why;
    this.status = statuses[why];
    this.request = request;
  }
}
