import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ApiServer } from "../../../runtime-fallback/kubernetes/api-server.ts";
import type { ControlPlane } from "../../control-plane/control-plane.ts";
import { applyCustomResourceDefinition } from "../../control-plane/crds.ts";
import { describeWithServer } from "../../control-plane/server-suite.ts";
import { searchOf } from "../../searches/search-of.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { type Installation, install } from "../../install/installed/installation.ts";
import { clusters, clusterUsages, objectsOn, reference } from "../usages/objects.ts";
import { anyRace, type Race, type ReadyTimes, readyTimes, run } from "../usages/race.ts";
import { slowDecision, type SlowDecision } from "../usages/slow-decision.ts";
import { everyGroup, usageSources } from "../usages/usage-sources.ts";
import { type ExchangeProxy, openExchangeProxy } from "./exchange-proxy.ts";
import { inParallel } from "../../control-plane/in-parallel.ts";
import { onlyFirstMarks } from "./only-first-marks.ts";
import { startThrough } from "./process-through.ts";
import { figure } from "./figure.ts";

const { size: races, seed, timeoutMs } = searchOf("usage-races");
/**
 * So many share the server at a time: they crowd each other, which mixes the order further. Most of a race is waiting:
 * for a delete that is held open, or for the controller to try again. With more of them a Usage is seldom ready before
 * its object is gone: 100 at a time left 0.2 ready Usages for each race on two cores, 50 leave 0.4.
 */
const atOnce = 50;

const declaration = `import { fallback } from "holdfast";
export default fallback({
  image: "registry.example.com/holdfast@sha256:${"a".repeat(64)}",
  usages: { crossplane: true, of: [{ group: "eks.aws.upbound.io", resource: "clusters" }] },
});
`;

type Through = (api: Pick<ApiServer, "request">) => Pick<ApiServer, "request">;

/**
 * Threats T1 and T2: Usages come and go while their object is being deleted. Both processes run as they are installed.
 */
describeWithServer("races of Usages and deletes", {}, (server) => {
  const objects = objectsOn(server);
  const proxies: ExchangeProxy[] = [];
  let installation: Installation;
  let slow: SlowDecision | undefined;
  let runs = 0;

  beforeAll(async () => {
    await defineKinds(server());
    installation = await install(server(), { ...usageSources(everyGroup), "fallback.ts": declaration });
    slow = await slowDecision(server());
  }, 300_000);

  afterAll(async () => {
    await installation.end();
    await slow?.end();
    await Promise.all(proxies.map((proxy) => proxy.close()));
  });

  /** The controller starts anew, behind what sees or changes what it reads. */
  const controllerBehind = async (through: Through): Promise<void> => {
    const proxy = await openExchangeProxy(server(), through);
    proxies.push(proxy);
    await startThrough(server(), { installation, name: "controller", proxy });
    runs += 1;
    const name = `first-${runs}`;
    await objects.make(clusters, name);
    await objects.use(clusterUsages, name, { reason: "first", of: reference(clusters, name) });
    await waitUntil("the controller leads", async () => (await objects.ready(clusterUsages, name))?.status === "True", 120_000);
  };

  const wrongsOf = (race: Race, ready: ReadyTimes): Promise<readonly string[]> => {
    runs += 1;
    return run(race, { name: `race-${runs}`, objects, ready });
  };

  test(
    `${races} random ones: nothing that said Ready loses its object, no mark is left`,
    async () => {
      const ready = readyTimes();
      await controllerBehind((api) => ready.through({ ...unused, ...api }));
      const since = performance.now();
      const all = fc.sample(anyRace, { numRuns: races, seed });
      const wrongs: string[] = [];
      const act = async (at: number): Promise<void> => {
        const [race] = all.slice(at, at + 1);
        if (race === undefined || wrongs.length > 0) return;
        const found = await wrongsOf(race, ready);
        if (found.length > 0) wrongs.push(`seed ${seed}, race ${at}: ${found.join("; ")} ${JSON.stringify(race)}`);
        if (at % 1_000 === 999) figure("race", `so far ${at + 1} cases, ${wrongs.length} wrong`);
      };
      await inParallel(Array(races).keys(), act, atOnce);
      expect(wrongs).toEqual([]);
      const seconds = (performance.now() - since) / 1_000;
      figure(
        "race",
        `${races} cases (seed ${seed}), ${atOnce} at a time, in ${seconds.toFixed(0)} s, ${(races / seconds).toFixed(1)} a second; ` +
          `${ready.times.size} Usages said Ready, 0 of them lost their object, 0 marks left behind`,
      );
      expect(ready.times.size).toBeGreaterThan(races / 4);
    },
    timeoutMs,
  );

  /** A Usage comes while the delete of an object that carries the label already is being decided. */
  const second: Race = {
    isLabelled: true,
    decidedForMs: 3_000,
    acts: [
      { isLate: false, atMs: 0, act: "delete", which: 0 },
      { isLate: false, atMs: 300, act: "create", which: 0 },
    ],
  };

  test("a Usage that comes while the delete of a marked object is being decided stops it", async () => {
    const ready = readyTimes();
    await controllerBehind((api) => ready.through({ ...unused, ...api }));
    expect(await wrongsOf(second, ready)).toEqual([]);
    // Its own, and the first one of the controller.
    expect(ready.times.size).toBeGreaterThanOrEqual(2);
  });

  test("the same is found out where only the first Usage changes the object", async () => {
    const ready = readyTimes();
    await controllerBehind((api) => onlyFirstMarks(ready.through({ ...unused, ...api })));
    expect(await wrongsOf(second, ready)).toContainEqual(expect.stringContaining("said Ready and lost its object"));
  });
});

/** Of an API server, what only the process itself has. */
const unused: Omit<ApiServer, "request"> = {
  url: "",
  close: () => Promise.resolve(),
  watch: () => {
    throw new Error("watches pass as they are");
  },
};

async function defineKinds(server: ControlPlane): Promise<void> {
  const kinds = [
    { group: "apiextensions.crossplane.io", kind: "Usage", plural: "usages", version: "v1beta1" },
    { group: "eks.aws.upbound.io", kind: "Cluster", plural: "clusters", version: "v1beta1" },
  ];
  for (const { version, ...kind } of kinds)
    await applyCustomResourceDefinition(server, {
      ...kind,
      scope: "Cluster",
      versions: [{ name: version, statusSubresource: true }],
    });
}
