import { afterAll, beforeAll, expect, test } from "vitest";
import { describeWithServer } from "../../control-plane/server-suite.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { type Installation, install } from "../../install/installed/installation.ts";
import { askingPolicy, fallbackDeclaration } from "../../language/fallback/asking-policy.ts";
import { documentedMetrics } from "../monitoring/metrics-page.ts";
import { isOurs, metricsIn } from "../monitoring/registered-metrics.ts";
import { created } from "../../control-plane/requests.ts";
import { podSpec } from "../../fixtures/objects.ts";

const shop = "/api/v1/namespaces/shop";

/** With the rights and arguments that were generated. */
describeWithServer("what the installed processes tell", { controllerManager: true }, (server) => {
  let installation: Installation;

  beforeAll(async () => {
    const declaration = fallbackDeclaration.replace("fallback({", "fallback({ events: true,");
    installation = await install(server(), { "used-config.ts": askingPolicy, "fallback.ts": declaration });
    await waitUntil(
      "Pods are admitted",
      async () => (await server().request({ method: "GET", path: `${shop}/serviceaccounts/default` })).status === 200,
    );
    await created(server(), `${shop}/serviceaccounts`, { metadata: { name: "builder" } });
    await created(server(), `${shop}/configmaps`, { metadata: { name: "used", labels: { "example.com/shared": "true" } } });
    await created(server(), `${shop}/pods`, {
      metadata: { name: "user", annotations: { uses: "used" } },
      spec: podSpec({ serviceAccountName: "builder" }),
    });
  });

  afterAll(() => installation.end());

  const remove = (query: string) => server().request({ method: "DELETE", path: `${shop}/configmaps/used${query}` });
  const events = async () => {
    const { body } = await server().request({ method: "GET", path: "/apis/events.k8s.io/v1/namespaces/shop/events" });
    const items = body["items"] as readonly Readonly<Record<string, unknown>>[];
    return items.filter(({ reportingController }) => reportingController === "holdfast.dev/webhook");
  };

  test("a denial is an Event, and a dry run is none", async () => {
    expect((await remove("?dryRun=All")).status).toBe(403);
    expect((await remove("")).status).toBe(403);
    await waitUntil("the Event is there", async () => (await events()).length > 0);
    expect(await events()).toMatchObject([{ reason: "DeniedByUsedConfigUsed", regarding: { kind: "ConfigMap", name: "used" } }]);
  });

  test.each(["Webhook", "Controller"] as const)("all that is on the page, and nothing else: %s", async (section) => {
    const process = section === "Webhook" ? installation.webhook?.process() : installation.controller.process();
    const text = await (await fetch(`http://127.0.0.1:${process?.healthPort}/metrics`)).text();
    const documented = [...documentedMetrics(section), ...documentedMetrics("Both")].map(({ name }) => name);
    const answered = metricsIn(text).filter(isOurs);
    expect(answered.map(({ name }) => name).toSorted()).toEqual(documented.toSorted());
  });

  test("none of them met a denial of the API server", () => {
    const lines = installation.log().filter(({ level }) => level === "warn" || level === "error");
    expect(lines).toEqual([]);
  });
});
