import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeWithOwnServer } from "../../control-plane/server-suite.ts";
import { searchOf } from "../../searches/search-of.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { created } from "../../control-plane/requests.ts";
import { configMaps, shop } from "../usages/objects.ts";
import { inParallel } from "../../control-plane/in-parallel.ts";
import { podSpec } from "../../fixtures/objects.ts";
import { metricOf } from "./process-metrics.ts";
import { installProtection, type Protected } from "./protected-installation.ts";
import { figure } from "./figure.ts";

const { size: stormReviews, timeoutMs, between } = searchOf("storm");
const children = between({ small: 240, full: 1_000 });
const objectsInNamespace = between({ small: 200, full: 5_000 });

/** One Pod keeps all those ConfigMaps: the webhook is asked about each, and has to look. */
const heldPolicy = `import { deletionPolicy, resource } from "holdfast";
import type { Pod } from "holdfast/kinds";

const pods = resource<Pod>({ group: "", version: "v1", resource: "pods" });

export default deletionPolicy({
  name: "held-config",
  match: [{ group: "", resource: "configmaps" }],
  overrides: { none: "the rule alone is asked" },
  rules: {
    held: {
      denyWhen: ({ oldObject, cluster }) =>
        oldObject.metadata.labels?.["example.com/held"] === "true" &&
        cluster.exists(pods, { namespace: oldObject.metadata.namespace ?? "", labels: { holds: "config" } }),
      message: ({ oldObject }) => \`ConfigMap \${oldObject.metadata.name} is held by a Pod\`,
    },
  },
});
`;

/** Native, guards included: the Namespace of what is kept stays. */
const keptPolicy = `import { deletionPolicy } from "holdfast";

export default deletionPolicy({
  name: "kept-config",
  match: [{ group: "", resource: "configmaps" }],
  overrides: { none: "the rule alone is asked" },
  rules: {
    kept: {
      denyWhen: ({ oldObject }) => oldObject.metadata.labels?.["example.com/keep"] === "yes",
      message: ({ oldObject }) => \`ConfigMap \${oldObject.metadata.name} is kept\`,
    },
  },
});
`;

/** Threats C11 and C12. */
describeWithOwnServer("deletes by the thousand", { controllerManager: true }, (server) => {
  let installation: Protected;

  beforeAll(async () => {
    installation = await installProtection(server(), { "held-config.ts": heldPolicy, "kept-config.ts": keptPolicy });
  }, 300_000);

  afterAll(() => installation.end());

  const countOf = async (path: string): Promise<number> =>
    ((await server().request({ method: "GET", path })).body["items"] as readonly unknown[]).length;

  test(
    `C11: the garbage collector wants ${children} children of an owner that no longer exists, and may have none`,
    { timeout: timeoutMs },
    async () => {
      await untilPodsAreAdmitted();
      await created(server(), `${shop}/pods`, {
        metadata: { name: "holder", labels: { holds: "config" } },
        spec: podSpec(),
      });
      await created(server(), configMaps, { metadata: { name: "owner" } });
      const owner = await server().request({ method: "GET", path: `${configMaps}/owner` });
      const { uid } = owner.body["metadata"] as { readonly uid: string };
      const labels = { "example.com/held": "true", child: "yes" };
      const ownerReferences = [{ apiVersion: "v1", kind: "ConfigMap", name: "owner", uid }];
      await inParallel(Array(children).keys(), (at) =>
        created(server(), configMaps, { metadata: { name: `child-${at}`, labels, ownerReferences } }),
      );
      const webhook = installation.webhook.process();
      const cpu = () => metricOf(webhook, "process_cpu_seconds_total");
      const asked = () => metricOf(webhook, "holdfast_admission_reviews_total");
      const [cpuBefore, askedBefore, since] = [await cpu(), await asked(), performance.now()];
      expect((await server().request({ method: "DELETE", path: `${configMaps}/owner` })).status).toBe(200);
      // Each of them more than once: the garbage collector begins with a burst, which is no measure of what comes after
      // it.
      await waitUntil("there were enough reviews", async () => (await asked()) - askedBefore >= stormReviews, timeoutMs);
      const seconds = (performance.now() - since) / 1_000;
      const share = ((await cpu()) - cpuBefore) / seconds;
      figure(
        "C11",
        `${children} children blocked for ${seconds.toFixed(0)} s: the webhook took ${(share * 1_000).toFixed(0)} m of a CPU; ` +
          `${(await asked()) - askedBefore} reviews`,
      );
      expect(await countOf(`${configMaps}?labelSelector=child`)).toBe(children);
      // CPU time, not wall time: a machine under load makes it take less. 95 m were measured.
      expect(share).toBeLessThan(0.2);
      // Once nothing holds them, they go without a hand: the garbage collector has not given up.
      await server().request({ method: "DELETE", path: `${shop}/pods/holder?gracePeriodSeconds=0` });
      await waitUntil("the children are gone", async () => (await countOf(`${configMaps}?labelSelector=child`)) === 0, 240_000);
    },
  );

  test(
    `C12: a Namespace with ${objectsInNamespace} objects of which one is kept stays, with all of them`,
    { timeout: timeoutMs },
    async () => {
      await created(server(), "/api/v1/namespaces", { metadata: { name: "crowded" } });
      const path = "/api/v1/namespaces/crowded/configmaps";
      await created(server(), path, { metadata: { name: "kept", labels: { "example.com/keep": "yes" } } });
      await inParallel(Array(objectsInNamespace - 1).keys(), (at) =>
        created(server(), path, { metadata: { name: `other-${at}`, labels: { other: "yes" } } }),
      );
      const since = performance.now();
      const { status, body } = await server().request({ method: "DELETE", path: "/api/v1/namespaces/crowded" });
      const tookMs = performance.now() - since;
      await sleep(3_000);
      const left = await countOf(`${path}?labelSelector=other`);
      figure(
        "C12",
        `a Namespace of ${objectsInNamespace} objects, one of them kept: ${status} after ${tookMs.toFixed(0)} ms, ${left + 1} left`,
      );
      expect([status, String(body["message"])]).toEqual([403, expect.stringContaining("kept")]);
      expect(left).toBe(objectsInNamespace - 1);
      // The controller manager adds one of its own.
      expect(await countOf(path)).toBe(objectsInNamespace + 1);
    },
  );

  const untilPodsAreAdmitted = (): Promise<void> =>
    waitUntil(
      "Pods are admitted",
      async () => (await server().request({ method: "GET", path: `${shop}/serviceaccounts/default` })).status === 200,
    );
});
