import { setImmediate as afterMicrotasks } from "node:timers/promises";
import type { Clock } from "../../runtime-fallback/clock.ts";

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly fire: () => void;
}

/** How a machine's clock goes: its rate against true time, and how far its wall clock is off. */
export interface MachineOptions {
  readonly rate?: number;
  readonly offsetMs?: number;
}

/** One machine: its clock, and whether it runs. */
export interface Machine {
  readonly clock: Clock;
  /** As SIGSTOP: nothing of it runs, its clocks go on. */
  pause(): void;
  resume(): void;
  /** Its wall clock is set. */
  jump(ms: number): void;
  /** Resolves as soon as the machine runs: to be awaited before an answer is given to it. */
  running(): Promise<void>;
}

/** Time that passes only when a test says so. */
export interface VirtualTime {
  /** Since the beginning, in milliseconds. */
  readonly now: number;
  machine(options?: MachineOptions): Machine;
  /** Lets time pass and everything happen that is due; with a look at the world after each step. */
  advance(ms: number, look?: () => void): Promise<void>;
  /** True time, for networks. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Some day. */
const epoch = Date.UTC(2026, 0, 1);

export function createVirtualTime(): VirtualTime {
  const state = { now: 0, order: 0, timers: [] as Timer[] };
  const at = (time: number, fire: () => void): Timer => {
    const timer = { at: time, order: state.order++, fire };
    state.timers.push(timer);
    return timer;
  };
  const sleep = (ms: number, signal?: AbortSignal): Promise<void> => {
    if (ms <= 0 || signal?.aborted === true) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = at(state.now + ms, finish);
      signal?.addEventListener("abort", finish, { once: true });
      function finish(): void {
        state.timers = state.timers.filter((other) => other !== timer);
        signal?.removeEventListener("abort", finish);
        resolve();
      }
    });
  };
  return {
    get now() {
      return state.now;
    },
    machine: (options) => createMachine({ now: () => state.now, sleep }, options),
    advance: async (ms, look) => {
      const end = state.now + ms;
      for (;;) {
        await afterMicrotasks();
        look?.();
        const next = state.timers.toSorted((a, b) => a.at - b.at || a.order - b.order)[0];
        if (next === undefined || next.at > end) break;
        state.now = Math.max(state.now, next.at);
        state.timers = state.timers.filter((other) => other !== next);
        next.fire();
      }
      state.now = end;
      look?.();
    },
    sleep,
  };
}

interface True {
  now(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

function createMachine(time: True, { rate = 1, offsetMs = 0 }: MachineOptions = {}): Machine {
  let [offset, isPaused] = [offsetMs, false];
  let waiting: (() => void)[] = [];
  const running = (): Promise<void> => (isPaused ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve());
  const monotonic = (): number => time.now() * rate;
  return {
    clock: {
      monotonic,
      now: () => epoch + offset + monotonic(),
      after: (ms, call) => {
        const cancelled = new AbortController();
        void time
          .sleep(ms / rate, cancelled.signal)
          .then(running)
          .then(() => void (cancelled.signal.aborted || call()));
        return () => cancelled.abort();
      },
    },
    running,
    pause: () => {
      isPaused = true;
    },
    resume: () => {
      isPaused = false;
      const woken = waiting;
      waiting = [];
      for (const wake of woken) wake();
    },
    jump: (ms) => {
      offset += ms;
    },
  };
}
