import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import type { ApiRequest, ApiServer, WatchEvent } from "../../../runtime-fallback/kubernetes/api-server.ts";
import { systemClock } from "../../../runtime-fallback/clock.ts";
import { createWorkQueue } from "../../../runtime-fallback/controller/work-queue.ts";
import { createUsageController } from "../../../runtime-fallback/usages/usage-controller.ts";
import { noReports } from "../../../runtime-fallback/usages/usage-events.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { mapOf, scriptedCluster, storedAs, usagesPath } from "./scripted-cluster.ts";

const path = `${usagesPath}/uses`;
const usage = (uid: string, resourceVersion: string) =>
  storedAs(uid, "uses", { resourceVersion }, { spec: { reason: "kept", of: mapOf } });

/** Events that come in time for the answer to the first read of the Usage, which is that there is none. */
function madeAnewBehind(api: ApiServer, objects: Map<string, object>): ApiServer {
  const events: WatchEvent[] = [];
  let isFirst = true;
  const request = async (asked: ApiRequest) => {
    if (asked.method !== "GET" || asked.path !== path || !isFirst) return api.request(asked);
    isFirst = false;
    objects.delete(path);
    const answer = await api.request(asked);
    objects.set(path, usage("u2", "3"));
    events.push({ type: "DELETED", object: usage("u1", "2") }, { type: "ADDED", object: usage("u2", "3") });
    while (events.length > 0) await turn();
    await turn();
    return answer;
  };
  async function* watch({ path: asked, signal }: { readonly path: string; readonly signal: AbortSignal }) {
    while (!signal.aborted) {
      await turn();
      const event = asked.includes("/usages") ? events.shift() : undefined;
      if (event !== undefined) yield event;
    }
  }
  return { ...api, request, watch };
}

test("a Usage that was made anew while its predecessor was looked for is looked after", async () => {
  const { cluster, flags, objects } = scriptedCluster({ [path]: usage("u1", "1") });
  const nothing = (): void => undefined;
  const controller = createUsageController({
    ...cluster,
    api: madeAnewBehind(cluster.api, objects),
    flags,
    queue: createWorkQueue({ clock: systemClock, random: Math.random }),
    clock: systemClock,
    random: Math.random,
    log: nothing,
    metrics: { depth: nothing, retried: nothing, worked: nothing },
    telemetry: {
      log: { info: nothing, warn: nothing },
      metrics: { onListed: nothing, onListFailed: nothing, onWatchEnded: nothing, onListenerFailed: nothing },
    },
    reports: noReports,
  });
  const stop = new AbortController();
  const running = controller.run(stop.signal);
  await waitUntil("it has a finalizer", () =>
    Promise.resolve(JSON.stringify(objects.get(path)).includes("usage.holdfast.dev/in-use")),
  );
  stop.abort();
  await running;
  expect(objects.get(path)).toMatchObject({ metadata: { uid: "u2" } });
});
