import type { CertificateGauges } from "../certificates/certificate-gauges.ts";
import type { MetricsRegistry } from "../telemetry/registry.ts";

/** When the certificates that the controller keeps expire; not a number where nothing is known. */
export function expiryGauges(registry: MetricsRegistry): CertificateGauges {
  const last = { serving: Number.NaN, authority: Number.NaN };
  const help = (what: string): string => `When the ${what} expires, in seconds since 1970.`;
  registry.gaugeOf(
    { name: "holdfast_serving_certificate_expiry_timestamp_seconds", help: help("certificate of the webhook") },
    () => last.serving,
  );
  registry.gaugeOf(
    { name: "holdfast_authority_expiry_timestamp_seconds", help: help("authority that signs it") },
    () => last.authority,
  );
  return {
    servingNotAfter: (seconds = Number.NaN) => void (last.serving = seconds),
    authorityNotAfter: (seconds = Number.NaN) => void (last.authority = seconds),
  };
}
