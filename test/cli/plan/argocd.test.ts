import { afterAll, expect, test } from "vitest";
import { openDirectory, removeDirectory } from "../../fixtures/open-directory.ts";
import { holdfastHere } from "../user-project.ts";
import { type Marks, type Planned, bare, config, object, prunedIn, writeIn } from "./pruned-in.ts";

const directory = openDirectory();
afterAll(() => removeDirectory(directory));

const pruned = (cluster: readonly object[], ...words: readonly string[]): Promise<Planned> =>
  prunedIn(directory, cluster, ...words);
const write = (place: string, documents: readonly object[]): void => writeIn(directory, place, documents);

const tracked = (
  name: string,
  { application = "shop", of = name, ...metadata }: Marks & { application?: string; of?: string } = {},
) =>
  config(name, {
    ...metadata,
    annotations: { ...metadata.annotations, "argocd.argoproj.io/tracking-id": `${application}:/ConfigMap:shop/${of}` },
  });

test("Argo CD prunes what its Application tracks, and nothing else", async () => {
  const owner = { apiVersion: "v1", kind: "ConfigMap", name: "stays", uid: "1" };
  const { targets, notPruned, gaps } = await pruned([
    tracked("stays"),
    tracked("goes"),
    tracked("of-another", { application: "billing" }),
    tracked("a-copy", { of: "stays" }),
    config("by-hand"),
    config("by-chart", { labels: { "app.kubernetes.io/instance": "shop" } }),
    tracked("dependent", { ownerReferences: [owner] }),
  ]);
  expect(targets).toEqual(["goes"]);
  expect(notPruned).toEqual({
    "of-another": "Application billing tracks it, not shop",
    "a-copy": expect.stringContaining("takes it for a copy"),
    "by-hand": "no Application tracks it (argocd.argoproj.io/tracking-id)",
    "by-chart": "no Application tracks it (argocd.argoproj.io/tracking-id)",
    dependent: "ConfigMap stays owns it, and Argo CD prunes no dependents",
  });
  expect(gaps).toContain("how Application shop prunes: it is not shown here");
});

test.each([
  ["of another name", "shop:/ConfigMap:shop/other"],
  ["of another Namespace", "shop:/ConfigMap:away/copy"],
  ["of another kind", "shop:/Secret:shop/copy"],
  ["of another group", "shop:example.org/ConfigMap:shop/copy"],
])("an object with the tracking id %s is a copy, which is left alone", async (_, id) => {
  const copy = config("copy", { annotations: { "argocd.argoproj.io/tracking-id": id } });
  const { targets, notPruned } = await pruned([tracked("stays"), copy]);
  expect(targets).toEqual([]);
  expect(notPruned).toEqual({ copy: expect.stringContaining("takes it for a copy") });
});

test("which of two Applications of one name it is, is not known", async () => {
  const cluster = [tracked("stays"), tracked("goes"), application({}), application({}, "shop", "other")];
  expect((await pruned(cluster)).gaps).toContain("how Application shop prunes: there are several");
});

test("an application that is named has none of what another tracks", async () => {
  const cluster = [tracked("stays"), tracked("goes"), tracked("of-another", { application: "billing" })];
  expect((await pruned(cluster, "--owner", "billing")).targets).toEqual(["of-another"]);
});

test("where several applications have what is still written, each may prune its own", async () => {
  const { targets, gaps } = await pruned([
    tracked("stays"),
    tracked("goes"),
    tracked("of-another", { application: "billing" }),
    tracked("stays-too", { application: "billing" }),
  ]);
  // `stays` alone is still written.
  expect(targets).toEqual(["goes"]);
  write("new", [bare("stays"), bare("stays-too")]);
  const words = ["plan", "--from", "old", "--to", "new", "--objects", "cluster", "-n", "shop", "--format", "json"];
  const { out } = await holdfastHere(directory, words);
  const both = JSON.parse(out) as { targets: readonly { name: string }[]; gaps: readonly string[] };
  expect(both.targets.map(({ name }) => name)).toEqual(["goes", "of-another"]);
  expect(both.gaps).toContain("which of shop, billing applies the manifests: name the Application, --owner");
  expect(gaps).not.toContain("which of shop, billing applies the manifests: name the Application, --owner");
});

test("a label that may be a chart's keeps nothing, and is said; a named application makes it sure", async () => {
  const labelled = (name: string, value: string): object => config(name, { labels: { "app.kubernetes.io/instance": value } });
  const cluster = [labelled("stays", "shop"), labelled("goes", "shop"), labelled("another", "billing"), bare("by-hand")];
  const { targets, gaps } = await pruned(cluster);
  expect(targets).toEqual(["goes", "another", "by-hand"]);
  expect(gaps).toContain("whether ConfigMap shop/another is pruned: its label app.kubernetes.io/instance is billing, not shop");
  expect(gaps).toContain("whether ConfigMap shop/by-hand is pruned: no Application tracks it (label app.kubernetes.io/instance)");
  expect((await pruned(cluster, "--owner", "shop")).targets).toEqual(["goes"]);
});

const application = (syncPolicy: object, name = "shop", namespace = "argocd"): object =>
  object("argoproj.io/v1alpha1", "Application", name, { metadata: { namespace }, spec: { syncPolicy } });

const withOption = (name: string, option: string): object =>
  tracked(name, { annotations: { "argocd.argoproj.io/sync-options": option } });

test("an Application says how it prunes, and whether", async () => {
  const cluster = [tracked("stays"), tracked("goes")];
  const automated = { automated: { prune: true }, syncOptions: ["PruneLast=true", "PrunePropagationPolicy=background"] };
  const settled = await pruned([...cluster, application(automated)]);
  expect(settled).toMatchObject({ targets: ["goes"], propagationPolicy: "Background" });
  expect(settled.gaps.filter((gap) => gap.includes("Application"))).toEqual([]);
  for (const syncPolicy of [{}, { automated: {} }, { automated: { prune: true, enabled: false } }]) {
    const { targets, gaps, propagationPolicy } = await pruned([...cluster, application(syncPolicy)]);
    expect(targets).toEqual(["goes"]);
    expect(propagationPolicy).toBe("Foreground");
    expect(gaps).toContain(
      "when it is pruned: Application argocd/shop does not prune by itself (syncPolicy.automated); a sync that is told to does",
    );
  }
});

test("an Application does not wipe out everything by itself, unless it may", async () => {
  const automated = { prune: true };
  const said =
    "when it is pruned: Application argocd/shop does not prune everything by itself (allowEmpty); a sync that is told to does";
  for (const [policy, isSaid] of [
    [automated, true],
    [{ ...automated, allowEmpty: true }, false],
    [{}, false],
  ] as const) {
    write("old", [bare("goes")]);
    write("new", []);
    write("cluster", [tracked("goes"), application({ automated: policy })]);
    const words = ["plan", "--from", "old", "--to", "new", "--objects", "cluster", "--format", "json"];
    const { targets, gaps } = JSON.parse((await holdfastHere(directory, words)).out) as Planned;
    expect(targets).toHaveLength(1);
    expect(gaps.includes(said)).toBe(isSaid);
  }
});

test("an option of the Application is that of objects which have none", async () => {
  const { targets, notPruned } = await pruned([
    tracked("stays"),
    tracked("goes"),
    withOption("own", "Prune=true"),
    withOption("first", "Prune=true,Prune=false"),
    application({ automated: { prune: true }, syncOptions: ["Prune=confirm"] }),
  ]);
  expect(targets).toEqual(["own", "first"]);
  expect(notPruned).toEqual({
    goes: "Application argocd/shop, syncOptions: Prune=confirm: the sync waits until somebody confirms it",
  });
});

test("an Application outside of Argo CD's Namespace has its Namespace in what it tracks", async () => {
  const own = { application: "team_shop" };
  const cluster = [tracked("stays", own), tracked("goes", own), application({}, "shop", "team")];
  expect((await pruned(cluster)).gaps).toContainEqual(expect.stringContaining("Application team/shop does not prune by itself"));
});

test("what seems to keep an object from Argo CD, and does not", async () => {
  const { targets, prunedDespite, notPruned, gaps } = await pruned([
    tracked("stays"),
    withOption("no-delete", "Delete=false"),
    withOption("last", "PruneLast=true"),
    tracked("helm", { annotations: { "helm.sh/resource-policy": "keep" } }),
    tracked("extra", { annotations: { "argocd.argoproj.io/compare-options": "IgnoreExtraneous" } }),
    tracked("hook", {
      annotations: { "argocd.argoproj.io/hook": "PostSync", "argocd.argoproj.io/hook-delete-policy": "HookSucceeded" },
    }),
    tracked("hook-and-skip", { annotations: { "argocd.argoproj.io/hook": "Skip,PreSync" } }),
    tracked("no-hook", { annotations: { "argocd.argoproj.io/hook": "Skip" } }),
  ]);
  expect(targets).toEqual(["no-delete", "last", "helm", "extra", "no-hook"]);
  expect(prunedDespite).toEqual({
    "no-delete": "argocd.argoproj.io/sync-options: Delete=false is about a deleted Application",
    helm: "helm.sh/resource-policy: keep is about a deleted Application",
  });
  expect(Object.keys(notPruned)).toEqual(["hook", "hook-and-skip"]);
  expect(gaps).toContain("when ConfigMap extra is pruned: it makes no sync necessary (IgnoreExtraneous)");
});

test("Argo CD marks no definition as its own, and prunes one only where somebody else has", async () => {
  const definition = (plural: string, metadata: Marks = {}): object => ({
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.example.org`, ...metadata },
    spec: {
      group: "example.org",
      scope: "Namespaced",
      names: { plural, kind: plural },
      versions: [{ name: "v1", served: true, storage: true }],
    },
  });
  const id = { "argocd.argoproj.io/tracking-id": "shop:apiextensions.k8s.io/CustomResourceDefinition:/marked.example.org" };
  const { targets, notPruned } = await pruned([bare("stays"), definition("plain"), definition("marked", { annotations: id })]);
  expect(targets).toEqual(["marked.example.org"]);
  expect(notPruned).toEqual({ "plain.example.org": "Argo CD tracks no definitions" });
});
