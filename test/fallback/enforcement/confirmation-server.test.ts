import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import type { ApiRequest } from "../../../runtime-fallback/kubernetes/api-server.ts";
import { systemClock } from "../../../runtime-fallback/clock.ts";
import { runReconcileLoop } from "../../../runtime-fallback/controller/reconcile-loop.ts";
import { createWorkQueue } from "../../../runtime-fallback/controller/work-queue.ts";
import { configurationConfirmer, confirmedAnnotation } from "../../../runtime-fallback/enforcement/confirm-configuration.ts";
import { describeWithServer } from "../../control-plane/server-suite.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { mergePatch, created } from "../../control-plane/requests.ts";
import { webhookConfigurations } from "../../control-plane/collections.ts";
import { controllerRightsOf } from "../../install/installed/compiled-rights.ts";
import { asUser, grant } from "../on-server.ts";
const path = `${webhookConfigurations}/holdfast`;
const user = "holdfast-controller";
const timing = { settleMs: 500, lookMs: 100 };

const webhook = (resource: string): object => ({
  name: "one.holdfast.dev",
  clientConfig: { url: "https://127.0.0.1:1/" },
  rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["DELETE"], resources: [resource] }],
  objectSelector: { matchLabels: { kept: "yes" } },
  failurePolicy: "Fail",
  sideEffects: "None",
  admissionReviewVersions: ["v1"],
});

interface Metadata {
  readonly uid: string;
  readonly generation: number;
  readonly resourceVersion: string;
  readonly annotations?: Readonly<Record<string, string>>;
}

describeWithServer("the webhook configuration is written once more after each change", {}, (server) => {
  const stored = async (): Promise<Metadata> => (await server().request({ method: "GET", path })).body["metadata"] as Metadata;
  const patch = async (body: object): Promise<void> => {
    const answer = await server().request(mergePatch(path, body));
    if (answer.status !== 200) throw new Error(answer.text);
  };
  const untilConfirmed = (generation: number): Promise<void> =>
    waitUntil(`generation ${generation} is confirmed`, async () => {
      const { uid, annotations } = await stored();
      return annotations?.[confirmedAnnotation] === `${uid}/${generation}`;
    });

  test("by the rights that compile gives the controller: once for each, by whichever of two, and never for nothing", async () => {
    await created(server(), "/api/v1/namespaces", { metadata: { name: "holdfast" } });
    await grant(server(), { user, namespace: "holdfast", permissions: controllerRightsOf() });
    await created(server(), webhookConfigurations, { metadata: { name: "holdfast" }, webhooks: [webhook("configmaps")] });
    const written: ApiRequest[] = [];
    const lines: string[] = [];
    const stop = new AbortController();
    // Two at once, as after a leader was paused and runs on.
    const loops = [0, 1].map(() => {
      const queue = createWorkQueue({ clock: systemClock, random: Math.random });
      queue.add("configuration");
      const log = (_level: string, message: string): void => void lines.push(message);
      const api = asUser(server(), user, (request) => void (request.method === "PATCH" && written.push(request)));
      const reconcile = configurationConfirmer({ api, configuration: "holdfast", clock: systemClock, log, timing });
      const metrics = { depth: () => undefined, retried: () => undefined, worked: () => undefined };
      return runReconcileLoop(
        { name: "webhook configuration", queue, reconcile, workers: 1, clock: systemClock, log, metrics },
        stop.signal,
      );
    });
    try {
      await untilConfirmed(1);
      await patch({ webhooks: [webhook("secrets")] });
      expect((await stored()).generation).toBe(2);
      await untilConfirmed(2);
      // Nothing that others write beside the webhooks is a change.
      await patch({ metadata: { annotations: { team: "a" } } });
      const { resourceVersion } = await stored();
      await sleep(3 * timing.settleMs);
      expect((await stored()).resourceVersion).toBe(resourceVersion);

      const { annotations, uid } = await stored();
      await server().request({ method: "DELETE", path });
      await created(server(), webhookConfigurations, {
        metadata: { name: "holdfast", annotations },
        webhooks: [webhook("secrets")],
      });
      expect((await stored()).uid).not.toBe(uid);
      await untilConfirmed(1);
      await sleep(2 * timing.lookMs);
    } finally {
      stop.abort();
      await Promise.all(loops);
    }
    expect(lines.filter((line) => !line.startsWith("the webhook configuration was written once more"))).toEqual([]);
    // Where both wrote, one of them was told of the conflict.
    expect(lines).toHaveLength(3);
    expect(written.length).toBeLessThanOrEqual(6);
  });
});
