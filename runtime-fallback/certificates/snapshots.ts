import type { StoredCertificates } from "./stored-certificates.ts";

/** Something that has been the same at every look since then, by this process's monotonic clock. */
export interface Snapshot {
  readonly what: string;
  readonly since: number;
}

/**
 * What this process has seen for how long. Times that are written down would be those of a clock that can be set; these
 * start anew in a new process, which only makes it wait once more.
 */
export interface Snapshots {
  /** Every webhook of this generation of the configuration trusts this newest authority. */
  readonly trust: Snapshot | undefined;
  /** This certificate is in the webhook's Secret. */
  readonly serving: Snapshot | undefined;
}

export const nothingSeen: Snapshots = { trust: undefined, serving: undefined };

/** After a look. `monotonic` is from after its reads: nothing counts as seen earlier than it was. */
export function sight(before: Snapshots, stored: StoredCertificates, monotonic: number): Snapshots {
  return {
    trust: still(before.trust, trusted(stored), monotonic),
    serving: still(before.serving, servingIn(stored), monotonic),
  };
}

function still(before: Snapshot | undefined, what: string | undefined, monotonic: number): Snapshot | undefined {
  if (what === undefined) return undefined;
  return before?.what === what ? before : { what, since: monotonic };
}

function trusted({ authority, configuration }: StoredCertificates): string | undefined {
  if (authority.kind !== "stored" || configuration === undefined) return undefined;
  const { newest } = authority.value;
  const isTrusted = configuration.bundles.every((bundle) => bundle.includes(newest.pem));
  return isTrusted ? `${newest.fingerprint} ${configuration.generation}` : undefined;
}

function servingIn({ serving }: StoredCertificates): string | undefined {
  return serving.kind === "stored" ? serving.value.certificate.fingerprint : undefined;
}
