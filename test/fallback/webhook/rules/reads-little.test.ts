import { expect, test } from "vitest";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { importRules } from "../../../../runtime-fallback/webhook/rules/rules-module.ts";
import { compileFiles } from "../../../fixtures/compile-files.ts";
import { root } from "../../../house/source-files.ts";
import { fallbackText } from "../../../install/manifests/compile-fallback.ts";

const names = ["usages.ts", "usage-records.ts", "usage-kinds.ts", "used-objects.ts"];
const policies = Object.fromEntries(
  names.map((name) => [`policies/${name}`, readFileSync(join(root, "policies/fallback", name), "utf8")]),
);
const declaration = `usages: { of: [{ group: "", resource: "configmaps" }] }`;

/** A value that says how often something of it was read, by anybody. */
function counted<T extends object>(value: T): { readonly object: T; reads(): number } {
  let reads = 0;
  const handler: ProxyHandler<T> = {
    get: (target, key) => ((reads += 1), Reflect.get(target, key) as unknown),
    getOwnPropertyDescriptor: (target, key) => ((reads += 1), Reflect.getOwnPropertyDescriptor(target, key)),
    ownKeys: (target) => ((reads += Object.keys(target).length), Reflect.ownKeys(target)),
  };
  return { object: new Proxy(value, handler), reads: () => reads };
}

const many = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`l${at}`, "v"]));

test.each(["inUse", "keepMark"])(
  "of 100,000 labels the rule %s reads those that it names, however often it is run",
  async (name) => {
    const { fallback } = compileFiles({ ...policies, "policies/fallback.ts": fallbackText(declaration) }, ["policies"]);
    const module = await importRules(Buffer.from(fallback?.rules ?? ""), "the rules");
    const rule = module.rules.find((one) => one.policy === "usages" && one.rule === name);
    const labels = counted({ ...many(100_000), "holdfast.dev/in-use": "true" });
    const data = counted(many(100_000));
    const of = { apiVersion: "v1", kind: "ConfigMap", resourceRef: { name: "x" } };
    const usage = { kind: "Usage", metadata: { name: "u", namespace: "shop", uid: "u" }, spec: { of } };
    const entry = { "usage.holdfast.dev/u": "usages.protection.holdfast.dev/shop/u" };
    const metadata = { name: "x", namespace: "shop", uid: "u", labels: labels.object, annotations: entry };
    const oldObject = { apiVersion: "v1", kind: "ConfigMap", metadata, data: data.object };
    const resource = { group: "", version: "v1", resource: "configmaps" };
    const kind = { group: "", version: "v1", kind: "ConfigMap" };
    const found = rule?.run(
      {
        request: {
          operation: name === "inUse" ? "DELETE" : "UPDATE",
          kind,
          resource,
          requestKind: kind,
          requestResource: resource,
          userInfo: { username: "alice" },
          dryRun: false,
          oldObject,
          ...(name === "keepMark" && { object: { ...oldObject, metadata: { ...metadata, annotations: {} } } }),
        },
        cluster: () => [usage],
      },
      "deny",
    );
    expect(found?.map(({ action }) => action)).toEqual(["deny"]);
    expect(labels.reads()).toBeLessThan(100);
    expect(data.reads()).toBe(0);
  },
);
