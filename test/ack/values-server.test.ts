import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { applyCustomResourceDefinition } from "../control-plane/crds.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { printFigures, secondsSince } from "./figures.ts";
import { adoptedResource, bucket, clusterScopedRole } from "./kinds.ts";
import { enforceGenerated } from "./policies-in-force.ts";
import { storeNamespace } from "./stored-objects.ts";
import { type Operation, type WrittenKind, type WrittenValue, write, writtenValues } from "./written-values.ts";

const kinds: readonly WrittenKind[] = [bucket, adoptedResource, clusterScopedRole, undefined];
const operations: readonly Operation[] = ["create", "update"];

const tables = kinds.flatMap((kind) =>
  operations.map((operation) => ({ what: `${operation} ${kind?.kind ?? "Namespace"}`, rows: writtenValues(kind, operation) })),
);

async function byRow<T>(rows: readonly WrittenValue[], value: (row: WrittenValue) => Promise<T>): Promise<Record<string, T>> {
  return Object.fromEntries(await Promise.all(rows.map(async (row) => [row.row, await value(row)] as const)));
}

describeWithServer("values, every value of every mark", {}, (server) => {
  const start = performance.now();
  let decisions = 0;

  beforeAll(async () => {
    const definitions = [bucket, adoptedResource, clusterScopedRole];
    await Promise.all(definitions.map((kind) => applyCustomResourceDefinition(server(), kind)));
    await storeNamespace(server(), "values");
    await Promise.all(tables.flatMap(({ rows }) => rows).map((row) => row.prepare(server())));
  });

  test.each(tables)("without the policy goes through: $what", async ({ rows }) => {
    const observed = await byRow(rows, (row) => write(server(), row, "?dryRun=All"));
    expect(observed).toStrictEqual(await byRow(rows, async () => ({ decision: "allow", warnings: [], isStored: false })));
    decisions += rows.length;
  });

  describe("with the policy", () => {
    beforeAll(() => enforceGenerated(server(), ["ack-values"]));

    test.each(tables)("$what", async ({ rows }) => {
      const observed = await byRow(rows, (row) => write(server(), row));
      expect(observed).toStrictEqual(
        await byRow(rows, async ({ expected }) => ({ ...expected, isStored: expected.decision === "allow" })),
      );
      decisions += rows.length;
    });
  });

  afterAll(() => printFigures(`ACK values: ${decisions} decisions of the server, ${secondsSince(start)}`));
});
