import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { replaceInForce } from "../../ack/policies-in-force.ts";
import type { ControlPlane } from "../../control-plane/control-plane.ts";
import { applyCustomResourceDefinition } from "../../control-plane/crds.ts";
import { describeWithServer } from "../../control-plane/server-suite.ts";
import { mergePatch } from "../../control-plane/requests.ts";
import { yamlOf } from "../../fixtures/compile-files.ts";
import { isUnharmed, denialBy } from "./attack.ts";
import { type CollectionRecord, collections, deleteCollections, seed } from "./collections.ts";
import { type Record, type WeakerRecord, attackAll, attackWeaker, prepare } from "./run-attacks.ts";
import { isWhole, planned } from "./planned.ts";
import { allGuards, policyText } from "./policy-text.ts";
import { currentPage, matrixText, pageFor } from "./table.ts";
import { ambers, databases, fossils, relics, vaults } from "./targets.ts";
import { type WorkRecord, doWork, plannedWork } from "./work/do-work.ts";

/** A minute or two: controllers take their time. */
const patienceMs = 600_000;

describeWithServer("the bypass matrix", { controllerManager: true }, (server) => {
  let weaker: readonly WeakerRecord[] = [];
  let guarded: readonly Record[] = [];
  let unharmed: readonly boolean[] = [];
  let work: readonly WorkRecord[] = [];
  let deleted: readonly CollectionRecord[] = [];

  beforeAll(async () => {
    await define(server());
    const { records, inForce } = await attackWeaker(server());
    weaker = records;
    await define(server());
    const defended = await prepare(server(), "guarded", planned);
    await replaceInForce(server(), inForce, yamlOf(policyText(allGuards)));
    guarded = await attackAll(defended);
    [work, deleted] = await Promise.all([doWork(server()), deleteCollections(server()), sleep(10_000)]);
    unharmed = await Promise.all(defended.map(({ victim }) => isUnharmed(victim)));
  }, patienceMs);

  test("is what docs/security/bypass-matrix.md says", () => {
    const text = matrixText({ weaker, guarded, work });
    if (isWhole) expect(pageFor(text)).toBe(text);
    else expect(currentPage().split("\n")).toEqual(expect.arrayContaining(text.split("\n")));
  });

  describe.each(
    planned.map(({ attack, target, at }) => [`${attack.threat}, ${target.kind}: ${attack.title}`, attack, at] as const),
  )("%s", (_, attack, at) => {
    test("goes through what is weaker, which denies what is not an attack", () => {
      expect(weaker[at]).toMatchObject({
        denial: undefined,
        harm: expect.any(String) as string,
        stopsTheRest: true,
      });
    });

    test("is denied for its reason with guards, and the object is unharmed ten seconds later", () => {
      expect(guarded[at]).toMatchObject({ harm: undefined, denial: expect.stringContaining(attack.denial) as string });
      expect(unharmed[at]).toBe(true);
    });
  });

  test.each(plannedWork.map(({ work: { title }, target }, at) => [`${target.kind}: ${title}`, at] as const))("%s", (_, at) => {
    expect(work[at]).toMatchObject({ failure: undefined });
  });

  describe(`T7, collections of random sizes (seed ${seed})`, () => {
    const rows = collections.map(({ target, members }, at) => {
      const protectedOnes = members.filter((isProtected) => isProtected).length;
      return [`${members.length} of ${target.kind}, ${protectedOnes} protected`, members, at] as const;
    });

    test.each(rows)("%s: no protected one goes, and nothing keeps the others before it", (_, members, at) => {
      const first = members.includes(true) ? members.indexOf(true) : members.length;
      const { status, message, isThere = [] } = deleted[at] ?? {};
      expect(members.flatMap((isProtected, one) => (isProtected && isThere[one] !== true ? [one] : []))).toEqual([]);
      expect(isThere.slice(0, first)).toEqual(members.slice(0, first));
      if (members.includes(true)) expect(message).toContain(denialBy("protect", "protect"));
      else expect(status).toBe(200);
    });
  });
});

async function define(server: ControlPlane): Promise<void> {
  await endConversion(server);
  for (const resource of [vaults, databases, relics, fossils, ambers]) await applyCustomResourceDefinition(server, resource);
}

/** That of the attack, where it was made: nobody answers there. */
async function endConversion(server: ControlPlane): Promise<void> {
  const path = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${ambers.plural}.${ambers.group}`;
  const body = { spec: { conversion: { strategy: "None", webhook: null } } };
  const { status, text } = await server.request(mergePatch(path, body));
  if (status !== 200 && status !== 404) throw new Error(text);
}
