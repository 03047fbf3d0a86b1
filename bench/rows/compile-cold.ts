import { join } from "node:path";
import { removeDirectory } from "../../test/fixtures/open-directory.ts";
import { root } from "../../test/house/source-files.ts";
import { holdfast, policiesOfReadme } from "../compiler/checkout.ts";
import { inTurns } from "../compiler/in-turns.ts";
import { type Run, runNode } from "../compiler/measured-run.ts";
import { type Bench, type Line, type Row, atMost, floor, ours, peer, ratioAtMost } from "../row.ts";

const floorName = "ts-morph";
const tsc = join(root, "node_modules/typescript/bin/tsc");
const floorProgram = join(import.meta.dirname, "../compiler/ts-morph-floor.ts");

export const compileCold: Row = {
  name: "compile-cold",
  means: `How long \`holdfast compile\` takes without its cache. One peer is ts-morph, which loads the same files, checks their
types and visits each node. The other is TypeScript 7, a native program that visits none. The slope is what one more
policy adds.`,
  measure: (bench) => compileSizes(bench, [1, 100]),
};

/** The same at each size, and what a policy adds from each size to the next. */
export async function compileSizes(bench: Bench, sizes: readonly number[]): Promise<readonly Line[]> {
  const runs = new Map<number, Sides>();
  for (const size of sizes) runs.set(size, await compileOnce(bench, size));
  const ofSize = [...runs].flatMap(([size, sides]) => linesOf(size, sides));
  const slopes = sizes.slice(1).map((size, at) => slopeLine(runs, sizes[at] ?? 1, size));
  return [...ofSize, ...slopes];
}

type Sides = Readonly<Record<"floor" | "peer" | "ours", readonly Run[]>>;

async function compileOnce(bench: Bench, count: number): Promise<Sides> {
  const cwd = policiesOfReadme(count, { more: { "tsconfig.json": tsconfig } });
  try {
    return await inTurns(bench, {
      floor: () => runNode([floorProgram, "policies"], { cwd }),
      peer: () => runNode([tsc, "--project", "."], { cwd }),
      ours: () => runNode([holdfast, "compile", "policies", "--out", "generated", "--no-cache"], { cwd }),
    });
  } finally {
    removeDirectory(cwd);
  }
}

/** As `ts-morph-floor.ts` checks them. */
const tsconfig = JSON.stringify({
  compilerOptions: {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    types: [],
    target: "es2024",
    lib: ["es2024"],
    module: "nodenext",
    moduleResolution: "nodenext",
  },
  include: ["policies"],
});

function linesOf(count: number, sides: Sides): readonly Line[] {
  const what = count === 1 ? "compile 1 policy" : `compile ${count} policies`;
  const figures = (of: (run: Run) => number): Line["measured"] => [
    floor(floorName, sides.floor.map(of)),
    ours(sides.ours.map(of)),
  ];
  // What it is made of is no Node, so that neither its CPU time nor its memory is seen.
  const native = peer(
    "TypeScript 7",
    sides.peer.map(({ wallMs }) => wallMs),
  );
  return [
    {
      what: `${what}, cold`,
      unit: "ms",
      measured: [native, ...figures(({ wallMs }) => wallMs)],
      goal: ratioAtMost(1.4, floorName),
    },
    { what: `${what}, cold, CPU`, unit: "ms", measured: figures(({ cpuMs }) => cpuMs), goal: ratioAtMost(1.4, floorName) },
    { what: `${what}, memory`, unit: "MiB", measured: figures(({ peakMiB }) => peakMiB) },
  ];
}

function slopeLine(runs: ReadonlyMap<number, Sides>, from: number, to: number): Line {
  const slopes = (side: keyof Sides): readonly number[] =>
    (runs.get(to)?.[side] ?? []).map(({ cpuMs }, at) => (cpuMs - (runs.get(from)?.[side][at]?.cpuMs ?? 0)) / (to - from));
  const measured = [floor(floorName, slopes("floor")), ours(slopes("ours"))];
  return { what: `CPU for each policy, from ${from} to ${to}`, unit: "ms", measured, goal: atMost(5) };
}
