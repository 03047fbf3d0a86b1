import { expect, test } from "vitest";
import { clusterOf } from "../../../compiler/simulator/evaluate/cluster.ts";
import type { Cluster, Resource } from "../../../compiler/language/cluster.ts";

const configMaps = { group: "", version: "v1", resource: "configmaps" } as unknown as Resource;

test("an object that has changed between two queries is seen as it is now", () => {
  const stored = { metadata: { name: "settings", namespace: "shop", labels: { keep: "yes" } } };
  const ask = (): Cluster =>
    clusterOf({ request: {} as never, cluster: ({ viewOf }) => (viewOf(stored) === undefined ? [] : [stored]) }, []).cluster;
  const keep = (): unknown => ask().list(configMaps)[0]?.metadata.labels?.["keep"];
  expect(keep()).toBe("yes");
  stored.metadata.labels.keep = "no";
  expect(keep()).toBe("no");
});
