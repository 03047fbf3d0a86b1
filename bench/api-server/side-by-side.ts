import type { ApiRequest, ApiResponse } from "../../test/control-plane/api-client.ts";
import { inParallel } from "../../test/control-plane/in-parallel.ts";
import type { Bench, Goal, Line } from "../row.ts";
import { floor, ours, peer } from "../row.ts";
import type { SetName } from "./policy-sets.ts";
import { type PreparedServer, serverWith } from "./prepared-server.ts";

export interface Asked {
  /** In each round, of each server. */
  readonly perRound: number;
  /** What has to be there before, out of the time that is measured. */
  readonly before?: (server: PreparedServer, name: string) => Promise<unknown>;
  readonly request: (name: string, server: PreparedServer) => ApiRequest;
  /** False unless this is the answer that is to be measured. */
  readonly expect: (answer: ApiResponse, server: PreparedServer) => boolean;
}

export type Latencies = Readonly<Record<string, readonly number[]>>;

/** Milliseconds of each request, to one server after the other, each time beginning with another one. */
export async function latencies(bench: Bench, sets: readonly SetName[], asked: Asked): Promise<Latencies> {
  const servers: (readonly [SetName, PreparedServer])[] = [];
  for (const set of sets) servers.push([set, await serverWith(bench, set)]);
  const took: Record<string, number[]> = Object.fromEntries(sets.map((set) => [set, []]));
  for (let round = -1; round < bench.rounds; round += 1) {
    const names = Array.from({ length: asked.perRound }, (_, at) => `bench-${round + 1}-${at}`);
    const samples = await oneRound(servers, asked, names);
    // The first warms up.
    if (round >= 0) for (const { set, ms } of samples) took[set]?.push(ms);
  }
  return took;
}

interface Sample {
  readonly set: SetName;
  readonly ms: number;
}

async function oneRound(
  servers: readonly (readonly [SetName, PreparedServer])[],
  asked: Asked,
  names: readonly string[],
): Promise<readonly Sample[]> {
  for (const [, server] of servers) await inParallel(names, async (name) => asked.before?.(server, name));
  const samples: Sample[] = [];
  for (const [at, name] of names.entries()) {
    for (const [set, server] of rotated(servers, at)) samples.push({ set, ms: await timed(server, asked, name) });
  }
  return samples;
}

async function timed(server: PreparedServer, { request, expect }: Asked, name: string): Promise<number> {
  const sent = request(name, server);
  const started = performance.now();
  const answer = await server.request(sent);
  const ms = performance.now() - started;
  if (!expect(answer, server)) throw new Error(`${sent.method} ${sent.path}: ${answer.status} ${answer.text}`);
  return ms;
}

const rotated = <Item>(items: readonly Item[], by: number): readonly Item[] => [
  ...items.slice(by % items.length),
  ...items.slice(0, by % items.length),
];

/** All but what is shipped, for rows that have one line for labels and one for annotations. */
export const bothMarks: readonly SetName[] = [
  "none",
  "100 hand-written, labels",
  "100 hand-written, annotations",
  "100 policies, labels",
  "100 policies, annotations",
];

/** One line for labels and one for annotations, each beside no policies, and beside those written by hand. */
export function linesOfMarks(
  what: string,
  took: Latencies,
  goals: Readonly<Record<"labels" | "annotations", Goal>>,
): readonly Line[] {
  return (["labels", "annotations"] as const).map((mark) => ({
    what: `${what}, 100 policies over ${mark}`,
    unit: "ms",
    measured: [
      floor("no policies", took["none"] ?? []),
      peer("100 by hand", took[`100 hand-written, ${mark}`] ?? []),
      ours(took[`100 policies, ${mark}`] ?? []),
    ],
    goal: goals[mark],
  }));
}
