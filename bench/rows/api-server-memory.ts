import type { SetName } from "../api-server/policy-sets.ts";
import { type PreparedServer, serverWith } from "../api-server/prepared-server.ts";
import { type Line, type Row, floor, ours, peer } from "../row.ts";

const mebibyte = 1024 * 1024;
const figures = { resident: "process_resident_memory_bytes", live: "go_memstats_heap_alloc_bytes" } as const;

export const apiServerMemory: Row = {
  name: "api-server-memory",
  means: `How much more memory the API server needs for 100 policies, after a garbage collection: its live heap, and its resident
memory. The latter differs by some 50 MiB from start to start.`,
  measure: async (bench) => {
    const taken = async (set: SetName): Promise<Taken> => {
      const server = await serverWith(bench, set);
      const samples: Readonly<Record<keyof typeof figures, number>>[] = [];
      for (let round = 0; round < bench.rounds; round += 1) samples.push(await memoryOf(server));
      return { live: samples.map(({ live }) => live), resident: samples.map(({ resident }) => resident) };
    };
    const none = await taken("none");
    const lines: Line[] = [];
    for (const mark of ["labels", "annotations"] as const) {
      const sides = { none, hand: await taken(`100 hand-written, ${mark}`), own: await taken(`100 policies, ${mark}`) };
      lines.push(line(`API server, 100 policies over ${mark}: live heap`, "live", sides));
      lines.push(line(`API server, 100 policies over ${mark}: resident`, "resident", sides));
    }
    return lines;
  },
};

type Taken = Readonly<Record<keyof typeof figures, readonly number[]>>;

function line(what: string, of: keyof Taken, { none, hand, own }: Readonly<Record<"none" | "hand" | "own", Taken>>): Line {
  return {
    what,
    unit: "MiB",
    measured: [floor("no policies", none[of]), peer("100 by hand", hand[of]), ours(own[of])],
    goal: { limit: "at most", figure: 80, beside: { name: "no policies", by: "difference" } },
  };
}

async function memoryOf(server: PreparedServer): Promise<Readonly<Record<keyof typeof figures, number>>> {
  // Has Go collect garbage first.
  await server.request({ method: "GET", path: "/debug/pprof/heap?gc=1" });
  const { text } = await server.request({ method: "GET", path: "/metrics" });
  const figure = (name: string): number => Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1]) / mebibyte;
  return { resident: figure(figures.resident), live: figure(figures.live) };
}
