import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { enforce, generatedDirectory } from "../ack/policies-in-force.ts";
import { bucket } from "../ack/kinds.ts";
import { storeObject } from "../ack/stored-objects.ts";
import { holdfastHere } from "../cli/user-project.ts";
import { applyCustomResourceDefinition, anything } from "../control-plane/crds.ts";
import { applyYaml, created } from "../control-plane/requests.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { fencesOf } from "../documents/fences.ts";
import { temporaryDirectory } from "../fixtures/temporary-directory.ts";
import type { JsonScan } from "./scanned.ts";

const files = [
  "ack-prevent-delete",
  "ack-namespace",
  "presets/karmada-deletion-protected",
  "presets/kruise-delete-protection",
  "presets/helm-keep",
  "presets/argo-cd-sync-options",
  "presets/crossplane-in-use",
];

const always = "Always";
/** By a name that says which policy keeps it. */
const marks: Readonly<Record<string, object>> = {
  plain: {},
  karmada: { labels: { "resourcetemplate.karmada.io/deletion-protected": always } },
  kruise: { labels: { "policy.kruise.io/delete-protection": always } },
  helm: { annotations: { "helm.sh/resource-policy": "keep" } },
  argo: { annotations: { "argocd.argoproj.io/sync-options": "Prune=false" } },
  misspelled: { labels: { "resourcetemplate.karmada.io/deletion-protect": always } },
  wrong: { labels: { "policy.kruise.io/delete-protection": "always" } },
};

const paths: Readonly<Record<string, string>> = {
  Namespace: "/api/v1/namespaces",
  PersistentVolumeClaim: "/api/v1/namespaces/NAMESPACE/persistentvolumeclaims",
  Secret: "/api/v1/namespaces/NAMESPACE/secrets",
  StatefulSet: "/apis/apps/v1/namespaces/NAMESPACE/statefulsets",
  CustomResourceDefinition: "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
  Bucket: "/apis/s3.services.k8s.aws/v1alpha1/namespaces/NAMESPACE/buckets",
  Cluster: "/apis/postgresql.cnpg.io/v1/namespaces/NAMESPACE/clusters",
};

describeWithServer("holdfast scan", {}, (server) => {
  const scanned = async (user?: string): Promise<JsonScan> => {
    const kubeconfig = user === undefined ? server().kubeconfig : kubeconfigOf(user);
    const { out, error } = await holdfastHere(".", ["scan", "--kubeconfig", kubeconfig, "--format", "json"]);
    expect(error).toBe("");
    return JSON.parse(out) as JsonScan;
  };

  const kubeconfigOf = (as: string): string => {
    const config = parse(readFileSync(server().kubeconfig, "utf8")) as { users: { user: object }[] };
    const users = config.users.map((one) => ({ ...one, user: { ...one.user, as } }));
    return join(temporaryDirectory({ config: JSON.stringify({ ...config, users }) }), "config");
  };

  /** As somebody who may do everything that RBAC gives, and is nobody to the policies. */
  const tryDelete = async ({ kind, name, namespace }: { kind: string; name: string; namespace?: string }) => {
    const collection = (paths[kind] ?? "").replace("NAMESPACE", namespace ?? "");
    const path = `${collection}/${name}?dryRun=All`;
    const body = { apiVersion: "v1", kind: "DeleteOptions", dryRun: ["All"], propagationPolicy: "Background" };
    const answer = await server().request({ method: "DELETE", path, body, as: "somebody" });
    return { status: answer.status, message: String(answer.body["message"]) };
  };

  beforeAll(async () => {
    await applyCustomResourceDefinition(server(), bucket);
    await applyCustomResourceDefinition(server(), {
      group: "postgresql.cnpg.io",
      kind: "Cluster",
      plural: "clusters",
      scope: "Namespaced",
      versions: [{ name: "v1", schema: { type: "object", properties: { spec: anything } } }],
    });
    await enforce(server(), files.map((file) => readFileSync(join(generatedDirectory, `${file}.yaml`), "utf8")).join("\n---\n"));
    await created(server(), "/apis/rbac.authorization.k8s.io/v1/clusterroles", {
      metadata: { name: "delete-anything" },
      rules: [{ apiGroups: ["*"], resources: ["*"], verbs: ["delete"] }],
    });
    await created(server(), "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings", {
      metadata: { name: "somebody-deletes" },
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "delete-anything" },
      subjects: [{ apiGroup: "rbac.authorization.k8s.io", kind: "User", name: "somebody" }],
    });
    // Of each mark a Namespace of its own with a claim in it, and in one more Namespace objects with each mark.
    await created(server(), paths["Namespace"] ?? "", { metadata: { name: "all" } });
    for (const [name, metadata] of Object.entries(marks)) {
      await created(server(), paths["Namespace"] ?? "", { metadata: { name: `of-${name}`, ...metadata } });
      for (const namespace of [`of-${name}`, "all"]) await storeAll(namespace, name, namespace === "all" ? metadata : {});
    }
    await created(server(), "/api/v1/namespaces/all/serviceaccounts", { metadata: { name: "default" } });
    const envFrom = Object.keys(marks).map((name) => ({ secretRef: { name } }));
    await created(server(), "/api/v1/namespaces/all/pods", {
      metadata: { name: "uses-all" },
      spec: { containers: [{ name: "a", image: "a", envFrom }] },
    });
    const mark = { annotations: { "services.k8s.aws/prevent-delete": "true" } };
    await created(server(), paths["Namespace"] ?? "", { metadata: { name: "of-ack", ...mark } });
    for (const [namespace, name, own] of [
      ["all", "kept", mark],
      ["all", "lost", {}],
      ["of-ack", "inherits", {}],
      ["of-ack", "exempt", { annotations: { "services.k8s.aws/prevent-delete": "false" } }],
    ] as const)
      await storeObject(server(), bucket, { name, namespace, ...own });
  });

  const storeAll = async (namespace: string, name: string, metadata: object): Promise<void> => {
    const at = (kind: string): string => (paths[kind] ?? "").replace("NAMESPACE", namespace);
    await created(server(), at("PersistentVolumeClaim"), {
      metadata: { name, ...metadata },
      spec: {
        accessModes: ["ReadWriteOnce"],
        resources: { requests: { storage: "1Gi" } },
        volumeName: `pv-${namespace}-${name}`,
      },
    });
    const labels = { app: name };
    const containers = [{ name: "a", image: "a", envFrom: [{ secretRef: { name } }] }];
    await created(server(), at("Secret"), { metadata: { name, ...metadata }, stringData: { password: "not-to-be-shown" } });
    await created(server(), at("StatefulSet"), {
      metadata: { name, ...metadata },
      spec: { serviceName: name, selector: { matchLabels: labels }, template: { metadata: { labels }, spec: { containers } } },
    });
    await created(server(), at("Cluster"), {
      apiVersion: "postgresql.cnpg.io/v1",
      kind: "Cluster",
      metadata: { name, ...metadata },
    });
  };

  test("what it calls protected is denied, and what it calls unprotected is not", async () => {
    const { objects } = await scanned();
    const answers: string[] = [];
    for (const { kind, name, namespace, state, denials } of objects) {
      const { status, message } = await tryDelete({ kind, name, namespace: namespace as string });
      // Which of several denials the API server tells is random.
      const told = denials as readonly { readonly message: string }[];
      const isTold = state !== "protected" || told.some((one) => message.includes(one.message));
      answers.push(`${kind} ${String(namespace)}/${name}: ${state} ${status} ${isTold ? "as told" : message}`);
    }
    const wrong = answers.filter((line) => !/: (protected (403|422)|unprotected 200) as told$/.test(line));
    expect(wrong).toEqual([]);
    const count = (state: string): number => objects.filter((one) => one.state === state).length;
    expect(count("protected")).toBeGreaterThan(15);
    expect(count("unprotected")).toBeGreaterThan(20);
  });

  test("each kind and each mark is among both", async () => {
    const { objects } = await scanned();
    const inAll = objects.filter(({ namespace }) => namespace === "all");
    const kept = inAll.filter(({ state }) => state === "protected").map(({ kind, name }) => `${kind} ${name}`);
    expect(kept).toEqual(
      expect.arrayContaining([
        "Bucket kept",
        "PersistentVolumeClaim karmada",
        "Secret helm",
        "StatefulSet kruise",
        "StatefulSet argo",
      ]),
    );
    expect(inAll.filter(({ name }) => ["plain", "misspelled", "wrong"].includes(name)).map(({ state }) => state)).not.toContain(
      "protected",
    );
    expect(objects.find(({ kind, name }) => kind === "Namespace" && name === "all")?.state).toBe("protected");
    expect(objects.find(({ kind, name }) => kind === "Namespace" && name === "of-plain")?.state).toBe("unprotected");
    const inherited = objects.find(({ kind, name }) => kind === "Bucket" && name === "inherits");
    expect(inherited?.state).toBe("protected");
    expect(objects.find(({ kind, name }) => kind === "Bucket" && name === "exempt")?.state).toBe("unprotected");
  });

  test("the ClusterRole of the docs is enough, and without a right that is said", async () => {
    const [role = ""] = fencesOf("docs/operate/plan.md").flatMap(({ text }) =>
      text.includes("kind: ClusterRole") ? [text] : [],
    );
    await applyYaml(server(), role);
    await applyYaml(server(), role.replace("holdfast-plan", "only-apps").replace('apiGroups: ["*"]', "apiGroups: [apps]"));
    const bind = (name: string, user: string) =>
      created(server(), "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings", {
        metadata: { name },
        roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name },
        subjects: [{ apiGroup: "rbac.authorization.k8s.io", kind: "User", name: user }],
      });
    await bind("holdfast-plan", "reader");
    await bind("only-apps", "of-apps");
    const whole = await scanned();
    expect(await scanned("reader")).toEqual(whole);
    expect(whole["gaps"]).toEqual([]);
    const part = await scanned("of-apps");
    expect(part["gaps"]).toContainEqual(expect.stringMatching(/^secrets objects are not shown: .*of-apps/));
    expect([...new Set(part.objects.map(({ kind, state }) => `${kind} ${state}`))]).toEqual(["StatefulSet unknown"]);
  });

  test("misspelled marks are found where they are, and nothing of a Secret is shown", async () => {
    const scan = await scanned();
    const found = scan.misspelled.map(({ kind, name, key }) => `${kind} ${name} ${String(key)}`);
    expect(found).toEqual(
      expect.arrayContaining([
        "PersistentVolumeClaim misspelled resourcetemplate.karmada.io/deletion-protect",
        "Namespace of-wrong policy.kruise.io/delete-protection",
      ]),
    );
    expect(found.filter((line) => !/misspelled|wrong/.test(line))).toEqual([]);
    expect(JSON.stringify(scan)).not.toContain("not-to-be-shown");
  });
});
