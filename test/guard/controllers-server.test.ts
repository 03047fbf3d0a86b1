import { beforeAll, describe, expect, test } from "vitest";
import { grantEverything } from "../ack/identities.ts";
import { replaceInForce } from "../ack/policies-in-force.ts";
import { created } from "../control-plane/requests.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { yamlOf } from "../fixtures/compile-files.ts";
import { claimSpec, workloadSpec } from "../fixtures/objects.ts";

const kube = (name: string): string => `system:serviceaccount:kube-system:${name}`;

const [statefulSets, deployments, collector] = [
  "statefulset-controller",
  "deployment-controller",
  "generic-garbage-collector",
].map(kube);
const manager = "system:kube-controller-manager";
const editor = "alice";

const keep = "example.com/keep";

const rules = `{
    keep: {
      denyWhen: ({ oldObject, namespaceObject }) =>
        oldObject.metadata.annotations?.["${keep}"] === "true" || namespaceObject?.metadata.labels?.["${keep}"] === "true",
      message: ({ oldObject }) => \`\${oldObject.kind} \${oldObject.metadata.name} is kept\`,
    },
  }`;

const policies = `import { approvedByAnother, deletionPolicy, released } from "holdfast";

export default [
  deletionPolicy({
    name: "strict",
    match: [{ group: "", resource: "persistentvolumeclaims" }, { group: "apps", resource: "statefulsets" }],
    guards: { namespaces: { off: "not what this is about" } },
    rules: ${rules},
  }),
  deletionPolicy({
    name: "opted-in",
    match: [{ group: "", resource: "configmaps" }, { group: "", resource: "secrets" }],
    guards: { owners: { allow: ["${statefulSets}", "${manager}", "system:serviceaccount:shop:operator"] } },
    rules: ${rules},
  }),
  deletionPolicy({
    name: "copies",
    match: [{ group: "apps", resource: "deployments" }, { group: "apps", resource: "replicasets" }],
    overrides: [released(), approvedByAnother()],
    guards: { freeze: true, namespaces: { off: "not what this is about" } },
    rules: ${rules},
  }),
];
`;

/** Its own: a policy about ReplicaSets that does not match Deployments. */
const alone = `import { deletionPolicy } from "holdfast";

export default deletionPolicy({
  name: "alone",
  match: [{ group: "apps", resource: "replicasets" }],
  guards: { namespaces: { off: "not what this is about" } },
  rules: ${rules.replaceAll(keep, `${keep}-alone`)},
});
`;

const owner = (kind: string, apiVersion: string, more: object = { controller: true }): object => ({
  apiVersion,
  kind,
  name: "owner",
  uid: "11111111-2222-3333-4444-555555555555",
  ...more,
});

const ofDeployment = owner("Deployment", "apps/v1");

const workload = { spec: workloadSpec({ app: "x" }, { replicas: 2 }) };
const claim = { spec: claimSpec({ storageClassName: "none" }) };

const kinds: Readonly<Record<string, readonly [api: string, plural: string, fields: object]>> = {
  ConfigMap: ["api/v1", "configmaps", {}],
  PersistentVolumeClaim: ["api/v1", "persistentvolumeclaims", claim],
  Deployment: ["apis/apps/v1", "deployments", workload],
  ReplicaSet: ["apis/apps/v1", "replicasets", workload],
};

const pathTo = (kind: string, name = "", namespace = "shop"): string => {
  const [api, plural] = kinds[kind] ?? [];
  return `/${api}/namespaces/${namespace}/${plural}${name === "" ? "" : `/${name}`}`;
};

describeWithServer("Kubernetes' own controllers, and whoever is not one of them", {}, (server) => {
  let made = 0;

  /** A protected object; its name. */
  async function kept(kind: string, metadata: object = {}, mark = keep): Promise<string> {
    made += 1;
    const name = `${kind.toLowerCase()}-${made}`;
    const [, , fields] = kinds[kind] ?? [];
    await created(server(), pathTo(kind), { metadata: { name, annotations: { [mark]: "true" }, ...metadata }, ...fields });
    return name;
  }

  async function answer(as: string | undefined, method: "DELETE" | "PATCH", path: string, body?: object): Promise<string> {
    const request = { method, path: `${path}?dryRun=All`, contentType: "application/merge-patch+json", body } as const;
    const { status, body: said } = await server().request(as === undefined ? request : { ...request, as });
    return status < 300 ? "allowed" : String(said["message"]);
  }

  const own = (as: string | undefined, kind: string, name: string, ...ownerReferences: readonly object[]) =>
    answer(as, "PATCH", pathTo(kind, name), { metadata: { ownerReferences } });

  beforeAll(async () => {
    await created(server(), "/api/v1/namespaces", { metadata: { name: "shop" } });
    await grantEverything(server(), [
      statefulSets ?? "",
      deployments ?? "",
      collector ?? "",
      manager,
      editor,
      "system:serviceaccount:shop:operator",
    ]);
    await replaceInForce(server(), undefined, `${yamlOf(policies)}\n---\n${yamlOf(alone)}`);
  });

  describe("new owners of what is protected", () => {
    test("are denied, and the denial names the setting and the user to put there", async () => {
      const name = await kept("PersistentVolumeClaim");
      expect(await own(statefulSets, "PersistentVolumeClaim", name, owner("StatefulSet", "apps/v1"))).toContain(
        `'strict' denied request: ownerGuard: PersistentVolumeClaim shop/${name} is protected against deletion, so it cannot get a new owner: the ` +
          `garbage collector deletes an object together with its owners. Keep metadata.ownerReferences as it is, or only remove entries ` +
          `(more than 100 cannot be compared). If a controller must set owners, name it in the policy: ` +
          `guards: { owners: { allow: ["${statefulSets}"] } }`,
      );
    });

    test.each([
      ["a StatefulSet from its controller", statefulSets, owner("StatefulSet", "apps/v1")],
      ["a Pod from it", statefulSets, owner("Pod", "v1")],
      ["a StatefulSet from the controller manager", manager, owner("StatefulSet", "apps/v1")],
      ["a controller of any kind from an operator", "system:serviceaccount:shop:operator", owner("Database", "example.com/v1")],
    ])("are allowed where the policy says so: %s", async (_, user, reference) => {
      expect(await own(user, "ConfigMap", await kept("ConfigMap"), reference)).toBe("allowed");
    });

    test.each([
      ["another kind from the controller", statefulSets, owner("ConfigMap", "v1")],
      ["its kind of another group", statefulSets, owner("StatefulSet", "example.com/v1")],
      ["an owner that is no controller", statefulSets, owner("StatefulSet", "apps/v1", {})],
      ["a kind that no controller is named for, from the controller manager", manager, owner("Deployment", "apps/v1")],
      ["a StatefulSet from a controller that is not named", deployments, owner("StatefulSet", "apps/v1")],
      ["a StatefulSet from somebody", editor, owner("StatefulSet", "apps/v1")],
      [
        "an owner that is no controller, from an operator",
        "system:serviceaccount:shop:operator",
        owner("Database", "example.com/v1", {}),
      ],
    ])("are denied there: %s", async (_, user, reference) => {
      expect(await own(user, "ConfigMap", await kept("ConfigMap"), reference)).toContain(
        "'opted-in' denied request: ownerGuard: ConfigMap shop/",
      );
    });

    test("are denied beside one that is allowed", async () => {
      const references = [owner("StatefulSet", "apps/v1"), owner("ConfigMap", "v1", {})];
      expect(await own(statefulSets, "ConfigMap", await kept("ConfigMap"), ...references)).toContain(
        "denied request: ownerGuard: ",
      );
    });
  });

  describe("a ReplicaSet that a Deployment controls, in a policy that protects both", () => {
    const unmark = { metadata: { annotations: { [keep]: "false" } } };
    const copy = () => kept("ReplicaSet", { ownerReferences: [ofDeployment] });

    test.each([deployments, manager])("%s changes its mark, scales it and deletes it", async (user) => {
      const path = pathTo("ReplicaSet", await copy());
      expect(await answer(user, "PATCH", path, unmark)).toBe("allowed");
      expect(await answer(user, "PATCH", path, { spec: { replicas: 0 } })).toBe("allowed");
      expect(await answer(user, "DELETE", path)).toBe("allowed");
    });

    test("the garbage collector deletes it", async () => {
      expect(await answer(collector, "DELETE", pathTo("ReplicaSet", await copy()))).toBe("allowed");
    });

    test.each([editor, statefulSets])("%s does none of that", async (user) => {
      const path = pathTo("ReplicaSet", await copy());
      expect(await answer(user, "PATCH", path, unmark)).toContain("'copies' denied request: releaseGuard: ReplicaSet shop/");
      expect(await answer(user, "PATCH", path, { spec: { replicas: 0 } })).toContain(
        "denied request: scaleGuard: ReplicaSet shop/",
      );
      expect(await answer(user, "DELETE", path)).toContain("'copies' denied request: keep: ReplicaSet ");
    });

    test("a copy of its Deployment's approval is written, and none of its own in another's name", async () => {
      const name = await copy();
      const { body } = await server().request({ method: "GET", path: pathTo("ReplicaSet", name) });
      const { uid } = body["metadata"] as { readonly uid: string };
      const approve = (approval: string) =>
        answer(deployments, "PATCH", pathTo("ReplicaSet", name), {
          metadata: { annotations: { "holdfast.dev/approved-by": approval } },
        });
      expect(await approve("11111111-2222-3333-4444-555555555555/bob")).toBe("allowed");
      expect(await approve(`${uid}/bob`)).toContain("'copies' denied request: approvedByAnother: ");
    });
  });

  describe("the same users do not get past", () => {
    test.each([
      ["a ReplicaSet without an owner", "ReplicaSet", []],
      ["one whose owner is no controller", "ReplicaSet", [owner("Deployment", "apps/v1", {})]],
      ["one that something else controls", "ReplicaSet", [owner("Rollout", "argoproj.io/v1alpha1")]],
      ["one that a Deployment of another group controls", "ReplicaSet", [owner("Deployment", "example.com/v1")]],
      ["a Deployment that says it is controlled by one", "Deployment", [ofDeployment]],
    ])("%s", async (_, kind, ownerReferences) => {
      const path = pathTo(kind, await kept(kind, { ownerReferences }));
      for (const user of [deployments, collector, manager])
        expect(await answer(user, "DELETE", path)).toContain(`'copies' denied request: keep: ${kind} `);
    });

    test("a copy in a policy that does not protect Deployments", async () => {
      const name = await kept("ReplicaSet", { ownerReferences: [ofDeployment] }, `${keep}-alone`);
      for (const user of [deployments, collector, manager])
        expect(await answer(user, "DELETE", pathTo("ReplicaSet", name))).toContain("'alone' denied request: keep: ReplicaSet ");
    });
  });

  describe("what Kubernetes makes in every Namespace", () => {
    const root = (metadata: object = {}) => ({ metadata: { name: "kube-root-ca.crt", ...metadata } });
    const labels = { [keep]: "true" };

    /** Made again until the guard, which learns of the ConfigMap by a watch, says what it says. */
    const denied = (name: string) =>
      expect.poll(() => answer(undefined, "DELETE", `/api/v1/namespaces/${name}`), { timeout: 20_000, interval: 100 });

    test.each([
      ["labels", { labels: { a: "b" } }],
      ["annotations", { annotations: { [keep]: "true" } }],
    ])("keeps its Namespace with %s of somebody's own", async (what, metadata) => {
      await created(server(), "/api/v1/namespaces", { metadata: { name: `own-${what}`, labels } });
      await created(server(), pathTo("ConfigMap", "", `own-${what}`), root(metadata));
      await denied(`own-${what}`).toContain(`namespaceGuard: Namespace own-${what} holds ConfigMap kube-root-ca.crt`);
    });

    test("is deleted only when its Namespace is being deleted", async () => {
      await created(server(), "/api/v1/namespaces", { metadata: { name: "active", labels } });
      await created(
        server(),
        pathTo("ConfigMap", "", "active"),
        root({ annotations: { "kubernetes.io/description": "certificates" } }),
      );
      const path = pathTo("ConfigMap", "kube-root-ca.crt", "active");
      expect(await answer(editor, "DELETE", path)).toContain(
        "'opted-in' denied request: keep: ConfigMap kube-root-ca.crt is kept",
      );
      expect((await server().request({ method: "DELETE", path: "/api/v1/namespaces/active" })).status).toBe(200);
      // Policies hear of the Namespace by a watch, too.
      await expect.poll(() => answer(editor, "DELETE", path), { timeout: 20_000, interval: 100 }).toBe("allowed");
    });
  });
});
