import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Resource } from "../../../../compiler/language/cluster.ts";
import { Unanswered } from "../../../../compiler/simulator/evaluate/cluster.ts";
import { type ClusterAnswers, type ClusterQuery, isMeant } from "../../../../compiler/api/cluster-query.ts";
import type { AdmissionReviewRequest } from "../../../../compiler/api/admission-review.ts";
import { bundleRules } from "../../../../compiler/install/rules-bundle.ts";
import { type AskedRule, decideRule, type Lookups } from "../../../../runtime-fallback/webhook/rules/decide-rule.ts";
import { restMs, restWith } from "../../../../runtime-fallback/webhook/rules/bounded.ts";
import { loadRules } from "../../../../runtime-fallback/webhook/rules/rules-module.ts";
import { createManualClock } from "../../manual-clock.ts";
import { CaseFiles } from "../../../language/case-files.ts";
import { askingPolicy, fallbackDeclaration } from "../../../language/fallback/asking-policy.ts";

const config = {
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "settings", namespace: "shop", uid: "u1", labels: { "example.com/shared": "true" } },
};
const request: AdmissionReviewRequest = {
  operation: "DELETE",
  kind: { group: "", version: "v1", kind: "ConfigMap" },
  requestKind: { group: "", version: "v1", kind: "ConfigMap" },
  resource: { group: "", version: "v1", resource: "configmaps" },
  requestResource: { group: "", version: "v1", resource: "configmaps" },
  name: "settings",
  namespace: "shop",
  userInfo: { username: "alice" },
  dryRun: false,
  oldObject: config,
};
const user = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "a", namespace: "shop", uid: "u2", annotations: { uses: "settings" } },
  spec: { serviceAccountName: "builder" },
};

describe("a rule in the webhook", () => {
  const files = new CaseFiles();
  const file = join(files.directory, "rules.mjs");
  let asked: AskedRule;
  let sha256 = "";

  beforeAll(async () => {
    files.write("used-config.ts", askingPolicy);
    files.write("fallback.ts", fallbackDeclaration);
    const { webhookRules } = files.compile(["used-config.ts", "fallback.ts"]);
    const bundle = bundleRules(
      webhookRules.map((rule) => ({ rule, file: join(files.directory, "used-config.ts") })),
      files.directory,
    );
    ({ sha256 } = bundle);
    writeFileSync(file, bundle.text);
    const loaded = await loadRules(file, sha256);
    const rule = loaded.rules.find((one) => one.rule === "used");
    if (rule === undefined) throw new Error("the rule is not in the bundle");
    asked = { rule, level: "deny", Unanswered: loaded.Unanswered };
  });

  afterAll(() => files.remove());

  const signal = new AbortController().signal;
  const holding =
    (...objects: readonly unknown[]) =>
    (query: ClusterQuery) =>
      objects.filter((object) => isMeant(query, object));

  /** What was asked of the API server is written down. */
  function lookups({ cached, live }: { cached: Lookups["cached"]; live: readonly unknown[] }) {
    const queries: ClusterQuery[] = [];
    const own: Lookups = {
      cached,
      live: async (query) => {
        queries.push(query);
        return Promise.resolve(holding(...live)(query));
      },
      time: async () => Promise.resolve(0),
      namespace: async (name) => Promise.resolve({ apiVersion: "v1", kind: "Namespace", metadata: { name } }),
    };
    return { own, queries };
  }

  test("denies from memory, and asks nobody else", async () => {
    const { own, queries } = lookups({ cached: holding(user), live: [] });
    expect(await decideRule(asked, request, own, { signal })).toMatchObject([
      {
        rule: "used",
        action: "deny",
        message: expect.stringContaining(
          "used: ConfigMap settings is used by a; to delete it anyway: kubectl annotate",
        ) as string,
      },
    ]);
    expect(queries).toEqual([]);
  });

  test("lets go only what the API server itself says is not used", async () => {
    const { own, queries } = lookups({ cached: holding(), live: [] });
    expect(await decideRule(asked, request, own, { signal })).toEqual([]);
    expect(queries.map(({ resource, which }) => [resource.resource, which])).toEqual([["pods", { namespace: "shop" }]]);
  });

  test("what memory has not seen yet is denied anyway", async () => {
    const { own } = lookups({ cached: holding(), live: [user] });
    expect(await decideRule(asked, request, own, { signal })).toMatchObject([{ action: "deny" }]);
    const unsynced = lookups({ cached: () => undefined, live: [user] });
    expect(await decideRule(asked, request, unsynced.own, { signal })).toMatchObject([{ action: "deny" }]);
  });

  test("decides nothing where the API server does not answer", async () => {
    const { own } = lookups({ cached: holding(), live: [] });
    const silent = { ...own, live: async () => Promise.reject(new Error("no answer in time")) };
    await expect(decideRule(asked, request, silent, { signal })).rejects.toThrow("no answer in time");
    const over = AbortSignal.abort(new Error("the deadline is over"));
    await expect(decideRule(asked, request, own, { signal: over })).rejects.toThrow("the deadline is over");
  });

  test("only warns or records where the policy says so", async () => {
    const { own } = lookups({ cached: holding(user), live: [user] });
    const atLevel = async (level: AskedRule["level"]) =>
      (await decideRule({ ...asked, level }, request, own, { signal })).map(({ action }) => action);
    expect(await atLevel("warn")).toEqual(["warn"]);
    expect(await atLevel("audit")).toEqual(["audit"]);
  });

  /** A rule, by what it asks, that denies where anything is found. */
  const denying = (name: string, isFound: (ask: ClusterAnswers) => boolean): AskedRule => {
    const run: AskedRule["rule"]["run"] = ({ cluster = () => [] }) =>
      isFound(cluster) ? [{ policy: "p", rule: name, action: "deny", message: "found" }] : [];
    return {
      rule: {
        policy: "p",
        rule: name,
        isConflict: false,
        match: [],
        operations: [],
        asks: [],
        readsNamespace: false,
        routes: [],
        run,
      },
      level: "deny",
      Unanswered,
    };
  };
  type Pod = typeof user;
  const pods = (of: (pod: Pod) => string | undefined): Resource => ({
    group: "",
    version: "v1",
    resource: "pods",
    indices: { of: of as never },
  });
  const asksFor = (resource: Resource, which: ClusterQuery["which"]): ClusterQuery => ({
    resource,
    which,
    viewOf: (json) => json,
  });

  test("queries that differ by an index alone are one read, and each gets its own answer (W2)", async () => {
    const byAccount = asksFor(
      pods(({ spec }) => spec.serviceAccountName),
      { index: { of: "settings" } },
    );
    const byNote = asksFor(
      pods(({ metadata }) => metadata.annotations.uses),
      { index: { of: "settings" } },
    );
    const rule = denying("indices", (ask) => ask(byAccount).length > 0 || ask(byNote).length > 0);
    const { own, queries } = lookups({ cached: () => undefined, live: [user] });
    expect(await decideRule(rule, request, own, { signal })).toMatchObject([{ action: "deny" }]);
    expect(queries).toHaveLength(1);
  });

  test("reads a few at once, and what a rule does not come to is neither counted nor waited for", async () => {
    const named = (name: string): ClusterQuery =>
      asksFor(
        pods(() => undefined),
        { namespace: "shop", name },
      );
    const names = Array.from({ length: 10 }, (_, at) => `p${at}`);
    let [underWay, most] = [0, 0];
    const live: Lookups["live"] = async ({ which: { name = "" } }) => {
      most = Math.max(most, (underWay += 1));
      await new Promise((resolve) => setImmediate(resolve));
      underWay -= 1;
      if (name === "p2") throw new Error("p2 cannot be read");
      return Promise.resolve([{ ...user, metadata: { ...user.metadata, name } }].filter(() => name === "p1"));
    };
    const own: Lookups = { ...lookups({ cached: () => [], live: [] }).own, live };
    const found = (first: number) => (ask: ClusterAnswers) => names.slice(first).some((name) => ask(named(name)).length > 0);
    expect(await decideRule(denying("some", found(0)), request, own, { signal })).toMatchObject([{ action: "deny" }]);
    await expect(decideRule(denying("later", found(2)), request, own, { signal })).rejects.toThrow("p2 cannot be read");
    expect(await decideRule(denying("rest", found(3)), request, own, { signal })).toEqual([]);
    expect(most).toBe(4);
  });

  describe("what memory was asked is read before the rule is run again", () => {
    const named = (name: string): ClusterQuery =>
      asksFor(
        pods(() => undefined),
        { namespace: "shop", name },
      );
    const podOf = (name: string) => ({ ...user, metadata: { ...user.metadata, name } });
    const isThere = (ask: ClusterAnswers, name: string): boolean => ask(named(name)).length > 0;
    const scene = (isFound: (ask: ClusterAnswers) => boolean, known: Parameters<typeof lookups>[0]) => {
      let runs = 0;
      const rule = denying("counted", (ask) => ((runs += 1), isFound(ask)));
      const { own, queries } = lookups(known);
      const decide = async () => (await decideRule(rule, request, own, { signal })).map(({ action }) => action);
      return { decide, runs: () => runs, read: () => queries.map(({ which }) => which.name) };
    };

    test("so that it is run once from memory and once on what was read", async () => {
      const { decide, runs, read } = scene((ask) => isThere(ask, "a") || isThere(ask, "b"), { cached: () => [], live: [] });
      expect(await decide()).toEqual([]);
      expect([runs(), read()]).toEqual([2, ["a", "b"]]);
    });

    test("and where memory was behind, it goes on with what it asks then", async () => {
      const cached = holding(podOf("a"));
      const stale = scene((ask) => (isThere(ask, "a") ? isThere(ask, "b") : isThere(ask, "c")), { cached, live: [podOf("c")] });
      expect(await stale.decide()).toEqual(["deny"]);
      expect([stale.runs(), stale.read()]).toEqual([3, ["a", "b", "c"]]);
    });

    test("but not more of it than is read at once", async () => {
      const first = scene((ask) => Array.from({ length: 40 }, (_, at) => `p${at}`).some((name) => isThere(ask, name)), {
        cached: () => [],
        live: [podOf("p0")],
      });
      expect(await first.decide()).toEqual(["deny"]);
      expect(first.read()).toEqual(["p0", "p1", "p2", "p3"]);
    });
  });

  describe("a rule that its author leaves to the webhook", () => {
    const byWebhook = (run: AskedRule["rule"]["run"], more: Partial<AskedRule["rule"]> = {}): AskedRule => {
      const own = denying("own", () => false);
      return { ...own, rule: { ...own.rule, isByWebhook: true, run, ...more } };
    };

    test("is told the time of the API server, and decides nothing where that does not say it", async () => {
      const rule = byWebhook(({ now }) => [{ policy: "p", rule: "own", action: "deny", message: `at ${String(now)}` }], {
        readsTime: true,
      });
      const { own } = lookups({ cached: () => [], live: [] });
      expect(await decideRule(rule, request, { ...own, time: async () => Promise.resolve(5) }, { signal })).toMatchObject([
        { message: "at 5" },
      ]);
      const silent = { ...own, time: async () => Promise.reject(new Error("no Date")) };
      await expect(decideRule(rule, request, silent, { signal })).rejects.toThrow("no Date");
    });

    test("runs once where it asks nothing", async () => {
      let runs = 0;
      const rule = byWebhook(() => ((runs += 1), []));
      expect(await decideRule(rule, request, lookups({ cached: () => [], live: [] }).own, { signal })).toEqual([]);
      expect(runs).toBe(1);
    });

    test("says nothing where it has caught that an answer is missing", async () => {
      const catching = byWebhook(({ cluster = () => [] }) => {
        try {
          cluster(
            asksFor(
              pods(() => undefined),
              { name: "a" },
            ),
          );
        } catch {
          // As if nothing had been found.
        }
        return [];
      });
      const { own } = lookups({ cached: () => undefined, live: [] });
      const silent = { ...own, live: async () => Promise.reject(new Error("no answer in time")) };
      await expect(decideRule(catching, request, silent, { signal })).rejects.toThrow("no answer in time");
    });

    test("is not run for a while after it took too long, and denies meanwhile", async () => {
      const clock = createManualClock(0);
      let runs = 0;
      const unevaluated = (why: string) => [{ policy: "p", rule: "own", action: "deny", message: why }] as const;
      const slow = byWebhook(
        () => {
          runs += 1;
          if (runs === 1) for (;;);
          return [];
        },
        { unevaluated },
      );
      const rule = { ...slow, rest: restWith(clock) };
      const { own } = lookups({ cached: () => [], live: [] });
      const said = async () => (await decideRule(rule, request, own, { signal })).map(({ message }) => message);
      expect(await said()).toEqual(["the rule takes longer than 500 ms"]);
      expect(await said()).toEqual(["the rule took longer than 500 ms a moment ago; try again"]);
      expect(runs).toBe(1);
      clock.advance(restMs);
      expect([await said(), runs]).toEqual([[], 2]);
    });
  });

  test("other rules than those that were compiled are not run", async () => {
    const other = createHash("sha256").update("other").digest("hex");
    await expect(loadRules(file, other)).rejects.toThrow(`its SHA-256 is ${sha256}, and ${other} was named`);
    await expect(loadRules(`${file}.none`, other)).rejects.toThrow("cannot be read");
    const text = "export const rules = 1;";
    writeFileSync(file, text);
    await expect(loadRules(file, createHash("sha256").update(text).digest("hex"))).rejects.toThrow("has no rules");
  });
});
