import type { Server } from "node:https";
import { HelpfulError, asError } from "../../../compiler/api/helpful-error.ts";
import type { Cancel, Clock } from "../../clock.ts";
import type { Log } from "../../telemetry/log.ts";
import type { Metrics } from "../../telemetry/metrics.ts";
import { type TlsSource, type UsableTls, usableTls } from "./tls-material.ts";

export interface ReloadedTls {
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
 * Puts each new certificate into use for the connections that come; those that are open go on. One that cannot be used is said
 * and counted, and the one before stays: it may have days left, and somebody reads the alert.
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
