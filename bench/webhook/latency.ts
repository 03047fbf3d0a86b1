import { Agent } from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import { type Asking, ask } from "./ask.ts";
import type { Target } from "./target.ts";

export interface Load {
  readonly perSecond: number;
  readonly seconds: number;
}

const connections = 16;

/**
 * Milliseconds of each review, sent at that rate whether or not earlier ones have been answered: who is slow is asked
 * no less.
 */
export async function openLoop(target: Target, asking: Asking, { perSecond, seconds }: Load): Promise<readonly number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  // Handshakes are no part of what is asked.
  await Promise.all(Array.from({ length: connections }, () => timed(target, agent, asking)));
  const answers: Promise<number>[] = [];
  const started = performance.now();
  while (answers.length < perSecond * seconds) {
    const due = Math.min(perSecond * seconds, ((performance.now() - started) * perSecond) / 1000);
    while (answers.length < due) answers.push(timed(target, agent, asking));
    await sleep(1);
  }
  const took = await Promise.all(answers);
  agent.destroy();
  return took;
}

/** One after the other. */
export async function closedLoop(target: Target, asking: Asking, count: number): Promise<readonly number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const took: number[] = [];
  for (let at = 0; at < count; at += 1) took.push(await timed(target, agent, asking));
  agent.destroy();
  return took;
}

async function timed(target: Target, agent: Agent, asking: Asking): Promise<number> {
  const sent = performance.now();
  await ask(target, agent, asking);
  return performance.now() - sent;
}
