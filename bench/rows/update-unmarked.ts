import { created, mergePatch } from "../../test/control-plane/requests.ts";
import { configMap, configMaps } from "../api-server/prepared-server.ts";
import { bothMarks, latencies, linesOfMarks } from "../api-server/side-by-side.ts";
import { type Row, ratioAtMost } from "../row.ts";

export const updateUnmarked: Row = {
  name: "update-unmarked",
  means: `What an update costs for an object that nothing protects, of a kind that 100 policies match. Their guards check whether
it removes a mark.`,
  measure: async (bench) => {
    const took = await latencies(bench, bothMarks, {
      perRound: 50,
      before: (server, name) => created(server, configMaps, configMap(name)),
      request: (name) => mergePatch(`${configMaps}/${name}`, { data: { color: "red" } }),
      expect: ({ status }) => status === 200,
    });
    return linesOfMarks("UPDATE of an unmarked object", took, {
      labels: ratioAtMost(1.3, "no policies"),
      annotations: ratioAtMost(3, "no policies"),
    });
  },
};
