import fc from "fast-check";
import { expect, test } from "vitest";
import { runsOf } from "../../searches/search-of.ts";
import { createObjectStore } from "../object-store.ts";
import { createVirtualTime } from "../virtual-time.ts";
import { type RunningCandidate, startCandidate } from "./candidates.ts";

const runs = runsOf("leader-election");
const candidates = 3;
/** Mostly whoever leads: what happens to the others shows little. */
const who = fc.oneof({ weight: 3, arbitrary: fc.constant("leader" as const) }, { weight: 1, arbitrary: fc.nat(candidates - 1) });
/** Leader and candidate may be 1.41 times apart; 1.5 is where 10 s of one are 15 s of the other. */
const rate = fc.constantFrom(0.85, 0.85, 1, 1.2, 1.2);

const anyEvent = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant("wait" as const), ms: fc.constantFrom(100, 3_000, 9_000, 16_000, 25_000) }),
  },
  fc.record({ kind: fc.constant("pause" as const), who }),
  fc.record({ kind: fc.constant("resume" as const), who }),
  fc.record({ kind: fc.constant("cut off" as const), who }),
  fc.record({ kind: fc.constant("answers lost" as const), who }),
  fc.record({ kind: fc.constant("reach" as const), who }),
  fc.record({ kind: fc.constant("stop" as const), who }),
  fc.record({ kind: fc.constant("jump" as const), who, ms: fc.constantFrom(-31_536_000_000, -7_000, 7_000, 31_536_000_000) }),
);
type Event = typeof anyEvent extends fc.Arbitrary<infer T> ? T : never;

function apply(event: Exclude<Event, { kind: "wait" }>, candidate: RunningCandidate): void {
  const { machine, network, stop } = candidate;
  const effects = {
    pause: () => machine.pause(),
    resume: () => machine.resume(),
    "cut off": () => (network.fate = () => "lost"),
    "answers lost": () => (network.fate = () => "answer lost"),
    reach: () => (network.fate = () => "answered"),
    stop: () => stop.abort(),
    jump: () => machine.jump(event.kind === "jump" ? event.ms : 0),
  };
  effects[event.kind]();
}

function concerned(whom: "leader" | number, all: readonly RunningCandidate[]): RunningCandidate | undefined {
  return whom === "leader" ? all.find(({ election }) => election.isLeader()) : all[whom];
}

/** How often somebody led, over all runs: a search in which nobody leads shows nothing. */
let [looks, led, changes] = [0, 0, 0];

test("never two that believe to lead, whatever stops, hangs, is cut off or has its clock set; and somebody leads again", async () => {
  const property = fc.asyncProperty(
    fc.array(rate, { minLength: candidates, maxLength: candidates }),
    fc.array(fc.constantFrom(5, 50, 50, 50, 2_400), { minLength: 1, maxLength: 12, size: "max" }),
    fc.array(anyEvent, { maxLength: 20, size: "max" }),
    async (rates, latencies, events) => {
      const time = createVirtualTime();
      const store = createObjectStore();
      let turn = 0;
      const start = (identity: string, itsRate = 1): RunningCandidate => {
        const started = startCandidate(time, store, { identity, rate: itsRate });
        started.network.latency = () => latencies[turn++ % latencies.length] ?? 0;
        return started;
      };
      const all = rates.map((itsRate, index) => start(`candidate ${index}`, itsRate));
      let last: RunningCandidate | undefined;
      const look = (): void => {
        const leaders = all.filter(({ election }) => election.isLeader());
        expect(leaders.length).toBeLessThanOrEqual(1);
        looks++;
        led += leaders.length;
        if (leaders[0] !== undefined && leaders[0] !== last) {
          last = leaders[0];
          changes++;
        }
      };
      for (const event of events) {
        const candidate = event.kind === "wait" ? undefined : concerned(event.who, all);
        if (event.kind !== "wait" && candidate !== undefined) apply(event, candidate);
        else await time.advance(event.kind === "wait" ? event.ms : 0, look);
        look();
      }
      // All is well again, and at least one has not been stopped.
      all.push(start("another"));
      for (const { machine, network } of all) {
        machine.resume();
        Object.assign(network, { latency: () => 50, fate: () => "answered" });
      }
      await time.advance(60_000, look);
      expect(all.filter(({ election }) => election.isLeader())).toHaveLength(1);
    },
  );
  await fc.assert(property, runs);
  expect(led / looks).toBeGreaterThan(0.2);
  expect(changes).toBeGreaterThan(runs.numRuns * 0.75);
});
