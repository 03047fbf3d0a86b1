import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ApiServer } from "../../../runtime-fallback/kubernetes/api-server.ts";
import { describeWithServer } from "../../control-plane/server-suite.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { mergePatch, created } from "../../control-plane/requests.ts";
import { figure } from "../faults/figure.ts";
import { inParallel } from "../../control-plane/in-parallel.ts";
import { searchOf } from "../../searches/search-of.ts";
import { defineKinds } from "./guarded-cluster.ts";
import { configMaps, objectsOn, reference, selector } from "./objects.ts";
import { type RunningController, runController } from "./running-controller.ts";

const maps = (namespace: string) => `/api/v1/namespaces/${namespace}/configmaps`;
const usagesIn = (namespace: string) => `/apis/protection.holdfast.dev/v1alpha1/namespaces/${namespace}/usages`;
const { size, timeoutMs } = searchOf("bounded-work");
/** The full one is in docs/systems/usage-reference.md. */
const sizes = [50, size];
const changes = 20;
/** In a second: each of them is looked at again once in 5 to 10 minutes, which of few is seldom. */
const atRest = (count: number): number => (count <= 500 ? 0 : count / 100);

/**
 * Counted, not timed: what a change costs depends on whom it concerns, and not on how many Usages somebody else has
 * made.
 */
describeWithServer("The work of the controller", {}, (server) => {
  const { ready } = objectsOn(server);
  const requests: string[] = [];
  let controller: RunningController | undefined;
  let isOpen = Promise.resolve();

  const counting = (api: ApiServer): ApiServer => ({
    ...api,
    request: async (request) => {
      await isOpen;
      requests.push(`${request.method} ${request.path.split("?")[0]}`);
      return api.request(request);
    },
  });
  /** What the controller asks in the meantime waits, and so does everything that it has to do. */
  const whileClosed = async (act: () => Promise<unknown>): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    isOpen = promise;
    await act().finally(resolve);
  };
  const post = (path: string, body: object) => created(server(), path, body);
  const settled = async (count: number): Promise<void> => {
    let before = Number.NEGATIVE_INFINITY;
    let restedFor = 0;
    await waitUntil(
      "the controller rests",
      () => {
        restedFor = requests.length - before <= atRest(count) ? restedFor + 1 : 0;
        before = requests.length;
        // A busy machine stops for a second, too.
        const isResting = restedFor >= (atRest(count) === 0 ? 1 : 5);
        return new Promise((resolve) => setTimeout(() => resolve(isResting), 1_000));
      },
      timeoutMs,
    );
  };
  const change = (namespace: string, at: number) =>
    server().request(
      mergePatch(`${maps(namespace)}/busy`, { data: { at: String(at) }, metadata: { labels: { changed: String(at) } } }),
    );

  beforeAll(async () => {
    for (const name of ["tenant", "elsewhere", "other"]) await post("/api/v1/namespaces", { metadata: { name } });
    await defineKinds(server());
    for (const name of ["tenant", "elsewhere"]) await post(maps(name), { metadata: { name: "busy" } });
    controller = await runController(server(), { through: counting });
  });

  afterAll(() => controller?.end());

  describe.each(sizes)("with %i Usages of a tenant that select nothing", (count) => {
    const names = Array.from({ length: count }, (_, at) => `never-${count}-${at}`);
    const kind = { apiVersion: "protection.holdfast.dev/v1alpha1", kind: "Usage" };

    beforeAll(async () => {
      const of = selector(configMaps, { matchLabels: { app: `never-${count}` } });
      await inParallel(Array(count).keys(), async (at) => {
        await post(usagesIn("tenant"), { ...kind, metadata: { name: names[at] }, spec: { reason: "kept", of } });
      });
      await waitUntil(
        "the last one says so",
        async () => {
          const said = await ready(usagesIn("tenant"), names.at(-1) ?? "");
          return said?.reason === "Selecting";
        },
        timeoutMs,
      );
      await settled(count);
    }, timeoutMs);

    test("a change that fits none of them costs no request, in another Namespace or in theirs", async () => {
      for (const namespace of ["elsewhere", "tenant"]) {
        requests.length = 0;
        for (let at = 0; at < changes; at += 1) await change(namespace, at);
        await settled(count);
        figure(`${count} Usages that select nothing, ${changes} changes in ${namespace}`, `${requests.length} requests`);
        if (atRest(count) === 0) expect(requests).toEqual([]);
        // Were they looked at, it would be some hundred thousand.
        else expect(requests.length).toBeLessThan(count);
      }
    });

    test("a Usage of another tenant waits for some of theirs, and not for all", async () => {
      const own = `kept-${count}`;
      await post(maps("other"), { metadata: { name: own } });
      await whileClosed(async () => {
        await inParallel(Array(count).keys(), async (at) => {
          const path = `${usagesIn("tenant")}/${names[at]}`;
          const body = { metadata: { labels: { again: "yes" } } };
          await server().request(mergePatch(path, body));
        });
        requests.length = 0;
        await post(usagesIn("other"), {
          ...kind,
          metadata: { name: own },
          spec: { reason: "kept", of: reference(configMaps, own) },
        });
      });
      await waitUntil("it is ready", async () => (await ready(usagesIn("other"), own))?.status === "True");
      const forIt = requests.filter((request) => request.includes("/namespaces/other/")).length;
      figure(
        `${count} Usages of a tenant, all to be looked at, and one of another`,
        `ready after ${requests.length} requests, ${forIt} for it`,
      );
      // Four workers, one of which works for it.
      expect(requests.length).toBeLessThan(forIt * 10);
      await settled(count);
    });

    test("all of them go, at a few requests each", async () => {
      requests.length = 0;
      await server().request({ method: "DELETE", path: usagesIn("tenant") });
      await waitUntil(
        "they are gone",
        async () => {
          const { body } = await server().request({ method: "GET", path: `${usagesIn("tenant")}?limit=1` });
          return (body["items"] as readonly unknown[]).length === 0;
        },
        timeoutMs,
      );
      figure(`${count} Usages that select nothing, all deleted`, `${(requests.length / count).toFixed(1)} requests each`);
      expect(requests.length).toBeLessThan(count * 10);
    });
  });
});
