import type { ApiServer } from "../api-server.ts";
import type { ListQuery } from "../list.ts";
import type { Clock } from "../../clock.ts";
import type { Target } from "./apply-event.ts";
import type { Change } from "./store.ts";
import type { ReflectorLog, ReflectorMetrics } from "./telemetry.ts";
import type { Timing } from "./timing.ts";

/** What a reflector works with and reports to. */
export interface ReflectorContext<T> {
  readonly server: ApiServer;
  readonly query: ListQuery;
  readonly target: Target<T>;
  readonly clock: Clock;
  readonly random: () => number;
  readonly timing: Timing;
  readonly log: ReflectorLog;
  readonly metrics: ReflectorMetrics;
  /** The store says what the API server had at that time, or later. */
  onHeard(at: number): void;
  /** How long ago that was. */
  ageMs(): number;
  tell(changes: readonly Change<T>[]): void;
}
