import { expect, test } from "vitest";
import { mapOf, scriptedCluster, storedAs, usagesPath } from "./scripted-cluster.ts";

const home = { apiVersion: "v1", kind: "Namespace", resourceRef: { name: "holdfast-system" } };
const inside = { ...mapOf, resourceRef: { name: "used", namespace: "holdfast-system" } };
const selected = {
  ...mapOf,
  resourceRef: undefined,
  resourceSelector: { namespace: "holdfast-system", matchLabels: { a: "b" } },
};

test.each([
  ["what is in it", inside, "NotProtected"],
  ["what is selected in it", selected, "NotProtected"],
  ["the Namespace itself", home, "NotProtected"],
  ["another Namespace", { ...home, resourceRef: { name: "shop" } }, "none"],
  ["what has its name, elsewhere", { ...mapOf, resourceRef: { name: "holdfast-system" } }, "none"],
])("nobody is asked about the Namespace in which Holdfast runs, so a Usage promises nothing of it: %s", async (_, of, reason) => {
  const usage = storedAs("u1", "uses", {}, { spec: { reason: "kept", of } });
  const cluster = scriptedCluster({ [`${usagesPath}/uses`]: usage }, [], { acrossNamespaces: "allowed" });
  const seen = (await cluster.look("uses"))?.of;
  expect(seen?.state === "denied" ? seen.ready.reason : "none").toBe(reason);
});
