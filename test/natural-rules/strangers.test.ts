import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newestMinor } from "../../compiler/ir/kubernetes-version.ts";
import { compileFiles } from "../fixtures/compile-files.ts";
import type { Tree } from "../fixtures/tree.ts";
import { root } from "../house/source-files.ts";

const folder = join(root, "test/natural-rules/strangers");

/** What the sixty of a set are, by their paths in it. */
function rulesOf(set: string): Tree {
  const names = readdirSync(join(folder, set), { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  return Object.fromEntries(names.toSorted().map((name) => [name, readFileSync(join(folder, set, name), "utf8")]));
}

/** Why each is rejected that is; the rest compile as they are. */
const rejected: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  first: {
    "25-ingress-hosts": ["too-expensive"],
    "40-rolebinding-last": ["loop-state", "unsupported-statement"],
    "53-configmap-feature-owner": ["unknown-call"],
    "58-group-labels": ["object-as-table"],
    "59-group-by-severity": ["too-expensive"],
  },
  second: {
    "09-pdb-headroom": ["expression-too-long"],
    "10-leader-lease": ["too-expensive"],
    "16-ingress-public-hosts": ["knows-alphabets"],
    "20-configmap-json": ["unsupported-statement"],
    "21-cronjob-schedule": ["loop-state", "unsupported-statement"],
    "24-deployment-release-images": ["counts-characters"],
    "28-volumeattachment": ["unsupported-expression"],
    "32-flux-helmrelease": ["unsupported-statement", "unknown-name"],
    "34-clusterissuer": ["type-error"],
    "37-strimzi-kafka": ["not-text"],
    "42-istio-virtualservice": ["unsupported-function"],
    "45-tekton-pipelinerun": ["needs-json"],
    "49-external-secret": ["knows-alphabets"],
    "53-redis-failover": ["loop-state"],
    "60-calico-ippool": ["unsupported-operator"],
  },
};

test.each(Object.keys(rejected))("of the sixty of the %s set, these do not compile unchanged, and for these reasons", (set) => {
  const rules = rulesOf(set);
  expect(Object.keys(rules)).toHaveLength(60);
  const { diagnostics } = compileFiles(rules, Object.keys(rules), { kube: newestMinor });
  const codes = Map.groupBy(diagnostics, ({ span }) => /([^/]+)\.ts$/.exec(span.file)?.[1] ?? span.file);
  const found = [...codes].map(([name, of]) => [name, [...new Set(of.map(({ code }) => code))]] as const);
  expect(Object.fromEntries(found)).toEqual(rejected[set]);
});
