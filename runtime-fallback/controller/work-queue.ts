import { type Clock, sleep } from "../clock.ts";

/** How long to wait after a number of failures in a row. */
interface BackoffRange {
  readonly firstMs: number;
  readonly maxMs: number;
}

/**
 * Those of client-go's queues, but at most a minute: what somebody has fixed is not to wait for a quarter of an hour.
 */
export const defaultBackoff: BackoffRange = { firstMs: 5, maxMs: 60_000 };

/**
 * Doubles with each failure. Half of it is chance, so that what failed together is not retried together.
 * `random` gives numbers from 0 up to 1.
 */
export function backoffMs({ firstMs, maxMs }: BackoffRange, failures: number, random: () => number): number {
  const whole = Math.min(maxMs, firstMs * 2 ** Math.max(0, failures - 1));
  return whole * (0.5 + random() / 2);
}

/**
 * client-go's rate-limited queue. A key is in it once however often it is added, is never with two workers at once, and
 * is worked again when it was added while at work. Groups of keys take turns: however many keys one of them has, a key
 * of another waits for one key of each group.
 */
export interface WorkQueue {
  add(key: string): void;
  /** The earliest of several times counts. */
  addAfter(key: string, ms: number): void;
  /** Later with each time, until `forget`. */
  addRateLimited(key: string): void;
  /** The next `addRateLimited` is the first again. */
  forget(key: string): void;
  /** How often in a row this key was added after a failure. */
  failures(key: string): number;
  /**
   * The next key, as soon as there is one; undefined when the queue is shut down and empty. To be followed by `done`.
   */
  next(): Promise<string | undefined>;
  done(key: string): void;
  /** Keys that wait for a worker; neither those at work nor those whose time has not come. */
  readonly depth: number;
  /** Nothing is added any more, and what waits for its time is dropped. What waits for a worker is still given out. */
  shutDown(): void;
}

export interface WorkQueueOptions {
  readonly clock: Clock;
  /** From 0 up to 1. */
  readonly random: () => number;
  readonly backoff?: BackoffRange;
  /** Such as the Namespace; all keys are in one group, unless told. */
  readonly groupOf?: (key: string) => string;
  /** Whoever fills the queue adds again what failed: there are no timers for it. */
  readonly retriesItself?: boolean;
}

interface Timer {
  readonly dueAt: number;
  readonly cancel: AbortController;
}

interface State {
  readonly groupOf: (key: string) => string;
  /** What waits for a worker, by group, in order; the group whose turn it is comes first. None is empty. */
  readonly ready: Map<string, Set<string>>;
  depth: number;
  /** What has to be worked: all of `ready`, and those at work that were added again. */
  readonly dirty: Set<string>;
  readonly atWork: Set<string>;
  readonly timers: Map<string, Timer>;
  readonly failures: Map<string, number>;
  readonly waitingWorkers: ((key: string | undefined) => void)[];
  isShutDown: boolean;
}

/** An empty queue. */
export function createWorkQueue(options: WorkQueueOptions): WorkQueue {
  const { clock, random, backoff = defaultBackoff, groupOf = () => "", retriesItself = false } = options;
  const state = emptyState(groupOf);
  const addAfter = (key: string, ms: number): void => {
    if (ms > 0) setTimer(state, clock, { key, ms });
    else add(state, key);
  };
  return {
    add: (key) => add(state, key),
    addAfter,
    addRateLimited: (key) => {
      const failures = (state.failures.get(key) ?? 0) + 1;
      if (!state.isShutDown) state.failures.set(key, failures);
      if (!retriesItself) addAfter(key, backoffMs(backoff, failures, random));
    },
    forget: (key) => void state.failures.delete(key),
    failures: (key) => state.failures.get(key) ?? 0,
    next: () => next(state),
    done: (key) => done(state, key),
    get depth() {
      return state.depth;
    },
    shutDown: () => shutDown(state),
  };
}

function emptyState(groupOf: State["groupOf"]): State {
  return {
    groupOf,
    ready: new Map(),
    depth: 0,
    dirty: new Set(),
    atWork: new Set(),
    timers: new Map(),
    failures: new Map(),
    waitingWorkers: [],
    isShutDown: false,
  };
}

function add(state: State, key: string): void {
  if (state.isShutDown || state.dirty.has(key)) return;
  state.dirty.add(key);
  if (!state.atWork.has(key)) makeReady(state, key);
}

function makeReady(state: State, key: string): void {
  const worker = state.waitingWorkers.shift();
  if (worker === undefined) line(state, key);
  else worker(begin(state, key));
}

function line(state: State, key: string): void {
  const group = state.groupOf(key);
  state.ready.set(group, (state.ready.get(group) ?? new Set()).add(key));
  state.depth += 1;
}

/** The first key of the group whose turn it is, which then goes behind the others. */
function takeNext(state: State): string | undefined {
  for (const [group, keys] of state.ready) {
    const [key = ""] = keys;
    keys.delete(key);
    state.ready.delete(group);
    if (keys.size > 0) state.ready.set(group, keys);
    state.depth -= 1;
    return key;
  }
  return undefined;
}

function begin(state: State, key: string): string {
  state.dirty.delete(key);
  state.atWork.add(key);
  return key;
}

function next(state: State): Promise<string | undefined> {
  const key = takeNext(state);
  if (key !== undefined) return Promise.resolve(begin(state, key));
  if (state.isShutDown) return Promise.resolve(undefined);
  return new Promise((resolve) => state.waitingWorkers.push(resolve));
}

function done(state: State, key: string): void {
  state.atWork.delete(key);
  // Also after the shutdown: it was added before, while at work.
  if (state.dirty.has(key)) makeReady(state, key);
}

function setTimer(state: State, clock: Clock, { key, ms }: { readonly key: string; readonly ms: number }): void {
  const dueAt = clock.monotonic() + ms;
  const earlier = state.timers.get(key);
  if (state.isShutDown || (earlier !== undefined && earlier.dueAt <= dueAt)) return;
  earlier?.cancel.abort();
  const timer = { dueAt, cancel: new AbortController() };
  state.timers.set(key, timer);
  void sleep(clock, ms, timer.cancel.signal).then(() => {
    if (state.timers.get(key) !== timer) return;
    state.timers.delete(key);
    add(state, key);
  });
}

function shutDown(state: State): void {
  state.isShutDown = true;
  for (const { cancel } of state.timers.values()) cancel.abort();
  state.timers.clear();
  for (const worker of state.waitingWorkers.splice(0)) worker(undefined);
}
