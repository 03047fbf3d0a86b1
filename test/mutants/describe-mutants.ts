import { isDeepStrictEqual } from "node:util";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { ask } from "../ack/answer.ts";
import { printFigures, secondsSince } from "../ack/figures.ts";
import { adoptedResource, bucket, clusterScopedRole, dbInstance, evilBucket } from "../ack/kinds.ts";
import { generatedText, replaceInForce } from "../ack/policies-in-force.ts";
import type { ControlPlane } from "../control-plane/control-plane.ts";
import { applyCustomResourceDefinition } from "../control-plane/crds.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import type { Mutation, Row } from "./mutation.ts";

const kinds = [bucket, dbInstance, clusterScopedRole, adoptedResource, evilBucket];

/** A mutant that no row finds fails its test, and so does a row that is red without having been expected to be. */
export function describeMutants(name: string, mutations: readonly Mutation[]): void {
  describeWithServer(name, {}, (server) => {
    const start = performance.now();
    let inForce: string | undefined;
    let faults = 0;
    let decisions = 0;

    beforeAll(async () => {
      await Promise.all(kinds.map((kind) => applyCustomResourceDefinition(server(), kind)));
      for (const mutation of mutations) await mutation.prepare(server());
    });

    describe.each(mutations)("$stem", ({ stem, rows, faults: planted }) => {
      test.each(planted)("$what", async ({ plant, red }) => {
        const mutant = plant(generatedText(stem));
        await replaceInForce(server(), inForce, mutant);
        inForce = mutant;
        const found = await redRows(server(), rows);
        expect(found).toStrictEqual(red);
        faults += red.length === 0 ? 0 : 1;
        decisions += rows.length;
      });
    });

    afterAll(() =>
      printFigures(`${name}: ${faults} faults found in ${decisions} decisions of the server, ${secondsSince(start)}`),
    );
  });
}

async function redRows(server: ControlPlane, rows: readonly Row[]): Promise<readonly string[]> {
  const answered = await Promise.all(rows.map(async (row) => ({ row, answer: await ask(server, row.request) })));
  return answered.filter(({ row, answer }) => !isDeepStrictEqual(answer, row.expected)).map(({ row }) => row.what);
}
