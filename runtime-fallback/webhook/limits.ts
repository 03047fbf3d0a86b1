const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

/** What strangers may use up. Anybody who reaches the port may call: by default an API server shows no credentials. */
export interface Limits {
  /** Of one body. */
  readonly bodyBytes: number;
  /** Of all bodies in memory. A quarter is kept for small ones, so that large ones never keep those out. */
  readonly allBodyBytes: number;
  /** Up to here a body is small. */
  readonly smallBodyBytes: number;
  /**
   * Of all decoded reviews at work, as estimated; each counts for at least `reviewBytes`. Those that take more have half
   * as much of their own: an API server is one address, and whoever deletes large objects through it would keep out
   * everybody else, since large ones wait for turns of the thread.
   */
  readonly decodedBytes: number;
  readonly reviewBytes: number;
  /** How long a request waits for its share of any of these before it is told to come again. */
  readonly waitMs: number;
  readonly connections: number;
  readonly connectionsPerAddress: number;
  readonly handshakeMs: number;
  readonly headersMs: number;
  readonly requestMs: number;
  readonly bodyMs: number;
  readonly keepAliveMs: number;
  readonly headerBytes: number;
  /** How often Node looks for connections that are too slow. */
  readonly checkMs: number;
}

export const defaultLimits: Limits = {
  // A ConfigMap of 1.04 MB full of `<` (each becomes six characters) is a review of 6.24 MB on DELETE, and of
  // 12.48 MB on UPDATE, which has it twice. One limit for both, since only the body says which it is, and
  // room is taken before that is read.
  bodyBytes: 16 * mebibyte,
  allBodyBytes: 64 * mebibyte,
  // What people write fits: the default review has 4 to 64 KiB.
  smallBodyBytes: 256 * kibibyte,
  // The most that etcd stores, 1.5 MiB, as `{},{},...`, twice in an UPDATE: 91 MiB by our estimate.
  decodedBytes: 128 * mebibyte,
  reviewBytes: mebibyte,
  // Short beside the API server's 10 s: bodies arrive within a network and leave memory in milliseconds.
  waitMs: 1000,
  // One for each review that an API server has under way, from a few addresses: in a managed
  // cluster perhaps from one alone.
  connections: 1024,
  connectionsPerAddress: 256,
  handshakeMs: 5000,
  headersMs: 5000,
  requestMs: 10_000,
  // 16 MiB at 45 Mbit/s. Who sends slower keeps memory from others.
  bodyMs: 3000,
  // Above the 90 s after which Go's client lets go of an idle connection. Whoever hangs up first must be the
  // client: a review that is written just when we hang up fails, and Go does not send a POST again. Node's own 5 s
  // lost 205 of 1,500 such reviews.
  keepAliveMs: 120_000,
  headerBytes: 16 * kibibyte,
  checkMs: 500,
};
