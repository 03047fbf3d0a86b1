import { expect, test } from "vitest";
import { documentsIn } from "../fixtures/yaml-documents.ts";
import { type ObjectKind, clusterObject } from "../../compiler/cluster/deletion/cluster-object.ts";
import { deletionPlan } from "../../compiler/cluster/deletion/deletion-plan.ts";
import { planTree } from "../../compiler/cluster/deletion/plan-tree.ts";
import { PolicyAdmission } from "../../compiler/cluster/deletion/policy-admission.ts";
import { planView } from "../../compiler/cli/plan/plan-view.ts";
import { textView } from "../../compiler/cli/plan/text-plan.ts";
import { keepSettings } from "./keep-settings.ts";

const kind = (name: string, resource: string, isNamespaced = true): ObjectKind => {
  return { group: "", version: "v1", resource, kind: name, isNamespaced };
};
const namespaces = kind("Namespace", "namespaces", false);
const configMaps = kind("ConfigMap", "configmaps");
const claims = kind("PersistentVolumeClaim", "persistentvolumeclaims");
const pods = kind("Pod", "pods");
const kinds = [namespaces, configMaps, claims, pods];

const shop = clusterObject(namespaces, {
  metadata: { name: "shop", uid: "shop", resourceVersion: "1" },
  spec: { finalizers: ["kubernetes"] },
});

function inShop(of: ObjectKind, name: string, { metadata = {}, ...fields }: { metadata?: object; spec?: object } = {}) {
  const own = { name, namespace: "shop", uid: `${of.kind}-${name}`, resourceVersion: "1", ...metadata };
  return clusterObject(of, { metadata: own, ...fields });
}

const admission = () =>
  new PolicyAdmission({
    documents: documentsIn(keepSettings),
    webhooks: [],
    kube: "1.37",
    user: "alice",
    groups: [],
    now: "2026-01-01T00:00:00Z",
  });

/** What only a cluster says. */
const ofCluster = { forbidden: [], absent: [], gaps: [] };

/** What takes the square of their number would take hours. */
const many = 20_000;

test("a chain of owners of any length is followed to its end, and shown", () => {
  const chain = Array.from({ length: many }, (_, at) => {
    const owner = { apiVersion: "v1", kind: "ConfigMap", name: `c${at - 1}`, uid: `ConfigMap-c${at - 1}` };
    return inShop(configMaps, `c${at}`, at === 0 ? {} : { metadata: { ownerReferences: [owner] } });
  });
  const [first] = chain;
  const deleted = {
    targets: first === undefined ? [] : [first],
    propagationPolicy: "Foreground",
    objects: [shop, ...chain],
  } as const;
  const plan = deletionPlan(deleted, { kinds, admission: admission(), podsFirst: true });
  expect(plan.objects.filter(({ state }) => state === "gone")).toHaveLength(many);
  expect(planTree(plan.objects)).toHaveLength(1);
  expect(textView(planView({ ...plan, ...ofCluster }), { color: false })).toMatch(/^Deletes 20000 objects in 1 Namespace\n/);
});

test("objects that own each other are shown, and each once", () => {
  const owner = (name: string) => ({
    apiVersion: "v1",
    kind: "ConfigMap",
    name,
    uid: `ConfigMap-${name}`,
    blockOwnerDeletion: true,
  });
  const [a, b] = [
    inShop(configMaps, "a", { metadata: { ownerReferences: [owner("b")] } }),
    inShop(configMaps, "b", { metadata: { ownerReferences: [owner("a")] } }),
  ];
  const deleted = { targets: [shop], propagationPolicy: "Background", objects: [shop, a, b] } as const;
  const plan = deletionPlan(deleted, { kinds, admission: admission(), podsFirst: true });
  const shown = textView(planView({ ...plan, ...ofCluster }), { color: false });
  expect(shown.match(/ConfigMap shop\/[ab]/g)?.toSorted()).toEqual(["ConfigMap shop/a", "ConfigMap shop/b"]);
});

test("a Namespace with many claims, Pods that use them, and objects that a policy is asked about", () => {
  const objects = Array.from({ length: many }, (_, at) => [
    inShop(configMaps, `c${at}`),
    inShop(claims, `data-${at}`, { metadata: { finalizers: ["kubernetes.io/pvc-protection"] } }),
    inShop(pods, `p${at}`, { spec: { nodeName: "a", volumes: [{ persistentVolumeClaim: { claimName: `data-${at}` } }] } }),
  ]).flat();
  const deleted = { targets: [shop], propagationPolicy: "Background", objects: [shop, ...objects] } as const;
  const plan = deletionPlan(deleted, { kinds, admission: admission(), podsFirst: true });
  expect(plan.objects.filter(({ state }) => state === "gone")).toHaveLength(3 * many + 1);
});
