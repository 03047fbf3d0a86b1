import { created, mergePatch } from "../../test/control-plane/requests.ts";
import { bothMarks, latencies, linesOfMarks } from "../api-server/side-by-side.ts";
import { type Row, ratioAtMost } from "../row.ts";

const leases = "/apis/coordination.k8s.io/v1/namespaces/bench/leases";

export const updateOtherKind: Row = {
  name: "update-other-kind",
  means: `What every write in a cluster pays: a Lease is updated, which no policy names. The API server checks the match rules of
each ValidatingAdmissionPolicy, so their number is what counts.`,
  measure: async (bench) => {
    const took = await latencies(bench, bothMarks, {
      perRound: 50,
      before: (server, name) =>
        created(server, leases, { apiVersion: "coordination.k8s.io/v1", kind: "Lease", metadata: { name }, spec: {} }),
      request: (name) => mergePatch(`${leases}/${name}`, { spec: { holderIdentity: name } }),
      expect: ({ status }) => status === 200,
    });
    const goal = ratioAtMost(1.2, "no policies");
    return linesOfMarks("UPDATE of a Lease", took, { labels: goal, annotations: goal });
  },
};
