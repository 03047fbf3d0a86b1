import { afterAll, describe, expect, test } from "vitest";
import { exceedsLimit, judged } from "../../compiler/ir/expressions/endings.ts";
import { guardIterations, unbounded } from "../../compiler/ir/expressions/iteration-limit.ts";
import { versionGuard } from "../../compiler/plan/denials.ts";
import { and, or } from "../../compiler/ir/expressions/boolean.ts";
import { type Expression, literal } from "../../compiler/ir/expression.ts";
import { selectorFor } from "../../compiler/ir/expressions/needed-mark.ts";
import { negate } from "../../compiler/ir/expressions/negate.ts";
import type { WebhookRuleIr } from "../../compiler/ir/webhook-rule.ts";
import { type IsUnknown, certainly, possibly } from "../../compiler/ir/expressions/bounds.ts";
import { inlined } from "../../compiler/split/split-policy.ts";
import { splitPolicy } from "../../compiler/split/split-policy.ts";
import { isUnknownToCel, isUnknownToWebhook } from "../../compiler/split/split-policy.ts";
import { unseenWhere } from "../../compiler/split/unseen-where.ts";
import { inBatches } from "../searches/in-batches.ts";
import { searchOf } from "../searches/search-of.ts";
import type { Origin } from "../fidelity/generate.ts";
import { type Lowered, type Split, lowerQuerying } from "./compile-querying.ts";
import { queryingRules } from "./querying-rule.ts";
import { findsProblem, searchSplits } from "./split-search.ts";

/** The same seed makes the same rules, requests and clusters. */
const { seed, size, timeoutMs } = searchOf("split");

describe.each([30, 37])("random rules that ask the cluster, as Kubernetes 1.%i", (kube) => {
  test(
    `native part or webhook is the whole rule (seed ${seed})`,
    async () => {
      const found = await inBatches({ seed, size }, (from, count) => searchSplits({ seed: from, kube }, count));
      console.log(
        `${found.rules} rules (${found.rejected} rejected), ${found.partlyNative} partly native, ${found.narrowed} narrowed; ` +
          `${found.denied} of ${found.requests} requests rejected, ${found.deniedNatively} natively, ${found.notAsked} not asked about`,
      );
      expect(found.problems).toEqual([]);
      expect(found.rules).toBeGreaterThan(size / 5);
      expect(found.partlyNative).toBeGreaterThan(found.rules / 10);
      expect(found.narrowed).toBeGreaterThan(found.rules / 10);
      expect(found.deniedNatively).toBeGreaterThan(found.rules);
    },
    timeoutMs,
  );
});

const kube = 30;
/** Rules that the faults are looked for with, in turn; as they are before they are divided, they serve every fault. */
const batches: Lowered[][] = [];
const rulesPerBatch = 30;
const maxBatches = 12;

async function lowerBatch(batch: number): Promise<readonly Lowered[]> {
  return (batches[batch] ??= [...(await lowerQuerying(queryingRules(originOf(batch), rulesPerBatch), kube))]);
}

const originOf = (batch: number): Origin => ({ seed: seed + 1_000 * batch, kube });

// All files of a worker share its memory.
afterAll(() => void batches.splice(0));

/** A fault that few rules show takes some more of them; without it none has problems. */
async function isFoundOut(split: Split, problem: string): Promise<boolean> {
  for (const batch of Array(maxBatches).keys())
    if (findsProblem(await lowerBatch(batch), originOf(batch), { split, problem })) return true;
  return false;
}

test(
  "a native part that denies what only may be rejected is found out",
  async () => {
    const faulty: Split = (policy) => {
      const split = splitPolicy(policy);
      return { ...split, native: split.guarded };
    };
    expect(await isFoundOut(faulty, "CEL denies")).toBe(true);
  },
  timeoutMs,
);

/** What of the rule is not asked about, and should be. */
type Fault = (one: WebhookRuleIr) => Partial<WebhookRuleIr>;

const onlyWhere = ({ asked }: WebhookRuleIr, where: Expression): Partial<WebhookRuleIr> => ({
  asked: unbounded(inlined(and(asked, where))),
});

/** As the rule reads what is not `isUnknown`, with `isUnseen` for what its version may not show. */
function deniedWhere({ rule }: WebhookRuleIr, isUnknown: IsUnknown, isUnseen: Expression | undefined): Expression {
  const parts = [exceedsLimit(rule.when), guardIterations(rule.when)].filter((part) => part !== undefined);
  const mayDeny = possibly(
    parts.reduce((left, right) => or(left, right)),
    isUnknown,
  );
  return isUnseen === undefined ? mayDeny : or(isUnseen, mayDeny);
}

const isUnlessMatched: IsUnknown = (node) =>
  isUnknownToCel(node) || (node.kind === "identifier" && node.name === "namespaceObject");

const faults: Readonly<Record<string, Fault>> = {
  "is asked only where CEL denies already": ({ certain, rule }) => ({ asked: inlined(certain ?? literal(false, rule.span)) }),
  "forgets that an iteration in the Namespace's branch may be too long": (one) =>
    onlyWhere(one, negate(judged(certainly(one.rule.when, isUnknownToWebhook)))),
  "takes `request.resource` of a match condition for what is matched": (one) =>
    onlyWhere(one, deniedWhere(one, isUnlessMatched, unseenWhere(one.policy, one.rule))),
  "takes its version for the one that is matched": (one) =>
    onlyWhere(one, deniedWhere(one, isUnknownToWebhook, versionGuard(one.policy, one.rule)?.denies)),
  "selects objects by what the condition alone needs": ({ rule }) => ({
    objects: selectorFor(inlined(possibly(rule.when, isUnknownToCel)), "oldObject"),
  }),
};

test.each(Object.entries(faults))(
  "a webhook that %s is found out",
  async (_, fault) => {
    const faulty: Split = (policy) => {
      const split = splitPolicy(policy);
      return { ...split, webhook: split.webhook.map((one) => ({ ...one, ...fault(one) })) };
    };
    expect(await isFoundOut(faulty, "nobody is asked")).toBe(true);
  },
  timeoutMs,
);
