import { X509Certificate, constants, createPrivateKey } from "node:crypto";
import { type SecureContextOptions, createSecureContext } from "node:tls";
import type { Server } from "node:https";
import { HelpfulError, asError } from "../../../compiler/api/helpful-error.ts";
import type { Cancel, Clock } from "../../clock.ts";
import type { Log } from "../../telemetry/log.ts";
import type { Metrics } from "../../telemetry/metrics.ts";

/** All as PEM. */
export interface ServingTls {
  /** With its chain, the own certificate first. */
  readonly certificate: string;
  readonly privateKey: string;
  /** Whose certificates clients may show. */
  readonly clientAuthorities?: string;
}

export interface TlsListener {
  changed(material: ServingTls): void;
  failed(error: Error): void;
}

/** Where key and certificate come from. */
export interface TlsSource {
  read(): Promise<ServingTls>;
  /** Tells of each change from now on. */
  watch(listener: TlsListener): Cancel;
}

export interface UsableTls {
  readonly options: SecureContextOptions;
  readonly expiresAtMs: number;
}

/**
 * Says what is wrong with a certificate or key, in words of ours: those of OpenSSL may quote what they could not read.
 */
export class UnusableTls extends HelpfulError {
  override readonly name = "UnusableTls";
}

/**
 * Neither may a client start the handshake anew, nor come back to a session that an older
 * certificate or client authority let in.
 */
const secureOptions = constants.SSL_OP_NO_RENEGOTIATION | constants.SSL_OP_NO_TICKET;

export interface TlsNeeds {
  readonly nowMs: number;
  /** Whether clients have to show a certificate. */
  readonly asksClients: boolean;
}

/** What the server needs of it, once it is sure that handshakes will work. */
export function usableTls(material: ServingTls, { nowMs, asksClients }: TlsNeeds): UsableTls {
  const clientAuthorities = asksClients ? requireAuthorities(material) : undefined;
  const certificate = parsed("the certificate", () => new X509Certificate(material.certificate));
  const key = parsed("the private key", () => createPrivateKey(material.privateKey));
  if (!certificate.checkPrivateKey(key))
    throw new UnusableTls("the private key is not that of the certificate", "name the two files of one Secret");
  const expiresAtMs = Date.parse(certificate.validTo);
  if (expiresAtMs <= nowMs)
    throw new UnusableTls(`the certificate expired at ${new Date(expiresAtMs).toISOString()}`, "renew it");
  const validFromMs = Date.parse(certificate.validFrom);
  if (validFromMs > nowMs) {
    throw new UnusableTls(`the certificate is valid from ${new Date(validFromMs).toISOString()} on`, "compare the clocks");
  }
  const options: SecureContextOptions = {
    cert: material.certificate,
    key: material.privateKey,
    ...(clientAuthorities === undefined ? {} : { ca: clientAuthorities }),
    minVersion: "TLSv1.2",
    secureOptions,
  };
  parsed("the certificate, its key or the client authorities", () => createSecureContext(options));
  return { options, expiresAtMs };
}

/** Without any, Node would trust whom browsers trust. */
function requireAuthorities({ clientAuthorities }: ServingTls): string {
  if (clientAuthorities === undefined) {
    throw new UnusableTls("client certificates are wanted, but no client authorities to check them with", "name their file");
  }
  parsed("the first of the client authorities", () => new X509Certificate(clientAuthorities));
  return clientAuthorities;
}

function parsed<T>(what: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    const code = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
    throw new UnusableTls(`${what} cannot be used${code}`, "it has to be PEM, with a key that OpenSSL accepts");
  }
}

interface ReloadedTls {
  expiresAtMs(): number;
  readonly stop: Cancel;
}

interface ReloadOptions {
  readonly server: Server;
  readonly source: TlsSource;
  readonly first: UsableTls;
  readonly asksClients: boolean;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly clock: Clock;
}

/**
 * Puts each new certificate into use for the connections that come; those that are open go on. One that cannot be used
 * is said and counted, and the one before stays: it may have days left, and somebody reads the alert.
 */
export function reloadTls({ server, source, first, asksClients, log, metrics, clock }: ReloadOptions): ReloadedTls {
  let expiresAtMs = first.expiresAtMs;
  metrics.certificateExpires(expiresAtMs);
  const deny = (error: unknown): void => {
    metrics.certificateDenied();
    const help = error instanceof HelpfulError ? error.help : undefined;
    log.error("the changed certificate cannot be used; the one before is kept", { error: asError(error), help });
  };
  const stop = source.watch({
    failed: deny,
    changed: (material) => {
      try {
        const next = usableTls(material, { nowMs: clock.now(), asksClients });
        server.setSecureContext(next.options);
        expiresAtMs = next.expiresAtMs;
        metrics.certificateExpires(expiresAtMs);
        log.info("a new certificate is in use", { expires: new Date(expiresAtMs).toISOString() });
      } catch (error) {
        deny(error);
      }
    },
  });
  return { expiresAtMs: () => expiresAtMs, stop };
}
