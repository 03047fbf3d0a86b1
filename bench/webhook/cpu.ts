import { Agent } from "node:https";
import type { Bench, Goal, Line, Role } from "../row.ts";
import { ask } from "./ask.ts";
import { type Review, asking } from "./asked-reviews.ts";
import { type Target, type TargetName, measuredOf, targetsOf } from "./target.ts";

const connections = 4;

export interface CpuRow {
  readonly what: string;
  readonly review: Review;
  /** In each round, of each server. */
  readonly reviews: number;
  readonly servers: Readonly<Partial<Record<TargetName, Role>>>;
  readonly goal: Goal;
}

/** Microseconds of CPU time of the whole process of each server for one review. Go peers are left out without Go. */
export async function cpuLine(bench: Bench, { what, review, reviews, servers, goal }: CpuRow): Promise<Line> {
  const targets = await targetsOf(bench, Object.keys(servers) as TargetName[]);
  const took = new Map(targets.map(({ name }) => [name, [] as number[]]));
  for (let round = -1; round < bench.rounds; round += 1) {
    for (const { name, target } of targets) {
      const micros = await oneRound(target, { name, review, reviews });
      // The first is for the compiler of JavaScript.
      if (round >= 0) took.get(name)?.push(micros);
    }
  }
  const measured = [...took].map(([name, values]) => measuredOf(name, servers[name], { values, n: reviews * bench.rounds }));
  return { what, unit: "µs", measured, goal };
}

interface Round {
  readonly name: TargetName;
  readonly review: Review;
  readonly reviews: number;
}

async function oneRound(target: Target, { name, review, reviews }: Round): Promise<number> {
  const { cpuMicroseconds: before } = await target.usage();
  let left = reviews;
  const client = async (): Promise<void> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (; left > 0; left -= 1) await ask(target, agent, asking(name, review));
    agent.destroy();
  };
  await Promise.all(Array.from({ length: connections }, client));
  return ((await target.usage()).cpuMicroseconds - before) / reviews;
}
