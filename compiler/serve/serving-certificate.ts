import { isIP } from "node:net";
import { createAuthority, issueServing } from "../../runtime-fallback/certificates/issue.ts";
import type { Clock } from "../../runtime-fallback/clock.ts";
import type { TlsSource } from "../../runtime-fallback/webhook/tls/tls-material.ts";

export interface ServingCertificate {
  readonly tls: TlsSource;
  /** PEM: whom a client has to trust. Its key signs nothing else, and is gone by now. */
  readonly authority: string;
}

const hourMs = 3_600_000;
/** Nobody leaves it running for longer, and a new one is made at each start. */
const yearMs = 365 * 24 * hourMs;

/** A certificate for loopback, and for the address under which others reach this machine. It is kept in memory. */
export async function makeServingCertificate(address: string, clock: Clock): Promise<ServingCertificate> {
  // An hour early: the clock of a node may be behind.
  const validity = { notBefore: clock.now() - hourMs, notAfter: clock.now() + yearMs };
  const authority = await createAuthority(validity);
  const named = ["localhost", "127.0.0.1", "::1", address];
  const ipAddresses = [...new Set(named)].filter((name) => isIP(name) !== 0);
  const dnsNames = [...new Set(named)].filter((name) => isIP(name) === 0);
  const serving = await issueServing(authority, { dnsNames, ipAddresses }, validity);
  const material = { certificate: serving.pem, privateKey: serving.key.export({ type: "pkcs8", format: "pem" }) };
  return { authority: authority.pem, tls: { read: () => Promise.resolve(material), watch: () => () => undefined } };
}
