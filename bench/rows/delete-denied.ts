import { created } from "../../test/control-plane/requests.ts";
import { keptNames } from "../api-server/policy-sets.ts";
import { type PreparedServer, configMap, configMaps } from "../api-server/prepared-server.ts";
import { bothMarks, latencies, linesOfMarks } from "../api-server/side-by-side.ts";
import { type Row, ratioAtMost } from "../row.ts";

export const deleteDenied: Row = {
  name: "delete-denied",
  means: `How long it takes until one of 100 policies denies the delete of a protected object, with the message of its rule. The
floor is the delete itself, without policies.`,
  measure: async (bench) => {
    const took = await latencies(bench, bothMarks, {
      perRound: 50,
      before: async (server, name) => {
        if (hasNone(server)) await created(server, configMaps, configMap(name));
      },
      request: (name, server) => ({ method: "DELETE", path: `${configMaps}/${hasNone(server) ? name : keptBy(name)}` }),
      expect: ({ status, text }, server) => (hasNone(server) ? status === 200 : status === 403 && text.includes("keep-")),
    });
    return linesOfMarks("DELETE that is denied", took, {
      labels: ratioAtMost(1.5, "no policies"),
      annotations: ratioAtMost(3, "no policies"),
    });
  },
};

const hasNone = ({ set }: PreparedServer): boolean => set.mark === undefined;

/** Another one for each request of a round. */
function keptBy(name: string): string {
  const at = Number(name.split("-").at(-1)) * 7;
  return keptNames[at % keptNames.length] ?? "";
}
