import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isMeant } from "../../../../compiler/api/cluster-query.ts";
import type { AdmissionReviewRequest } from "../../../../compiler/api/admission-review.ts";
import { bundleRules } from "../../../../compiler/install/rules-bundle.ts";
import { type AskedRule, decideRule, type Lookups } from "../../../../runtime-fallback/webhook/rules/decide-rule.ts";
import { importRules } from "../../../../runtime-fallback/webhook/rules/rules-module.ts";
import { root } from "../../../house/source-files.ts";
import { CaseFiles } from "../../../language/case-files.ts";
import { fallbackDeclaration } from "../../../language/fallback/asking-policy.ts";

const kind = { group: "", version: "v1", kind: "ConfigMap" };
const resource = { group: "", version: "v1", resource: "configmaps" };

/** A ConfigMap with so many entries of Usages, as anybody may write them who may edit it. */
const marked = (entries: number) => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: {
    name: "settings",
    namespace: "shop",
    uid: "u",
    labels: { "holdfast.dev/in-use": "true" },
    annotations: Object.fromEntries(
      Array.from({ length: entries }, (_, at) => [`usage.holdfast.dev/x${at}`, `usages.protection.holdfast.dev/shop/x${at}`]),
    ),
  },
});
const requested = { kind, requestKind: kind, resource, requestResource: resource, name: "settings", namespace: "shop" };
const user = { username: "alice" };
const deleteOf = (entries: number): AdmissionReviewRequest => {
  return { ...requested, operation: "DELETE", userInfo: user, dryRun: false, oldObject: marked(entries) };
};
const updateOf = (before: number, after: number): AdmissionReviewRequest => {
  return { ...requested, operation: "UPDATE", userInfo: user, dryRun: false, oldObject: marked(before), object: marked(after) };
};

const nameOf = (at: number) => ({ name: `x${at}`, namespace: "shop", uid: `x${at}` });

/** A Usage that is being deleted. */
interface Going extends ReturnType<typeof nameOf> {
  readonly deletionTimestamp: string;
}
const going = (at: number): Going => ({ ...nameOf(at), deletionTimestamp: "2026-01-01T00:00:00Z" });

/** W3: what one object, or one review that a stranger made up, may take of the webhook and the API server. */
describe("an object with many entries", () => {
  const files = new CaseFiles();
  const rules = new Map<string, AskedRule>();

  beforeAll(async () => {
    for (const name of ["usages", "used-objects", "usage-kinds"])
      files.write(`${name}.ts`, readFileSync(join(root, `policies/fallback/${name}.ts`), "utf8"));
    files.write("fallback.ts", fallbackDeclaration);
    const { webhookRules, diagnostics } = files.compile(["usages.ts", "fallback.ts"]);
    expect(diagnostics).toEqual([]);
    const file = join(files.directory, "usages.ts");
    const bundle = bundleRules(
      webhookRules.map((rule) => ({ rule, file })),
      files.directory,
    );
    const module = await importRules(Buffer.from(bundle.text), "rules");
    for (const rule of module.rules) rules.set(rule.rule, { rule, level: "deny", Unanswered: module.Unanswered });
  });

  afterAll(() => files.remove());

  /** How many reads it took, and what the rule says; `standing` are the Usages that there are. */
  async function decided(name: string, request: AdmissionReviewRequest, standing: readonly (number | Going)[] = []) {
    const usages = standing.map((one) => ({
      apiVersion: "protection.holdfast.dev/v1alpha1",
      kind: "Usage",
      metadata: typeof one === "number" ? nameOf(one) : one,
      spec: { reason: "kept", of: { apiVersion: "v1", kind: "ConfigMap", resourceRef: { name: "settings" } } },
    }));
    let reads = 0;
    const lookups: Lookups = {
      cached: () => undefined,
      live: async (query) => {
        reads += 1;
        const served = query.resource.resource === "usages" && query.resource.group === "protection.holdfast.dev";
        return Promise.resolve(served ? usages.filter((usage) => isMeant(query, usage)) : []);
      },
      time: async () => Promise.resolve(0),
      namespace: async () => Promise.reject(new Error("no rule reads it")),
    };
    const asked = rules.get(name);
    if (asked === undefined) throw new Error(`there is no rule ${name}`);
    const findings = await decideRule(asked, request, lookups, new AbortController());
    return { reads, findings: findings.map(({ action, message }) => `${action}: ${message}`) };
  }

  const tooMany = (rule: string): string =>
    `deny: ${rule}: ConfigMap settings cannot be judged: this rule would have to ask the cluster more than 100 queries about it; ` +
    "remove the entries that it asks about, at most 100 at a time, and try again";

  describe("beyond 2,000", () => {
    const isKept = "deny: keepMark: ConfigMap settings is in use, and its mark goes with the Usage: delete that first";
    const beyond = marked(2_500);
    const without = (metadata: object) => ({ ...beyond, metadata: { ...beyond.metadata, ...metadata } });
    const changed = async (object: object, standing: readonly (number | Going)[] = []) => {
      const request = { ...requested, operation: "UPDATE", userInfo: user, dryRun: false, oldObject: beyond, object } as const;
      return decided("keepMark", request, standing);
    };

    test("an update that leaves the marks alone asks nothing", async () => {
      const labels = { ...beyond.metadata.labels, touched: "yes" };
      expect(await changed(without({ labels }), [2_400])).toEqual({ reads: 0, findings: [] });
    });

    test("entries, annotations and the label come off where no Usage needs them, however many at once", async () => {
      expect((await changed(marked(2_400), [7])).findings).toEqual([]);
      expect((await changed(without({ annotations: {} }))).findings).toEqual([]);
      expect((await changed(without({ labels: {} }))).findings).toEqual([]);
    });

    test("the entry of a Usage that stands stays, and so does the label", async () => {
      expect((await changed(marked(2_400), [2_450])).findings).toEqual([isKept]);
      expect((await changed(without({ labels: {} }), [2_450])).findings).toEqual([isKept]);
      const annotations = { ...beyond.metadata.annotations, "usage.holdfast.dev/x7": "usages.protection.holdfast.dev/shop/x8" };
      expect((await changed(without({ annotations }), [7])).findings).toEqual([isKept]);
    });

    test("the controller takes off the entry of a Usage that goes", async () => {
      expect((await changed(marked(2_499), [7, going(2_499)])).findings).toEqual([]);
    });
  });

  test.each([0, 1, 99, 100])(
    "%s of Usages that no longer exist: each is looked for, and the delete is let through",
    async (entries) => {
      expect(await decided("inUse", deleteOf(entries))).toEqual({ reads: entries, findings: [] });
    },
  );

  test.each([101, 999, 2_000])(
    "%s of Usages that no longer exist: no more than 100 are looked for, and the denial says what to do",
    async (entries) => {
      const { reads, findings } = await decided("inUse", deleteOf(entries));
      expect(findings).toEqual([tooMany("inUse")]);
      expect(reads).toBeLessThanOrEqual(100);
    },
  );

  test("of which the last that is looked for stands: it is in use", async () => {
    const { findings } = await decided("inUse", deleteOf(100), [99]);
    expect(findings).toEqual([expect.stringContaining("deny: inUse: This resource is in-use by 1 usage(s)")]);
  });

  test("loses them 100 at a time, and then goes", async () => {
    expect((await decided("keepMark", updateOf(2_000, 1_899))).findings).toEqual([tooMany("keepMark")]);
    for (let left = 2_000; left > 0; left -= 100)
      expect((await decided("keepMark", updateOf(left, left - 100))).findings).toEqual([]);
    expect((await decided("inUse", deleteOf(0))).findings).toEqual([]);
  });
});
