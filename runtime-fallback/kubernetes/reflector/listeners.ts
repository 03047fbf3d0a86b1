import { errorMessage } from "../../../compiler/api/helpful-error.ts";
import type { ResourceId } from "../resource.ts";
import { resourceText } from "../resource.ts";
import { printable } from "../../escape-text.ts";
import type { Change } from "./change.ts";
import type { ReflectorLog, ReflectorMetrics } from "./telemetry.ts";

export type Listener<T> = (change: Change<T>) => void;

export interface Listeners<T> {
  add(listener: Listener<T>): void;
  /** Never throws: the store has changed, and a listener that fails must not keep it from changing again. */
  tell(changes: readonly Change<T>[]): void;
}

interface ListenersOptions {
  readonly resource: ResourceId;
  readonly log: ReflectorLog;
  readonly metrics: ReflectorMetrics;
}

/** Each hears each change, one after the other. */
export function createListeners<T>({ resource, log, metrics }: ListenersOptions): Listeners<T> {
  const listeners: Listener<T>[] = [];
  const failed = (error: unknown) => {
    const reason = printable(errorMessage(error));
    log.warn("a listener failed; it is not told again", { resource: resourceText(resource), reason });
    metrics.onListenerFailed(resource);
  };
  const call = (listener: Listener<T>, change: Change<T>) => {
    try {
      // An asynchronous function passes for one that returns nothing. Its rejection would end the process.
      const result: unknown = listener(change);
      if (result instanceof Promise) result.catch(failed);
    } catch (error) {
      failed(error);
    }
  };
  return {
    add: (listener) => void listeners.push(listener),
    tell: (changes) => {
      for (const change of changes) for (const listener of listeners) call(listener, change);
    },
  };
}
