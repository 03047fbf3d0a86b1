import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { ControlPlane } from "../control-plane/control-plane.ts";
import { applyCustomResourceDefinition } from "../control-plane/crds.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import {
  deletionWays,
  dryRun,
  expectedOfKubectl,
  expectedOutcome,
  isThere,
  objectName,
  observe,
  withoutNamespace,
} from "./deletion-ways.ts";
import { printFigures, secondsSince } from "./figures.ts";
import { type TestKind, bucket, dbInstance } from "./kinds.ts";
import { type MatrixCase, matrixCases, services } from "./matrix-cases.ts";
import { enforceGenerated } from "./policies-in-force.ts";
import { storeNamespace, storeObject } from "./stored-objects.ts";

const kubectlWay = "kubectl";
const wayNames = [...deletionWays.map(({ name }) => name), kubectlWay];
const casesByService = new Map(services.map((kind) => [kind, matrixCases(kind)]));
const decisions = { denied: 0, allowed: 0 };

function casesOf(kind: TestKind): readonly MatrixCase[] {
  return casesByService.get(kind) ?? [];
}

function byRow(rows: readonly (readonly [MatrixCase, unknown])[]): Record<string, unknown> {
  return Object.fromEntries(rows.map(([{ row }, outcome]) => [row, outcome]));
}

function count(cases: readonly MatrixCase[]): void {
  const denied = cases.filter(({ expected }) => expected.denial !== undefined).length;
  decisions.denied += denied;
  decisions.allowed += cases.length - denied;
}

/** Both services' marks stand on the same 16 Namespaces. */
async function storeNamespaces(server: ControlPlane): Promise<void> {
  const annotations = new Map<string, Record<string, string>>();
  for (const { namespace = "", namespaceAnnotations } of services.flatMap(casesOf)) {
    annotations.set(namespace, { ...annotations.get(namespace), ...namespaceAnnotations });
  }
  expect(annotations.size).toBe(16);
  await Promise.all([...annotations].map(([name, marks]) => storeNamespace(server, name, marks)));
}

async function storeObjects(server: ControlPlane, kind: TestKind): Promise<void> {
  const objects = casesOf(kind).flatMap((each) => wayNames.map((way) => ({ each, name: objectName(way, each) })));
  const storeOne = ({ each: { namespace, annotations }, name }: (typeof objects)[number]) =>
    storeObject(server, kind, { name, namespace, annotations, labels: { name } });
  await Promise.all(objects.map(storeOne));
}

const nameOf = (each: MatrixCase): string => objectName(kubectlWay, each);

async function deleteByKubectl(server: ControlPlane, cases: readonly MatrixCase[]): Promise<void> {
  const [{ kind, namespace = "" }] = cases as readonly [MatrixCase];
  const said = await server.kubectl(["delete", `${kind.plural}.${kind.group}`, ...cases.map(nameOf), "-n", namespace]);
  expect({ ...said, stdout: withoutNamespace(said.stdout) }).toStrictEqual(expectedOfKubectl(cases));
  const left = await Promise.all(cases.map(async (each) => [each, await isThere(server, each, nameOf(each))] as const));
  expect(byRow(left)).toStrictEqual(byRow(cases.map((each) => [each, each.expected.denial !== undefined])));
  count(cases);
}

describeWithServer("prevent-delete, 256 combinations of marks on two services", {}, (server) => {
  const start = performance.now();

  beforeAll(async () => {
    await Promise.all(services.map((kind) => applyCustomResourceDefinition(server(), kind)));
    await storeNamespaces(server());
    for (const kind of services) await storeObjects(server(), kind);
  });

  test.each(services)("without the policy all can be deleted: $kind", async (kind) => {
    const outcomes = await Promise.all(casesOf(kind).map((each) => observe(server(), dryRun, each)));
    expect(new Set(outcomes.map(({ decision }) => decision))).toStrictEqual(new Set(["allow"]));
  });

  describe("with the policy", () => {
    beforeAll(() => enforceGenerated(server(), ["ack-prevent-delete"]));

    for (const kind of [bucket, dbInstance]) {
      for (const way of deletionWays) {
        test(`${kind.kind}, ${way.name}`, async () => {
          const cases = casesOf(kind);
          const observed = await Promise.all(cases.map(async (each) => [each, await observe(server(), way, each)] as const));
          expect(byRow(observed)).toStrictEqual(byRow(cases.map((each) => [each, expectedOutcome(way, each)])));
          count(cases);
        });
      }

      test(`${kind.kind}, ${kubectlWay}`, async () => {
        // One command for each Namespace. At once, for kubectl sends five requests a second and waits between them.
        const batches = [...Map.groupBy(casesOf(kind), ({ namespace }) => namespace).values()];
        await Promise.all(batches.map((cases) => deleteByKubectl(server(), cases)));
      });
    }

    test("no decision is missing", () => {
      expect(decisions).toStrictEqual({ denied: 1_700, allowed: 860 });
    });
  });

  afterAll(() => {
    const total = decisions.denied + decisions.allowed;
    printFigures(
      `ACK matrix: ${total} decisions of the server (${decisions.denied} denied, ${decisions.allowed} allowed), ${secondsSince(start)}`,
    );
  });
});
