import { join } from "node:path";
import { type Run, runNode } from "../compiler/measured-run.ts";
import { type Bench, type Goal, type Line, Missing, type Measured, type Row, atMost, floor, ours, peer } from "../row.ts";
import { listUsages } from "../webhook/listed-usages.ts";
import { type WebhookFigures, measure } from "../webhook/memory.ts";
import { startTarget } from "../webhook/target.ts";

const mebibyte = 1024 * 1024;
const counts = [0, 50_000, 100_000] as const;
const most = 100_000;
/** MiB. */
const goals: Readonly<Record<Count, number>> = { 0: 90, 50_000: 150, 100_000: 220 };
/** Each takes some seconds, and memory is much the same each time. */
const mostRounds = 3;

type Count = (typeof counts)[number];

export const webhookMemory: Row = {
  name: "webhook-memory",
  means: `With many Usages in the cluster, and started as in its container: how much memory the webhook needs, how much CPU time
it needs to list and index them, and how long its first review takes once it is ready. That last figure stands beside
the first review without any Usage. The floor parses the same pages and keeps a map of maps.`,
  measure: async (bench) => {
    const seen = { ours: emptyOf<WebhookFigures>(), floor: emptyOf<Run>() };
    const pages = await Promise.all(counts.map(async (count) => [count, await listUsages(count)] as const));
    for (let round = 0; round < Math.min(mostRounds, bench.rounds); round += 1) {
      for (const [count, port] of pages) {
        seen.ours[count].push(await measure(count));
        seen.floor[count].push(await runNode(["--expose-gc", nestedMap, `http://127.0.0.1:${port}`], { cwd: "." }));
      }
    }
    const go = await goPeer(bench, pages.find(([count]) => count === most)?.[1] ?? 0);
    return [...counts.map((count) => residentLine(count, seen.ours[count], go)), ...costLines(seen), ...firstLines(seen.ours)];
  },
};

const nestedMap = join(import.meta.dirname, "../webhook/nested-map.ts");

type Seen<Figures> = Readonly<Record<Count, Figures[]>>;

const emptyOf = <Figures>(): Seen<Figures> => ({ 0: [], 50_000: [], 100_000: [] });

/** As an informer of client-go holds them. */
async function goPeer(bench: Bench, port: number): Promise<readonly Measured[]> {
  try {
    const target = await startTarget("Go, like Crossplane", `http://127.0.0.1:${port}`);
    const { residentBytes } = await target.usage();
    await target.close();
    return [peer("Go, like Crossplane", [residentBytes / mebibyte])];
  } catch (error) {
    if (!(error instanceof Missing)) throw error;
    bench.say(`  without the peer in Go: ${error.message}`);
    return [];
  }
}

function residentLine(count: Count, own: readonly WebhookFigures[], go: readonly Measured[]): Line {
  const measured = [...(count === most ? go : []), ours(own.map(({ startedMiB }) => startedMiB))];
  return { what: `webhook, ${count} Usages, resident when ready`, unit: "MiB", measured, goal: atMost(goals[count]) };
}

interface Both {
  readonly ours: Seen<WebhookFigures>;
  readonly floor: Seen<Run>;
}

/** Of 100,000 Usages, what is more than with none. */
function costLines({ ours: own, floor: least }: Both): readonly Line[] {
  const more = <Figures>(seen: Seen<Figures>, of: (figures: Figures) => number): readonly number[] =>
    seen[most].map((figures, at) => of(figures) - of(seen[0][at] ?? figures));
  const bytes = [
    floor(
      "JSON + Map",
      more(least, ({ said }) => Number.parseInt(said, 10) / most),
    ),
    ours(more(own, ({ liveMiB }) => (liveMiB * mebibyte) / most)),
  ];
  const seconds = [
    floor(
      "JSON + Map",
      more(least, ({ cpuMs }) => cpuMs / 1000),
    ),
    ours(more(own, ({ cpuSeconds }) => cpuSeconds)),
  ];
  return [
    { what: "webhook, for each of 100000 Usages", unit: "B", measured: bytes, goal: atMost(400) },
    { what: "webhook, list and index 100000 Usages, CPU", unit: "s", measured: seconds, goal: atMost(1.5) },
  ];
}

function firstLines(own: Seen<WebhookFigures>): readonly Line[] {
  const without = "first without Usages";
  const first = (count: Count): readonly number[] => own[count].map(({ firstMs }) => firstMs);
  const goal: Goal = { limit: "at most", figure: 2, beside: { name: without, by: "ratio" } };
  return ([50_000, 100_000] as const).map((count) => ({
    what: `webhook, first review after ready, ${count} Usages`,
    unit: "ms",
    measured: [floor(without, first(0)), ours(first(count))],
    goal,
  }));
}
