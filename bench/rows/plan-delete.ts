import { removeDirectory, openDirectory } from "../../test/fixtures/open-directory.ts";
import { namespaces } from "../../test/control-plane/collections.ts";
import { inParallel } from "../../test/control-plane/in-parallel.ts";
import { created } from "../../test/control-plane/requests.ts";
import { type PreparedServer, configMap, serverWith } from "../api-server/prepared-server.ts";
import { holdfast } from "../compiler/checkout.ts";
import { runNode } from "../compiler/measured-run.ts";
import { type Bench, type Line, type Row, atMost, ours, peer } from "../row.ts";

/** Seconds, and MiB. */
const goals = { 10_000: { seconds: 2, memory: 400 }, 100_000: { seconds: 15, memory: 400 } } as const;

export const planDelete: Row = {
  name: "plan-delete",
  onlyByName: true,
  means: `How long \`holdfast plan delete namespace/…\` takes, and how much memory, in a cluster with that many ConfigMaps of 1 KB
in 100 Namespaces, under 100 policies over labels. The peer is \`kubectl get configmaps -A\`, which reads the same
objects.`,
  measure: async (bench) => {
    const server = await serverWith(bench, "100 policies, labels");
    const lines: Line[] = [];
    let made = 0;
    for (const [count, goal] of Object.entries(goals)) {
      await fill(server, made, Number(count));
      made = Number(count);
      lines.push(...(await measured(bench, server, { count: made, ...goal })));
    }
    return lines;
  },
};

const namespaceCount = 100;

async function fill(server: PreparedServer, from: number, to: number): Promise<void> {
  const nameOf = (at: number): string => `plan-${at % namespaceCount}`;
  if (from === 0)
    await inParallel(
      Array.from({ length: namespaceCount }, (_, at) => at),
      (at) => created(server, namespaces, { metadata: { name: nameOf(at) } }),
    );
  const numbers = Array.from({ length: to - from }, (_, at) => from + at);
  const text = "x".repeat(900);
  await inParallel(numbers, (at) =>
    created(server, `${namespaces}/${nameOf(at)}/configmaps`, { ...configMap(`c-${at}`), data: { text } }),
  );
}

async function measured(
  { rounds }: Bench,
  { kubeconfig, kubectl }: PreparedServer,
  { count, seconds, memory }: { readonly count: number; readonly seconds: number; readonly memory: number },
): Promise<readonly Line[]> {
  const cwd = openDirectory();
  const [wall, peak, kubectlWall] = [[], [], []] as [number[], number[], number[]];
  try {
    for (let round = 0; round < rounds; round += 1) {
      const run = await runNode([holdfast, "plan", "delete", "namespace/plan-7", "--kubeconfig", kubeconfig], { cwd });
      if (!run.said.startsWith(`Deletes ${count / namespaceCount + 1} objects in 1 Namespace`)) throw new Error(run.said);
      wall.push(run.wallMs / 1000);
      peak.push(run.peakMiB);
      const started = performance.now();
      await kubectl(["get", "configmaps", "-A"]);
      kubectlWall.push((performance.now() - started) / 1000);
    }
  } finally {
    removeDirectory(cwd);
  }
  return [
    {
      what: `plan delete of a Namespace, ${count} objects in the cluster`,
      unit: "s",
      measured: [peer("kubectl get", kubectlWall), ours(wall)],
      goal: atMost(seconds),
    },
    {
      what: `plan delete of a Namespace, ${count} objects in the cluster, memory`,
      unit: "MiB",
      measured: [ours(peak)],
      goal: atMost(memory),
    },
  ];
}
