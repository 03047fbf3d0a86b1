import type { SetName } from "../api-server/policy-sets.ts";
import { fullNamespace } from "../api-server/prepared-server.ts";
import { latencies } from "../api-server/side-by-side.ts";
import { type Row, atMost, floor, ours } from "../row.ts";

/** Milliseconds. */
const goals = { "shipped policies": 15, "100 policies, labels": 12, "100 policies, annotations": 250 } as const;

export const deleteNamespace: Row = {
  name: "delete-namespace",
  means: `How long the API server needs to delete a Namespace that holds 1,000 ConfigMaps, none of them protected. Each guard
looks up the objects with its label. Selectors cannot select annotations, so guards over annotations look at all
objects. The deletes are dry runs, which are admitted in the same way.`,
  measure: async (bench) => {
    const sets = Object.keys(goals) as (keyof typeof goals)[];
    const took = await latencies(bench, ["none", ...sets] satisfies readonly SetName[], {
      perRound: 3,
      request: () => ({ method: "DELETE", path: `${fullNamespace}?dryRun=All` }),
      expect: ({ status }) => status === 200,
    });
    return sets.map((set) => ({
      what: `DELETE of a Namespace with 1,000 ConfigMaps, ${set}`,
      unit: "ms",
      measured: [floor("no policies", took["none"] ?? []), ours(took[set] ?? [])],
      goal: atMost(goals[set]),
    }));
  },
};
