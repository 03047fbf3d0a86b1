import { describe, expect, test } from "vitest";
import { literal } from "../../compiler/ir/expression.ts";
import { inlined } from "../../compiler/split/inlined.ts";
import { splitPolicy } from "../../compiler/split/split-policy.ts";
import { searchSplits } from "./split-search.ts";

/** The same seed makes the same rules, requests and clusters. */
const seed = Number(process.env["SPLIT_SEED"] ?? 20261122);
const rules = Number(process.env["SPLIT_RULES"] ?? 120);

describe.each([30, 37])("random rules that ask the cluster, as Kubernetes 1.%i", (kube) => {
  test(`native part or webhook is the whole rule (SPLIT_SEED=${seed})`, async () => {
    const found = await searchSplits({ seed, kube }, rules);
    console.log(
      `${found.rules} rules (${found.refused} refused), ${found.partlyNative} partly native, ${found.narrowed} narrowed; ` +
        `${found.denied} of ${found.requests} requests refused, ${found.deniedNatively} natively, ${found.notAsked} not asked about`,
    );
    expect(found.problems).toEqual([]);
    expect(found.partlyNative).toBeGreaterThan(rules / 10);
    expect(found.narrowed).toBeGreaterThan(rules / 10);
    expect(found.deniedNatively).toBeGreaterThan(rules);
  }, 300_000);
});

test("a native part that refuses what only may be refused is found out", async () => {
  const { problems } = await searchSplits({ seed, kube: 30 }, 60, (policy) => {
    const { guarded, ...split } = splitPolicy(policy);
    return { ...split, guarded, native: guarded };
  });
  expect(problems.filter((problem) => problem.includes("CEL refuses"))).not.toEqual([]);
}, 300_000);

test("a webhook that is asked only where CEL refuses already is found out", async () => {
  const { problems } = await searchSplits({ seed, kube: 30 }, 60, (policy) => {
    const split = splitPolicy(policy);
    return {
      ...split,
      webhook: split.webhook.map((one) => ({ ...one, asked: inlined(one.certain ?? literal(false, one.rule.span)) })),
    };
  });
  expect(problems.filter((problem) => problem.includes("nobody is asked"))).not.toEqual([]);
}, 300_000);
