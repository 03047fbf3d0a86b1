import { type Bench, type Goal, type Line, type Role, type Row, ratioAtMost } from "../row.ts";
import { median, quantile } from "../statistics.ts";
import { closedLoop, openLoop } from "../webhook/latency.ts";
import { asking } from "../webhook/asked-reviews.ts";
import { type Started, type TargetName, measuredOf, targetsOf } from "../webhook/target.ts";

const load = { perSecond: 1_000, seconds: 2 };

export const webhookP99: Row = {
  name: "webhook-p99",
  means: `How long the slowest hundredth of deletes waits for its denial while 1,000 reviews arrive each second, whether or not
earlier ones have been answered.`,
  measure: async (bench) => [
    await latencyLine(bench, {
      what: "webhook, 4 KB, deny, p99 at 1,000 reviews a second",
      servers: { "raw https": "floor", "Go, generic": "peer", "Go, like Crossplane": "peer", "webhook: rules": "ours" },
      goal: ratioAtMost(0.5, "Go, like Crossplane"),
      n: load.perSecond * load.seconds,
      round: async ({ target, name }) => quantile(await openLoop(target, asking(name, "4 KB, deny"), load), 0.99),
    }),
  ],
};

const sizes = { "4 KB, allow at once": 500, "64 KB, allow at once": 200, "1 MB, allow at once": 20 } as const;

export const webhookLatency: Row = {
  name: "webhook-latency",
  means: `How long a single review takes, by its size, with a rule that allows at once.`,
  measure: async (bench) => {
    const lines: Line[] = [];
    for (const [review, n] of Object.entries(sizes) as [keyof typeof sizes, number][]) {
      lines.push(
        await latencyLine(bench, {
          what: `webhook, ${review}, one at a time`,
          servers: { "raw https": "floor", "JSON + Map": "floor", "webhook: pipeline": "ours" },
          n,
          round: async ({ target, name }) => median(await closedLoop(target, asking(name, review), n)),
        }),
      );
    }
    return lines;
  },
};

interface LatencyRow {
  readonly what: string;
  readonly servers: Readonly<Partial<Record<TargetName, Role>>>;
  readonly goal?: Goal;
  /** Reviews of a round. */
  readonly n: number;
  readonly round: (started: Started) => Promise<number>;
}

async function latencyLine(bench: Bench, { what, servers, goal, n, round }: LatencyRow): Promise<Line> {
  const targets = await targetsOf(bench, Object.keys(servers) as TargetName[]);
  const took = new Map(targets.map(({ name }) => [name, [] as number[]]));
  for (let turn = -1; turn < bench.rounds; turn += 1) {
    for (const started of targets) {
      const ms = await round(started);
      if (turn >= 0) took.get(started.name)?.push(ms);
    }
  }
  const measured = [...took].map(([name, values]) => measuredOf(name, servers[name], { values, n: n * bench.rounds }));
  return { what, unit: "ms", measured, ...(goal === undefined ? {} : { goal }) };
}
