import type { ResourceId } from "../resource.ts";
import type { FailureReason } from "./failure.ts";

/** Why a watch ended. `expired`: as it was meant to. */
export type WatchEnd = "expired" | FailureReason;

/** Told of what happens, for whoever counts. The age of what a store says is asked of the informer. */
export interface ReflectorMetrics {
  onListed(resource: ResourceId, listed: { readonly objects: number; readonly tookMs: number }): void;
  onListFailed(resource: ResourceId, reason: FailureReason): void;
  onWatchEnded(resource: ResourceId, reason: WatchEnd): void;
  onListenerFailed(resource: ResourceId): void;
}

/** Messages and fields are bounded and without control characters. */
export interface ReflectorLog {
  info(message: string, fields: Readonly<Record<string, string | number>>): void;
  warn(message: string, fields: Readonly<Record<string, string | number>>): void;
}

export interface Telemetry {
  readonly log: ReflectorLog;
  readonly metrics: ReflectorMetrics;
}

/** The same, made so that nothing that fails in it gets to whoever reports: a full disk must not stop a watch. */
export function unfailing({ log, metrics }: Telemetry): Telemetry {
  return {
    log: { info: quietly((...said) => log.info(...said)), warn: quietly((...said) => log.warn(...said)) },
    metrics: {
      onListed: quietly((...told) => metrics.onListed(...told)),
      onListFailed: quietly((...told) => metrics.onListFailed(...told)),
      onWatchEnded: quietly((...told) => metrics.onWatchEnded(...told)),
      onListenerFailed: quietly((...told) => metrics.onListenerFailed(...told)),
    },
  };
}

function quietly<Arguments extends readonly unknown[]>(report: (...told: Arguments) => void): (...told: Arguments) => void {
  return (...told) => {
    try {
      report(...told);
    } catch {
      // There is nobody left to tell.
    }
  };
}
