import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { applyCustomResourceDefinition } from "../control-plane/crds.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { compileAll, family } from "./generated-cases.ts";
import { generatedRequest } from "./generated-objects.ts";
import { seed } from "./seed.ts";
import { generatedRule } from "./generated-rules.ts";
import { group } from "./requests.ts";
import { askServer } from "./server-answers.ts";

const rules = Number(process.env["RULES"] ?? 60);
const objects = Number(process.env["OBJECTS"] ?? 25);

const schema = { type: "object", "x-kubernetes-preserve-unknown-fields": true };

describeWithServer("generated rules on a real API server", {}, (server) => {
  beforeAll(async () => {
    await applyCustomResourceDefinition(server(), {
      group,
      kind: "Thing",
      plural: "things",
      scope: "Namespaced",
      versions: [{ name: "v1", schema }],
    });
  });
  test(`${rules} rules on ${objects} objects, seed ${seed}`, { timeout: 60_000 + rules * 2000 }, async () => {
    const compiled = await compileAll(fc.sample(generatedRule, { seed, numRuns: rules }));
    const requests = fc
      .sample(generatedRequest, { seed, numRuns: objects })
      .map((request, at) => [`object ${at}`, request] as const);
    const questions = {
      prefix: "generated",
      family: { ...family, requests: Object.fromEntries(requests) },
      compiled: compiled.map(({ one }) => one),
    };
    const answers = await askServer(server(), questions);
    const differences = compiled.flatMap(({ one, rule }) =>
      (answers.get(one.name) ?? [])
        .filter((answer) => answer.server !== answer.typescript)
        .map((answer) => ({ rule, ...answer, object: questions.family.requests[answer.request] })),
    );
    expect(
      differences.toSorted((a, b) => a.rule.length - b.rule.length).slice(0, 3),
      `${differences.length} differences`,
    ).toEqual([]);
    expect(compiled.length).toBeGreaterThan(rules * 0.75);
  });
});
