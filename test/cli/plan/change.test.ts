import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { keepSettings } from "../../deletion/keep-settings.ts";
import { schemaProblems } from "../../fixtures/json-schema.ts";
import { openDirectory, removeDirectory } from "../../fixtures/open-directory.ts";
import { holdfastHere } from "../user-project.ts";

function object(apiVersion: string, kind: string, name: string, metadata: object = {}, fields: object = {}): object {
  return { apiVersion, kind, metadata: { name, namespace: "shop", ...metadata }, ...fields };
}

const config = (name: string, metadata: object = {}): object => object("v1", "ConfigMap", name, metadata);

const before = [
  object("v1", "Namespace", "shop", { namespace: undefined }, { spec: { finalizers: ["kubernetes"] } }),
  config("stays"),
  config("goes"),
  config("protected", { labels: { keep: "yes" } }),
  config("never", { annotations: { "argocd.argoproj.io/sync-options": "Replace=true, Prune=false" } }),
  config("asked", { annotations: { "argocd.argoproj.io/sync-options": "Prune=confirm" } }),
  config("unpruned", { labels: { "kustomize.toolkit.fluxcd.io/prune": "Disabled" } }),
  object("batch/v1", "Job", "migrate", { annotations: { "argocd.argoproj.io/hook": "PreSync" } }),
  object("example.org/v1", "Widget", "w"),
];
const after = [before[0], before[1]];

const directory = openDirectory();
afterAll(() => removeDirectory(directory));

function write(place: string, documents: readonly unknown[], more = ""): void {
  mkdirSync(join(directory, place), { recursive: true });
  const text = documents.map((one) => JSON.stringify(one)).join("\n---\n");
  writeFileSync(join(directory, place, "all.yaml"), more === "" ? text : `${text}\n---\n${more}`);
}

write("old", before);
write("new", after);

const plan = (...words: readonly string[]) => holdfastHere(directory, ["plan", ...words]);
const change = ["--from", "old", "--to", "new", "--objects", "old"];

const prunedBy = async (pruner: string): Promise<readonly string[]> => {
  const { out } = await plan(...change, "--pruner", pruner, "--format", "json");
  return (JSON.parse(out) as { targets: readonly { name: string }[] }).targets.map(({ name }) => name);
};

test("what is no longer written is pruned, as the marks of each tool say", async () => {
  expect(await prunedBy("argocd")).toEqual(["goes", "protected", "unpruned", "w"]);
  expect(await prunedBy("flux")).toEqual(["goes", "protected", "never", "asked", "migrate", "w"]);
  expect(await prunedBy("kubectl")).toEqual(["goes", "protected", "never", "asked", "unpruned", "migrate"]);
});

test("what is left alone is said, with why", async () => {
  const { code, out } = await plan(...change);
  expect(out).toMatch(/^Argo CD prunes 4 objects\. Deletes 4 objects in 1 Namespace\n/);
  expect(out).toContain(`
No longer written, and not pruned:
  ConfigMap shop/never: argocd.argoproj.io/sync-options: Prune=false
  ConfigMap shop/asked: argocd.argoproj.io/sync-options: Prune=confirm: the sync waits until somebody confirms it
  Job shop/migrate: it is a hook (argocd.argoproj.io/hook)
`);
  expect(out).toContain(
    "widgets.example.org: no CustomResourceDefinition among the manifests says so; plural and scope are guessed",
  );
  expect(code).toBe(0);
});

test("what a policy denies makes the sync fail", async () => {
  writeFileSync(join(directory, "keep.yaml"), keepSettings);
  const { code, out } = await plan(...change, "--generated", "keep.yaml");
  expect(out).toMatch(
    /^Argo CD prunes 4 objects\. 1 of 4 objects denied by 1 policy; without this policy it would delete 4 objects in 1 Namespace; the sync fails\n/,
  );
  expect(out).toContain("ConfigMap shop/protected is not deleted:\n  keep-settings: keep: it is kept");
  expect(code).toBe(1);
});

test("a policy that is no longer written is protection that is lost", async () => {
  write("guarded", after, keepSettings);
  const lost = await plan("--from", "guarded", "--to", "new", "--objects", "new");
  expect(lost.out).toContain("\nProtection:\n  LOST       rule keep of keep-settings no longer denies DELETE of configmaps\n");
  expect(lost.out).toContain("\n  policies that are not pruned stay in force until somebody deletes them\n");
  expect(lost.code).toBe(1);
  const gained = await plan("--from", "new", "--to", "guarded", "--objects", "new");
  expect(gained.out).toMatch(/^Argo CD prunes nothing\n/);
  expect(gained.out).toContain("GAINED     rule keep of keep-settings denies DELETE of configmaps");
  expect(gained.code).toBe(0);
});

test("hooks of Helm and Argo CD are those that Argo CD takes for some", async () => {
  const hook = (name: string, annotations: object): object => config(name, { annotations });
  write("hooks", [
    hook("crds", { "helm.sh/hook": "crd-install" }),
    hook("skipped", { "argocd.argoproj.io/hook": "Skip", "helm.sh/hook": "pre-install" }),
    hook("helm", { "helm.sh/hook": "pre-install" }),
    hook("argo", { "argocd.argoproj.io/hook": "PostSync" }),
  ]);
  const { out } = await plan("--from", "hooks", "--to", "new", "--objects", "hooks", "--format", "json");
  expect((JSON.parse(out) as { targets: readonly { name: string }[] }).targets.map(({ name }) => name)).toEqual([
    "crds",
    "skipped",
  ]);
});

test("what a Namespace holds is pruned before it, in whatever order they are written", async () => {
  write("ordered", [before[0], config("goes")]);
  write("nothing", []);
  const { out } = await plan("--from", "ordered", "--to", "nothing", "--objects", "ordered");
  expect(out).toContain("Argo CD prunes 2 objects. Deletes 2 objects in 1 Namespace\n\nConfigMap shop/goes\nNamespace shop\n");
  expect(out).toContain("whether everything is meant to go: nothing holds no manifest");
  const none = await plan("--from", "nothing", "--to", "ordered", "--objects", "ordered");
  expect(none).toMatchObject({ code: 2, error: expect.stringContaining("nothing holds no manifest") });
});

test("what is denied by a policy that is pruned, too, goes with the next try", async () => {
  const policy = {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingAdmissionPolicy",
    metadata: { name: "keep" },
    spec: {
      failurePolicy: "Fail",
      matchConstraints: {
        resourceRules: [{ apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"], operations: ["DELETE"] }],
      },
      validations: [{ expression: "false", message: "kept" }],
    },
  };
  const binding = {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingAdmissionPolicyBinding",
    metadata: { name: "keep" },
    spec: { policyName: "keep", validationActions: ["Deny"] },
  };
  write("with-policy", [before[0], config("goes"), policy, binding]);
  write("without", [before[0]]);
  const { code, out } = await plan("--from", "with-policy", "--to", "without", "--objects", "with-policy");
  expect(out.split("\n")[0]).toBe(
    "Argo CD prunes 3 objects. 1 of 3 objects denied by 1 policy; without this policy it would delete 3 objects in 1 Namespace. Its policies are pruned, too: the next try goes through",
  );
  expect(code).toBe(1);
});

test("an object that is written with a Namespace and without is one, and what may be made anew is said", async () => {
  const role = (metadata: object): object => ({ apiVersion: "rbac.authorization.k8s.io/v1", kind: "ClusterRole", metadata });
  write("role-in", [role({ name: "a", namespace: "shop" }), config("goes")]);
  const forced = config("goes", { annotations: { "argocd.argoproj.io/sync-options": "Force=true,Replace=true" } });
  write("role-out", [role({ name: "a" }), forced]);
  const { out } = await plan("--from", "role-in", "--to", "role-out", "--objects", "role-out");
  expect(out).toMatch(/^Argo CD prunes nothing\n/);
  expect(out).toContain("ConfigMap shop/goes may be deleted and made anew: its annotations say so");
});

test("a revision of git stands for a directory; objects that are already gone are said", async () => {
  const git = (...words: readonly string[]): string => execFileSync("git", words, { cwd: directory, encoding: "utf8" });
  git("init", "--quiet", "--initial-branch", "main");
  write("deploy", before);
  git("add", "deploy");
  git("-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "--quiet", "--message", "first");
  rmSync(join(directory, "deploy"), { recursive: true });
  write("deploy", after);
  for (const from of ["main:deploy", "main:deploy/", "main:deploy/all.yaml"]) {
    const { error, out } = await plan("--from", from, "--to", "deploy", "--objects", "new");
    expect(error).toBe("");
    expect(out).toMatch(/^Argo CD prunes nothing\n/);
    expect(out).toContain("No longer written, and not in the cluster:\n  ConfigMap shop/goes\n  ConfigMap shop/protected\n");
  }
  // A change that brings a directory of this name does not choose what it is compared with.
  write("main:deploy", after);
  const planted = await plan("--from", "main:deploy", "--to", "deploy", "--objects", "new");
  expect(planted).toMatchObject({ code: 2, error: expect.stringContaining("could be one of the git revision main") });
  expect((await plan("--from", "./main:deploy", "--to", "deploy", "--objects", "new")).code).toBe(0);
  rmSync(join(directory, "main:deploy"), { recursive: true });
  write("no-branch:deploy", after);
  expect((await plan("--from", "no-branch:deploy", "--to", "deploy", "--objects", "new")).code).toBe(0);
  rmSync(join(directory, "no-branch:deploy"), { recursive: true });
  // From another directory of the repository, and all of it.
  const words = ["plan", "--from", "main:../deploy", "--to", "../deploy", "--objects", "../old"];
  const below = await holdfastHere(join(directory, "old"), words);
  expect(below.out).toMatch(/^Argo CD prunes 4 objects\./);
  expect((await plan("--from", "main:", "--to", "deploy", "--objects", "old")).out).toMatch(/^Argo CD prunes 4 objects\./);
  symlinkSync("all.yaml", join(directory, "deploy/link.yaml"));
  git("add", "deploy");
  git("-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "--quiet", "--message", "second");
  const linked = await plan("--from", "main:deploy", "--to", "deploy", "--objects", "old");
  expect(linked).toMatchObject({ code: 2, error: expect.stringContaining("main:deploy/link.yaml is a link") });
});

test.each([
  [["--from", "old"], "`--to` is missing", "holdfast plan --from main:deploy --to deploy"],
  [["--from", "none", "--to", "new"], "there is no such file or directory", "name a directory of manifests"],
  [
    ["--from", "no-branch:deploy", "--to", "new"],
    "no-branch:deploy is no directory here, and none of a git revision",
    "main:deploy/",
  ],
  [["--from", "old", "--to", "new", "--cascade", "orphan"], "`--cascade` is of `plan delete`", "--pruner"],
  [["--from", "old", "--to", "new", "--pruner", "spinnaker"], "`--pruner spinnaker`", "kubectl"],
  [["--from", "old", "--to", "new", "x"], "`x` is too much", "--from main:deploy"],
])("plan %j is an error: %s", async (words, message, help) => {
  const { code, error } = await plan(...words, "--objects", "new");
  expect(error).toContain(message);
  expect(error).toContain(help);
  expect(code).toBe(2);
});

test("the comment of a pull request", async () => {
  const { out } = await plan(...change, "--format", "markdown");
  expect(out).toMatch(/^\*\*Argo CD prunes 4 objects\. Deletes 4 objects in 1 Namespace\*\*\n\n<details>/);
  expect(out).toContain("```text\nConfigMap shop/goes\nConfigMap shop/protected\n");
});

test("JSON of a change is of the same schema, and names the protection that is lost", async () => {
  write("guarded", before, keepSettings);
  const { out } = await plan("--from", "guarded", "--to", "new", "--objects", "old", "--format", "json");
  expect(schemaProblems("compiler/cli/plan/plan.schema.json", JSON.parse(out))).toEqual([]);
  const { pruner, notPruned, protection } = JSON.parse(out) as Readonly<Record<string, readonly object[]>>;
  expect(pruner).toBe("argocd");
  expect(notPruned?.slice(0, 3).map((one) => (one as { name: string }).name)).toEqual(["never", "asked", "migrate"]);
  expect(protection).toContainEqual(expect.objectContaining({ what: "lost", policy: "keep-settings", rule: "keep" }));
});
