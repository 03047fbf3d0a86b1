import { describe, expect, test } from "vitest";
import type { RequestServer } from "../../runtime-fallback/kubernetes/api-server.ts";
import { findHeld } from "../../compiler/cluster/uninstall/clear-marks.ts";
import { type UninstallCluster, openCluster } from "../../compiler/cluster/uninstall/cluster.ts";
import { contentsOfOthers } from "../../compiler/cluster/uninstall/uninstall.ts";

/** A cluster with one group, of which discovery answers this. */
function clusterWith(status: number, body: Readonly<Record<string, unknown>>): UninstallCluster {
  const answers: Readonly<Record<string, readonly [number, Readonly<Record<string, unknown>>]>> = {
    "/api": [200, { versions: ["v1"] }],
    "/api/v1": [200, { resources: [] }],
    "/apis": [200, { groups: [{ name: "things.example.com", versions: [{ version: "v1" }] }] }],
    "/apis/things.example.com/v1": [status, body],
  };
  const client: RequestServer = {
    url: "https://scripted",
    request: ({ path }) => {
      const [found, answer] = answers[path] ?? [404, {}];
      return Promise.resolve({ status: found, body: answer, retryAfterSeconds: undefined });
    },
    close: () => Promise.resolve(),
  };
  return openCluster(client);
}

describe("uninstall does not take a group of which discovery does not tell for an empty one", () => {
  const queries = {
    "what else is in the Namespace": (cluster: UninstallCluster) => contentsOfOthers(cluster, "holdfast"),
    "what carries marks": (cluster: UninstallCluster) => findHeld(cluster, []),
    "where an object is": (cluster: UninstallCluster) =>
      cluster.pathOf({ apiVersion: "things.example.com/v1", kind: "Thing", name: "a", namespace: undefined }),
  };

  test.each(Object.entries(queries))("%s", async (_, ask) => {
    const said = "discovery of things.example.com/v1 answered 503 (service unavailable)";
    await expect(ask(clusterWith(503, { message: "service unavailable" }))).rejects.toThrow(said);
    await expect(ask(clusterWith(404, {}))).resolves.not.toThrow();
  });
});
