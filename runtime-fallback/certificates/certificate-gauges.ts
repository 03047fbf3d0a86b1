import type { FoundSecret, StoredCertificates } from "./stored-certificates.ts";
import type { Certificate } from "./certificate.ts";

/** When certificates end, in seconds since 1970 as Prometheus has it; undefined where nothing is known. */
export interface CertificateGauges {
  servingNotAfter(seconds: number | undefined): void;
  authorityNotAfter(seconds: number | undefined): void;
}

export function reportExpiry(gauges: CertificateGauges, { serving, authority }: Omit<StoredCertificates, "configuration">): void {
  gauges.servingNotAfter(seconds(serving, ({ certificate }) => certificate));
  gauges.authorityNotAfter(seconds(authority, ({ newest }) => newest));
}

function seconds<T>(found: FoundSecret<T>, certificateOf: (value: T) => Certificate): number | undefined {
  return found.kind === "stored" ? certificateOf(found.value).notAfter / 1_000 : undefined;
}
