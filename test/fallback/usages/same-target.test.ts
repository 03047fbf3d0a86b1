import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Usage as UsageOfRules, usedInNamespace, usedInNone } from "../../../policies/fallback/usage-kinds.ts";
import type { StoredObject } from "../../../runtime-fallback/kubernetes/stored-object.ts";
import { recordedTarget, recordTargetPatch } from "../../../runtime-fallback/usages/records/target-record.ts";
import { decodeUsage, namespaceMeant, type Usage } from "../../../runtime-fallback/usages/usage.ts";
import { runsOf } from "../../searches/search-of.ts";

const ours = { group: "protection.holdfast.dev", version: "v1alpha1", resource: "usages" };

const text = fc.constantFrom("", "shop", "other", "web");
const named = fc.record({ name: text, namespace: text }, { requiredKeys: [] });
const selected = fc.record({ namespace: text, matchLabels: fc.constant({ a: "b" }) }, { requiredKeys: [] });

/** What the definitions of Usages let through, ours and those of others. */
const targets = fc.record(
  {
    apiVersion: fc.constantFrom("", "v1", "apps/v1", "eks.aws.upbound.io/v1beta1"),
    kind: fc.constantFrom("", "ConfigMap", "Cluster"),
    resourceRef: named,
    resourceSelector: selected,
  },
  { requiredKeys: [] },
);

const usages = fc
  .record({ of: targets, namespace: fc.constantFrom(undefined, "shop", "own") })
  .map(({ of, namespace }): StoredObject => ({
    kind: "Usage",
    metadata: { name: "keep", uid: "u1", resourceVersion: "7", ...(namespace !== undefined && { namespace }) },
    spec: { of },
  }));

/** As the rules read it. */
const ofRules = (stored: StoredObject) => stored as unknown as UsageOfRules;

/** As the controller reads it; undefined where it looks for nothing yet. */
function meant(usage: Usage): { readonly kind: string; readonly namespace: string; readonly name: string } | undefined {
  if (usage.of?.name === undefined) return undefined;
  const { group, kind, name } = usage.of;
  return { kind: `${group}/${kind}`, namespace: namespaceMeant(usage.of, usage.key.namespace) ?? "", name };
}

describe("the controller marks what the rules look for", () => {
  test("in a Namespace, and in none", () => {
    fc.assert(
      fc.property(usages, (stored) => {
        const target = meant(decodeUsage(ours, stored));
        if (target === undefined) return;
        expect(usedInNamespace(ofRules(stored))).toBe(`${target.kind}/${target.namespace}/${target.name}`);
        expect(usedInNone(ofRules(stored))).toBe(`${target.kind}/${target.name}`);
      }),
      runsOf("usage-target"),
    );
  });

  test("and writes down where that is", () => {
    fc.assert(
      fc.property(usages, (stored) => {
        const usage = decodeUsage(ours, stored);
        const target = meant(usage);
        if (usage.of === undefined || target === undefined) return;
        const { metadata } = recordTargetPatch(usage, usage.of);
        const marked = decodeUsage(ours, { ...stored, metadata: { ...stored.metadata, ...metadata } });
        expect(recordedTarget(marked)?.namespace ?? "").toBe(target.namespace);
      }),
      runsOf("usage-target"),
    );
  });
});
