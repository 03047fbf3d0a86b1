import { isDeepStrictEqual } from "node:util";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { type Answer, ask } from "../ack/answer.ts";
import { printFigures, secondsSince } from "../ack/figures.ts";
import { adoptedResource, bucket, clusterScopedRole, dbInstance, evilBucket } from "../ack/kinds.ts";
import { generatedText } from "../ack/policies-in-force.ts";
import type { ControlPlane } from "../control-plane/control-plane.ts";
import { applyCustomResourceDefinition } from "../control-plane/crds.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import type { Fault, Mutation, Row } from "./mutation.ts";
import { type Mutant, askedOf, putInForce, unconfined } from "./side-by-side.ts";

const kinds = [bucket, dbInstance, clusterScopedRole, adoptedResource, evilBucket];

/** A mutant that no row finds fails its test, and so does a row that is red without having been expected to be. */
export function describeMutants(name: string, mutations: readonly Mutation[]): void {
  describeWithServer(name, {}, (server) => {
    const start = performance.now();
    const planted = mutations.map(plantAll);
    let faults = 0;
    let decisions = 0;

    beforeAll(async () => {
      await Promise.all(kinds.map((kind) => applyCustomResourceDefinition(server(), kind)));
      for (const mutation of mutations) await mutation.prepare(server());
      await putInForce(
        server(),
        planted.flatMap(({ mutants }) => mutants.map(({ mutant }) => mutant)),
      );
    });

    describe.each(planted)("$stem", ({ rows, mutants }) => {
      test.each(mutants)("$what", async ({ mutant, red }) => {
        const found = await redRows(server(), rows, mutant);
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

interface Planted extends Pick<Mutation, "stem" | "rows"> {
  readonly mutants: readonly (Pick<Fault, "what" | "red"> & { readonly mutant: Mutant })[];
}

function plantAll({ stem, rows, faults }: Mutation): Planted {
  const text = generatedText(stem);
  const mutantOf = (plant: Fault["plant"], at: number): Mutant => ({ text: plant(text), suffix: `-mutant-${stem}-${at}` });
  return { stem, rows, mutants: faults.map(({ what, red, plant }, at) => ({ what, red, mutant: mutantOf(plant, at) })) };
}

async function redRows(server: ControlPlane, rows: readonly Row[], mutant: Mutant): Promise<readonly string[]> {
  const answerTo = async ({ request }: Row): Promise<Answer> => unconfined(mutant, await ask(server, askedOf(mutant, request)));
  const answered = await Promise.all(rows.map(async (row) => ({ row, answer: await answerTo(row) })));
  return answered.filter(({ row, answer }) => !isDeepStrictEqual(answer, row.expected)).map(({ row }) => row.what);
}
