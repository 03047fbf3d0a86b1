import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { applyCustomResourceDefinition } from "../../control-plane/crds.ts";
import { describeWithServer } from "../../control-plane/server-suite.ts";
import { minorOf } from "../../control-plane/version-differences.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { searchOf } from "../../searches/search-of.ts";
import { comparisons, sayInTypeScript, sayingIn } from "./answers.ts";
import { applyReadingPolicy, askServer } from "./reading-server.ts";
import { pairs } from "./texts.ts";

const { seed, size: texts } = searchOf("texts-server");
/** In one request: so many that no expression reaches the cost limit. */
const perRequest = 200;

describeWithServer("texts are read as the API server reads them", {}, (server) => {
  beforeAll(async () => {
    await applyCustomResourceDefinition(server(), {
      group: "reading.example.com",
      kind: "Reading",
      plural: "readings",
      scope: "Cluster",
      versions: [{ name: "v1" }],
    });
  });

  test.each(Object.keys(comparisons))(`${texts} pairs for %s, seed ${seed}`, async (kind) => {
    const [asked, generated] = [comparisons[kind], pairs[kind]];
    if (asked === undefined || generated === undefined) throw new Error(`nothing to ask of ${kind}`);
    const applied = applyReadingPolicy(server(), kind, sayingIn(asked));
    if (asked.since !== undefined && minorOf(server()) < asked.since) {
      await expect(applied).rejects.toThrow(/undeclared reference to/);
      return;
    }
    await applied;
    await waitUntil(
      "the policy is in force",
      async () => (await askServer(server(), kind, [{ a: "", b: "", says: "canary" }])).length > 0,
    );
    const rows = fc.sample(generated, { seed, numRuns: texts }).map(([a, b]) => ({ a, b, says: sayInTypeScript(asked, [a, b]) }));
    for (let at = 0; at < rows.length; at += perRequest) {
      expect(await askServer(server(), kind, rows.slice(at, at + perRequest))).toEqual([]);
    }
    const read = rows.filter(({ says }) => says !== "none");
    expect(new Set(read.map(({ says }) => says)).size).toBeGreaterThan(2);
    expect(read.length).toBeGreaterThan(texts * 0.1);
  });
});
