import { afterAll, expect, test } from "vitest";
import { openDirectory, removeDirectory } from "../../fixtures/open-directory.ts";
import { holdfastHere } from "../user-project.ts";
import { type Planned, bare, config, object, prunedIn, writeIn } from "./pruned-in.ts";

const directory = openDirectory();
afterAll(() => removeDirectory(directory));

const pruned = (cluster: readonly object[], ...words: readonly string[]): Promise<Planned> =>
  prunedIn(directory, cluster, ...words);
const write = (place: string, documents: readonly object[]): void => writeIn(directory, place, documents);

test("where no object says who has applied it, that is not known", async () => {
  const cluster = [bare("stays"), bare("goes")];
  for (const [pruner, shown] of [
    ["argocd", "Argo CD"],
    ["flux", "Flux"],
    ["kubectl", "kubectl apply --prune"],
    ["applyset", "kubectl apply --prune --applyset"],
  ] as const) {
    const { targets, gaps } = await pruned(cluster, "--pruner", pruner);
    expect(targets).toEqual(["goes"]);
    expect(gaps).toContain(`whether ${shown} has applied what is pruned: no object says so`);
  }
});

test("hooks that are still written are deleted with each sync or upgrade", async () => {
  write("hooks", [
    config("sync", { annotations: { "argocd.argoproj.io/hook": "PreSync" } }),
    config("helm", { annotations: { "helm.sh/hook": "pre-upgrade" } }),
    config("kept", { annotations: { "helm.sh/hook": "pre-upgrade", "helm.sh/hook-delete-policy": "hook-failed" } }),
  ]);
  const gapsOf = async (pruner: string): Promise<readonly string[]> => {
    const words = ["plan", "--from", "hooks", "--to", "hooks", "--objects", "hooks", "--format", "json", "--pruner", pruner];
    return (JSON.parse((await holdfastHere(directory, words)).out) as Planned).gaps.filter((gap) => gap.includes("anew"));
  };
  expect(await gapsOf("argocd")).toEqual(
    ["sync", "helm", "kept"].map(
      (name) => `ConfigMap shop/${name} may be deleted and made anew: it is a hook, which each sync makes anew`,
    ),
  );
  expect(await gapsOf("helm")).toEqual([
    "ConfigMap shop/helm may be deleted and made anew: it is a hook, which each upgrade makes anew",
  ]);
  expect(await gapsOf("flux")).toEqual([]);
});

const flux = (name: string, kustomization = "shop", metadata: { labels?: object; annotations?: object } = {}): object =>
  object("v1", "ConfigMap", name, {
    metadata: {
      ...metadata,
      labels: {
        ...metadata.labels,
        "kustomize.toolkit.fluxcd.io/name": kustomization,
        "kustomize.toolkit.fluxcd.io/namespace": "flux-system",
      },
    },
  });

const kustomization = (spec: object, ids: readonly string[] = []): object =>
  object("kustomize.toolkit.fluxcd.io/v1", "Kustomization", "shop", {
    metadata: { namespace: "flux-system" },
    spec,
    status: { inventory: { entries: ids.map((id) => ({ id, v: "v1" })) } },
  });

test("Flux prunes what its Kustomization has applied, and nothing else", async () => {
  const cluster = [
    flux("stays"),
    flux("goes"),
    flux("of-another", "billing"),
    config("by-hand"),
    flux("ignored", "shop", { annotations: { "kustomize.toolkit.fluxcd.io/ssa": "Ignore" } }),
    flux("merged", "shop", { annotations: { "kustomize.toolkit.fluxcd.io/ssa": "Merge" } }),
    flux("paused", "shop", { annotations: { "kustomize.toolkit.fluxcd.io/reconcile": "disabled" } }),
    flux("helm", "shop", { annotations: { "helm.sh/resource-policy": "keep" } }),
  ];
  const { targets, notPruned, prunedDespite, gaps } = await pruned(cluster, "--pruner", "flux");
  expect(targets).toEqual(["goes", "merged", "helm"]);
  expect(notPruned).toEqual({
    "of-another": "Kustomization flux-system/billing has applied it, not flux-system/shop",
    "by-hand": "no Kustomization has applied it (kustomize.toolkit.fluxcd.io/name)",
    ignored: "kustomize.toolkit.fluxcd.io/ssa: ignore",
    paused: "kustomize.toolkit.fluxcd.io/reconcile: disabled",
  });
  expect(prunedDespite).toEqual({ helm: "helm.sh/resource-policy: keep is read by Helm alone" });
  expect(gaps).toContain("how Kustomization flux-system/shop prunes: it is not shown here");
  const named = await pruned(cluster, "--pruner", "flux", "--owner", "flux-system/billing");
  expect(named.targets).toEqual(["of-another"]);
});

test("a Kustomization says whether it prunes, in whose name, and what it knows of", async () => {
  const cluster = [flux("stays"), flux("goes")];
  const of = (spec: object, ids?: readonly string[]) => pruned([...cluster, kustomization(spec, ids)], "--pruner", "flux");
  expect(await of({ prune: true })).toMatchObject({ targets: ["goes"], notPruned: {} });
  expect(await of({ prune: false })).toMatchObject({
    targets: [],
    notPruned: { goes: "Kustomization flux-system/shop prunes nothing (spec.prune)" },
  });
  const known = await of({ prune: true }, ["shop_stays__ConfigMap", "shop_goes__ConfigMap"]);
  expect(known).toMatchObject({ targets: ["goes"], notPruned: {} });
  expect(await of({ prune: true }, ["shop_stays__ConfigMap"])).toMatchObject({
    targets: [],
    notPruned: { goes: "it is not in the inventory of Kustomization flux-system/shop, so that Flux does not look at it" },
  });
  const { gaps } = await of({ prune: true, suspend: true, serviceAccountName: "shop" });
  expect(gaps).toContain("when it is pruned: Kustomization flux-system/shop is suspended");
  expect(gaps).toContain("whether Kustomization flux-system/shop may: it deletes as --as system:serviceaccount:flux-system:shop");
});

test("names of roles may have colons, which the inventory writes otherwise", async () => {
  const role = (name: string): object =>
    object("rbac.authorization.k8s.io/v1", "Role", name, {
      metadata: {
        labels: {
          "kustomize.toolkit.fluxcd.io/name": "shop",
          "kustomize.toolkit.fluxcd.io/namespace": "flux-system",
        },
      },
    });
  const known = kustomization({ prune: true }, ["shop_shop__read_rbac.authorization.k8s.io_Role"]);
  const { targets } = await pruned([flux("stays"), role("shop:read"), known], "--pruner", "flux");
  expect(targets).toEqual(["shop:read"]);
});

test("Helm deletes what a release had, but for hooks and what says keep", async () => {
  const crd = {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "parts.example.org" },
    spec: {
      group: "example.org",
      scope: "Namespaced",
      names: { plural: "parts", kind: "Part" },
      versions: [{ name: "v1", served: true, storage: true }],
    },
  };
  const cluster = [
    bare("stays"),
    bare("goes"),
    config("kept", { annotations: { "helm.sh/resource-policy": "keep" } }),
    config("deleted", { annotations: { "helm.sh/resource-policy": "delete" } }),
    crd,
  ];
  const { targets, notPruned, gaps, propagationPolicy } = await pruned(cluster, "--pruner", "helm");
  expect(targets).toEqual(["goes", "deleted", "parts.example.org"]);
  expect(propagationPolicy).toBe("Background");
  expect(notPruned).toEqual({ kept: "helm.sh/resource-policy: keep" });
  expect(gaps).toContain(
    "whether CustomResourceDefinition parts.example.org goes: Helm deletes none that is in crds/ of a chart",
  );
  write("old", [bare("stays"), config("hook", { annotations: { "helm.sh/hook": "test" } })]);
  write("cluster", [bare("stays"), bare("hook")]);
  const words = ["plan", "--from", "old", "--to", "new", "--objects", "cluster", "--pruner", "helm"];
  const { out } = await holdfastHere(directory, words);
  expect(out).toContain("ConfigMap shop/hook: it is a hook (helm.sh/hook), which is in no release");
});

const applied = (name: string, metadata: { labels?: Readonly<Record<string, string>>; namespace?: string } = {}): object =>
  object("v1", "ConfigMap", name, {
    metadata: { ...metadata, annotations: { "kubectl.kubernetes.io/last-applied-configuration": "{}" } },
  });

test("kubectl prunes what kubectl apply has made, of the labels and Namespaces that it is told", async () => {
  const app = { labels: { app: "web" } };
  const cluster = [applied("stays", app), applied("goes", app), bare("created"), applied("other", { labels: { app: "db" } })];
  const all = await pruned(cluster, "--pruner", "kubectl");
  expect(all.targets).toEqual(["goes", "other"]);
  expect(all.notPruned).toEqual({
    created: "kubectl apply has not made it (kubectl.kubernetes.io/last-applied-configuration)",
  });
  expect(all.gaps).toContain("which labels kubectl apply selects: name them, -l app=web, unless it is --all");
  const selected = await pruned(cluster, "--pruner", "kubectl", "-l", "app=web");
  expect(selected.targets).toEqual(["goes"]);
  expect(selected.notPruned).toMatchObject({ other: "-l app=web does not select it" });
  expect(selected.gaps.filter((gap) => gap.includes("labels"))).toEqual([]);
});

test("kubectl prunes in no Namespace of which nothing is written any more", async () => {
  write("old", [applied("stays"), applied("goes", { namespace: "away" })]);
  write("new", [bare("stays")]);
  const words = ["plan", "--from", "old", "--to", "new", "--objects", "old", "--pruner", "kubectl"];
  const { out } = await holdfastHere(directory, words);
  expect(out).toMatch(/^kubectl apply --prune prunes nothing\n/);
  expect(out).toContain("ConfigMap away/goes: kubectl prunes in no Namespace of which nothing is written any more (away)");
});

test("of an ApplySet its members are pruned, of whatever kind", async () => {
  const member = (name: string, set: string): object => config(name, { labels: { "applyset.kubernetes.io/part-of": set } });
  const role = object("rbac.authorization.k8s.io/v1", "Role", "role", {
    metadata: { labels: { "applyset.kubernetes.io/part-of": "applyset-a-v1" } },
  });
  const cluster = [
    member("stays", "applyset-a-v1"),
    member("goes", "applyset-a-v1"),
    role,
    member("other", "applyset-b-v1"),
    bare("none"),
  ];
  const { targets, notPruned } = await pruned(cluster, "--pruner", "applyset");
  expect(targets).toEqual(["goes", "role"]);
  expect(notPruned).toEqual({
    other: "it is of ApplySet applyset-b-v1, not applyset-a-v1",
    none: "it is of no ApplySet (applyset.kubernetes.io/part-of)",
  });
});

test("labels are of kubectl alone", async () => {
  write("old", [bare("stays")]);
  const { code, error } = await holdfastHere(directory, ["plan", "--from", "old", "--to", "old", "-l", "app=web"]);
  expect(error).toContain("`--selector` is of `plan delete`");
  expect(code).toBe(2);
});
