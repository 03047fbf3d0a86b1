import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ApiServer } from "../../../runtime-fallback/api/api-server.ts";
import { describeWithServer } from "../../control-plane/server-suite.ts";
import { defineKinds, type Guard, guard } from "./guarded-cluster.ts";
import { objectsOn } from "./objects.ts";
import { anyRace, type Race, type ReadyTimes, readyTimes, run } from "./race.ts";
import { runController } from "./running-controller.ts";
import { slowDecision, type SlowDecision } from "./slow-decision.ts";

/** `HOLDFAST_RACES=10000` for the whole search; it takes an hour or so. */
const races = Number(process.env["HOLDFAST_RACES"] ?? 200);
/** So many share the server at a time: they crowd each other, which mixes the order further. */
const atOnce = 10;

describeWithServer("races of Usages and deletes", {}, (server) => {
  const objects = objectsOn(server);
  let guarded: Guard | undefined;
  let slow: SlowDecision | undefined;
  let runs = 0;

  beforeAll(async () => {
    await defineKinds(server());
    guarded = await guard(server());
    slow = await slowDecision(server());
  }, 120_000);

  afterAll(async () => {
    await guarded?.end();
    await slow?.end();
  });

  const wrongs = async (all: readonly Race[], ready: ReadyTimes): Promise<readonly string[]> => {
    const found = all.map((race) => {
      runs += 1;
      return run(race, { name: `race-${runs}`, objects, ready });
    });
    return (await Promise.all(found)).flat();
  };

  test(
    `${races} random ones: nothing that said Ready loses its object, no mark is left`,
    async () => {
      const ready = readyTimes();
      const controller = await runController(server(), { through: ready.through });
      try {
        const property = fc.asyncProperty(fc.array(anyRace, { minLength: atOnce, maxLength: atOnce }), async (all) => {
          expect(await wrongs(all, ready)).toEqual([]);
        });
        await fc.assert(property, { numRuns: Math.ceil(races / atOnce), endOnFailure: true });
      } finally {
        await controller.end();
      }
      expect(ready.times.size).toBeGreaterThan(races / 4);
    },
    races * 2_000 + 60_000,
  );

  /** A Usage comes while the delete of an object that carries the label already is being decided. */
  const second: Race = {
    isLabelled: true,
    decidedForMs: 1_000,
    acts: [
      { atMs: 0, act: "delete", which: 0 },
      { atMs: 100, act: "create", which: 0 },
    ],
  };

  test("a Usage that comes while the delete of a marked object is being decided stops it", async () => {
    const ready = readyTimes();
    const controller = await runController(server(), { through: ready.through });
    try {
      expect(await wrongs([second], ready)).toEqual([]);
      expect(ready.times.size).toBe(1);
    } finally {
      await controller.end();
    }
  });

  test("the same is found out where only the first Usage changes the object", async () => {
    const ready = readyTimes();
    const controller = await runController(server(), { through: (api) => onlyFirstMarks(ready.through(api)) });
    try {
      expect(await wrongs([second], ready)).toContainEqual(expect.stringContaining("said Ready and lost its object"));
    } finally {
      await controller.end();
    }
  });
});

/** The controller of Crossplane in effect: an object with the label looks to it as if it had the entry of every Usage, too. */
function onlyFirstMarks(api: ApiServer): ApiServer {
  const entries = new Map<string, string>();
  return {
    ...api,
    request: async (request) => {
      const answer = await api.request(request);
      if (request.method !== "GET" || answer.status !== 200) return answer;
      const metadata = answer.body["metadata"] as {
        readonly name: string;
        readonly uid: string;
        readonly labels?: Readonly<Record<string, string>>;
        readonly annotations?: Readonly<Record<string, string>>;
      };
      const usage = /\/(usages|clusterusages)\/[^/]+$/.exec(request.path)?.[1];
      const group = request.path.split("/")[2];
      if (usage !== undefined) entries.set(`usage.holdfast.dev/${metadata.uid}`, `${usage}.${group}//${metadata.name}`);
      if (usage !== undefined || metadata.labels?.["holdfast.dev/in-use"] !== "true") return answer;
      const annotations = { ...metadata.annotations, ...Object.fromEntries(entries) };
      return { ...answer, body: { ...answer.body, metadata: { ...metadata, annotations } } };
    },
  };
}
