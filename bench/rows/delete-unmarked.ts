import { bothMarks, latencies, linesOfMarks } from "../api-server/side-by-side.ts";
import { configMap, configMaps } from "../api-server/prepared-server.ts";
import { created } from "../../test/control-plane/requests.ts";
import { type Row, ratioAtMost } from "../row.ts";

export const deleteUnmarked: Row = {
  name: "delete-unmarked",
  means: `What it costs to delete an object that nothing protects, while 100 policies protect others of its kind. If a label is
missing, no CEL is evaluated. Each policy looks up an annotation.`,
  measure: async (bench) => {
    const took = await latencies(bench, bothMarks, {
      perRound: 50,
      before: (server, name) => created(server, configMaps, configMap(name)),
      request: (name) => ({ method: "DELETE", path: `${configMaps}/${name}` }),
      expect: ({ status }) => status === 200,
    });
    return linesOfMarks("DELETE of an unmarked object", took, {
      labels: ratioAtMost(1.2, "no policies"),
      annotations: ratioAtMost(3, "no policies"),
    });
  },
};
