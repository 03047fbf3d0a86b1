import type { ApiServer } from "../api-server.ts";
import type { ListQuery } from "../list.ts";
import type { Clock } from "../../clock.ts";
import type { Projection, Target } from "./apply-event.ts";
import { type Change, createStore, type Store } from "./store.ts";
import type { IndexFunction } from "./object-index.ts";
import { reflect } from "./reflect.ts";
import { type ReflectorLog, type Telemetry, unfailing, type ReflectorMetrics } from "./telemetry.ts";
import { defaultTiming, type Timing } from "./timing.ts";
import { errorMessage } from "../../../compiler/api/helpful-error.ts";
import { type ResourceId, resourceText } from "../resource.ts";
import { printable } from "../../escape-text.ts";

/** A copy of what the API server stores of one resource, and who is told when it changes. */
export interface Informer<T> {
  readonly resource: ResourceId;
  /** Whether the store has ever been complete. What was true then may be long ago: ask for the staleness, too. */
  hasSynced(): boolean;
  /**
   * Milliseconds for which nothing has been heard: the age of what the store says. Infinite before the first list. It
   * knows nothing of what is still on its way, in the API server or after it; for that there are live reads.
   */
  stalenessMs(): number;
  readonly store: Store<T>;
  /** Told of every change from now on, in order, after the store has changed. */
  onChange(listener: Listener<T>): void;
  /** Until aborted; never rejects, never ends otherwise. Once. */
  run(signal: AbortSignal): Promise<void>;
}

export interface ReflectorOptions extends ListQuery, Telemetry {
  readonly clock: Clock;
  readonly random?: () => number;
  readonly timing?: Partial<Timing>;
}

export interface InformerOptions<T> extends ReflectorOptions {
  /**
   * What is kept of an object. It must not throw, whatever stands in the object: where it does, the store is kept as it
   * was and grows old, since nothing true can be said any more.
   */
  readonly project: Projection<T>;
  readonly indices?: Readonly<Record<string, IndexFunction<T>>>;
}

/** Does nothing before `run`. */
export function createInformer<T>(server: ApiServer, options: InformerOptions<T>): Informer<T> {
  const { project, indices = {} } = options;
  const store = createStore<T>({ indices, onIndexFailure: indexFailureLog(options) });
  return informerOn(server, { store, project }, options);
}

/** The same on a store of another making. What its changes do not say, nobody who listens hears of. */
export function informerOn<T>(server: ApiServer, target: Target<T>, options: ReflectorOptions): Informer<T> {
  const { resource, clock, random = Math.random } = options;
  const { log, metrics } = unfailing(options);
  const timing = { ...defaultTiming, ...options.timing };
  const listeners = createListeners<T>({ resource, log, metrics });
  let heardAt = -Infinity;
  const stalenessMs = () => clock.monotonic() - heardAt;
  let running: Promise<void> | undefined;

  const context = {
    server,
    query: queryOf(options),
    target,
    clock,
    random,
    timing,
    log,
    metrics,
    onHeard: (at: number) => void (heardAt = Math.max(heardAt, at)),
    ageMs: stalenessMs,
    tell: (changes: readonly Change<T>[]) => listeners.tell(changes),
  };
  return {
    resource,
    hasSynced: () => heardAt !== -Infinity,
    stalenessMs,
    store: target.store,
    onChange: (listener) => listeners.add(listener),
    run: (signal) => (running ??= reflect(context, signal)),
  };
}

function queryOf({ resource, namespace, labelSelector, fieldSelector, metadataOnly, needed }: ListQuery): ListQuery {
  return {
    resource,
    ...(namespace !== undefined && { namespace }),
    ...(labelSelector !== undefined && { labelSelector }),
    ...(fieldSelector !== undefined && { fieldSelector }),
    ...(metadataOnly !== undefined && { metadataOnly }),
    ...(needed !== undefined && { needed }),
  };
}

/** For whoever makes a store with indices. */
export function indexFailureLog(telemetry: Telemetry): (index: string, key: string, error: unknown) => void {
  const { log } = unfailing(telemetry);
  return (index, key, error) => {
    const reason = printable(errorMessage(error));
    log.warn("an object is found under every value of an index, which failed at it", { index, key: printable(key), reason });
  };
}

type Listener<T> = (change: Change<T>) => void;

interface Listeners<T> {
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
function createListeners<T>({ resource, log, metrics }: ListenersOptions): Listeners<T> {
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
