import { describe, expect, test } from "vitest";
import { guardIterations, unbounded } from "../../compiler/ir/expressions/iteration-limit.ts";
import { certainly, possibly } from "../../compiler/ir/expressions/bounds.ts";
import { inlined, isUnknownToCel, isUnknownToWebhook, splitPolicy } from "../../compiler/split/split-policy.ts";
import { needsWebhook } from "../../compiler/ir/expressions/visit.ts";
import { inBatches } from "../searches/in-batches.ts";
import { searchOf } from "../searches/search-of.ts";
import { type Split, lowerQuerying } from "./compile-querying.ts";
import { searchKeptMarks } from "./kept-marks-search.ts";
import { queryingRules } from "./querying-rule.ts";
import { findsProblem, searchSplits } from "./split-search.ts";

/** The same seed makes the same rules and requests. */
const { seed, size, timeoutMs } = searchOf("answered-by-webhook");

describe.each([30, 37])("random rules with what CEL cannot say, as Kubernetes 1.%i", (kube) => {
  test(
    `native part or webhook is the whole rule, also where that throws (seed ${seed})`,
    async () => {
      const found = await inBatches({ seed, size }, (from, count) => searchSplits({ seed: from, kube }, count, "time and JSON"));
      console.log(
        `${found.rules} rules (${found.rejected} rejected), ${found.partlyNative} partly native, ${found.narrowed} narrowed; ` +
          `${found.denied} of ${found.requests} requests denied, ${found.deniedNatively} natively, ${found.notAsked} not asked about`,
      );
      expect(found.problems).toEqual([]);
      expect(found.rules).toBeGreaterThan(size / 5);
      expect(found.partlyNative).toBeGreaterThan(found.rules / 10);
      expect(found.narrowed).toBeGreaterThan(found.rules / 10);
    },
    timeoutMs,
  );
});

describe("an override that the webhook answers", () => {
  test.each(["a release that ends", "time, JSON and such a release"] as const)(
    "of rules with %s: native part or webhook is the whole policy",
    async (needs) => {
      const found = await searchSplits({ seed, kube: 30 }, Math.ceil(size / 3), needs);
      console.log(`${found.rules} rules; ${found.denied} of ${found.requests} requests denied, ${found.deniedNatively} natively`);
      expect(found.problems).toEqual([]);
      expect(found.denied).toBeGreaterThan(found.deniedNatively);
      expect(found.deniedNatively).toBeGreaterThan(0);
    },
    timeoutMs,
  );

  test(
    "is found out where the webhook is not asked about what CEL lets through for it",
    async () => {
      const faulty: Split = (policy) => {
        const { webhook, ...rest } = splitPolicy(policy);
        return { ...rest, webhook: webhook.filter(({ rule }) => needsWebhook(rule.when)) };
      };
      const origin = { seed, kube: 30 };
      const rules = await lowerQuerying(queryingRules(origin, 10, "a release that ends"), origin.kube);
      expect(findsProblem(rules, origin, { split: faulty, problem: "nobody is asked" })).toBe(true);
    },
    timeoutMs,
  );
});

describe("the release guard of such rules", () => {
  test(
    "keeps whatever label or annotation they read by a constant key",
    async () => {
      const found = await searchKeptMarks({ seed, kube: 30 }, size, { needs: "time and JSON" });
      console.log(`${found.guarded} of ${found.rules} rules read marks; ${found.rejected} of ${found.updates} updates denied`);
      expect(found.problems).toEqual([]);
      expect(found.guarded).toBeGreaterThan(size / 10);
      expect(found.rejected).toBeGreaterThan(0);
    },
    timeoutMs,
  );

  test(
    "is found out where it takes every answer for a yes",
    async () => {
      const split: Split = (policy) => {
        const { guarded, ...rest } = splitPolicy(policy);
        return { ...rest, guarded: { ...guarded, rules: guarded.rules.map((rule) => ({ ...rule, asking: rule.when })) } };
      };
      expect(await losesMarks(split)).toBe(true);
    },
    timeoutMs,
  );
});

/** Few rules show it: their answer has to change together with a mark. */
async function losesMarks(split: Split): Promise<boolean> {
  for (const from of Array.from({ length: 12 }, (_, at) => seed + 1_000 * (6 + at))) {
    const { problems } = await searchKeptMarks({ seed: from, kube: 30 }, 40, { needs: "time and JSON", split });
    if (problems.length > 0) return true;
  }
  return false;
}

async function isFoundOut(split: Split, problem: string): Promise<boolean> {
  for (const from of [seed, seed + 1_000, seed + 2_000, seed + 3_000]) {
    const origin = { seed: from, kube: 30 };
    const rules = await lowerQuerying(queryingRules(origin, 60, "time and JSON"), origin.kube);
    if (findsProblem(rules, origin, { split, problem })) return true;
  }
  return false;
}

test(
  "a webhook that is not asked where what CEL cannot say may throw is found out",
  async () => {
    const faulty: Split = (policy) => {
      const split = splitPolicy(policy);
      const where = ({ rule }: (typeof split.webhook)[number]) => possibly(guardIterations(rule.when), isUnknownToWebhook);
      return { ...split, webhook: split.webhook.map((one) => ({ ...one, asked: unbounded(inlined(where(one))) })) };
    };
    expect(await isFoundOut(faulty, "nobody is asked")).toBe(true);
  },
  timeoutMs,
);

test(
  "a webhook that is asked only where CEL is certain is found out",
  async () => {
    const faulty: Split = (policy) => {
      const split = splitPolicy(policy);
      return {
        ...split,
        webhook: split.webhook.map((one) => ({ ...one, asked: unbounded(inlined(certainly(one.rule.when, isUnknownToCel))) })),
      };
    };
    expect(await isFoundOut(faulty, "nobody is asked")).toBe(true);
  },
  timeoutMs,
);
