import { beforeAll, describe, expect, test } from "vitest";
import { enforce } from "../ack/policies-in-force.ts";
import type { ApiResponse } from "../control-plane/api-client.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { isBefore } from "../control-plane/version-differences.ts";
import { waitUntil } from "../control-plane/wait-until.ts";
import { created, mergePatch } from "../control-plane/requests.ts";
import { yamlOf } from "../fixtures/compile-files.ts";
import { workloadSpec } from "../fixtures/objects.ts";

const kube = (name: string): string => `system:serviceaccount:kube-system:${name}`;
const core = "/api/v1/namespaces/default";
const apps = "/apis/apps/v1/namespaces/default";

const policyOf = (name: string, guards: string): string => `import { deletionPolicy } from "holdfast";

export default deletionPolicy({
  name: "${name}",
  match: [
    { group: "apps", resource: "deployments" },
    { group: "apps", resource: "replicasets" },
    { group: "", resource: "services" },
    { group: "", resource: "endpoints" },
  ],
  guards: { namespaces: { off: "not what this is about" }, ${guards} },
  rules: {
    keep: {
      denyWhen: ({ oldObject }) => oldObject.metadata.labels?.["${name}"] === "yes",
      message: ({ oldObject }) => \`\${oldObject.kind} \${oldObject.metadata.name} is kept\`,
    },
  },
});
`;

/**
 * Policies about owners and copies; protected by the label that has the name of the policy. `weak`: nobody keeps owners
 * as they are.
 */
const policies = [
  policyOf("held", ""),
  policyOf("weak", 'owners: { off: "to show what the guard is for" }'),
  policyOf("opted-in", `owners: { allow: ["${kube("deployment-controller")}"] }`),
];

describeWithServer("what counts as a copy, and follows its owner", { controllerManager: true }, (server) => {
  const remove = (path: string, more: object = {}): Promise<ApiResponse> => server().request({ method: "DELETE", path, ...more });

  const get = (path: string): Promise<ApiResponse> => server().request({ method: "GET", path });

  const isGone = async (path: string): Promise<boolean> => (await get(path)).status === 404;

  async function create(collection: string, body: object): Promise<string> {
    return (await created(server(), collection, body)).metadata.uid;
  }

  /** A dry run of an update; "allowed", or why not. */
  async function updated(path: string, metadata: object, as = "alice"): Promise<string> {
    const { status, body } = await server().request(
      mergePatch(`${path}?dryRun=All`, { metadata }, { as, groups: ["system:masters"] }),
    );
    return status === 200 ? "allowed" : String(body["message"]);
  }

  async function deniedDelete(path: string, as: string): Promise<string> {
    return String((await remove(`${path}?dryRun=All`, { as, groups: ["system:masters"] })).body["message"]);
  }

  beforeAll(async () => {
    await enforce(server(), policies.map(yamlOf).join("\n---\n"));
  });

  describe("Endpoints that somebody has made by hand", () => {
    const managedBy = "endpoints.kubernetes.io/managed-by";
    const trigger = "endpoints.kubernetes.io/last-change-trigger-time";
    const pathOf = (name: string): string => `${core}/endpoints/${name}`;

    async function byHand(name: string, labels: object): Promise<void> {
      const subsets = [{ addresses: [{ ip: "192.0.2.7" }], ports: [{ port: 5432 }] }];
      await create(`${core}/endpoints`, { metadata: { name, labels }, subsets });
    }

    /** What whoever may edit does: a Service of that name, without a selector, made and deleted. */
    async function madeAndDeleted(name: string): Promise<void> {
      await create(`${core}/services`, { metadata: { name }, spec: { ports: [{ port: 5432 }] } });
      expect((await remove(`${core}/services/${name}`)).status).toBe(200);
    }

    test("stay when somebody makes and deletes a Service of their name, where they are protected", async () => {
      await byHand("db", { held: "yes" });
      await byHand("plain", {});
      await madeAndDeleted("db");
      await madeAndDeleted("plain");
      // The controller deletes what nobody protects, so it has gone by db before.
      await waitUntil("the Endpoints that nobody protects are gone", () => isGone(pathOf("plain")));
      if (isBefore(server(), "endpointsStayWithoutTheirService")) {
        expect((await get(pathOf("db"))).status).toBe(404);
        await byHand("db", { held: "yes" });
      }
      expect((await get(pathOf("db"))).status).toBe(200);
      for (const user of [kube("endpoint-controller"), "system:kube-controller-manager"])
        expect(await deniedDelete(pathOf("db"), user)).toContain("'held' denied request: keep: Endpoints db is kept");
    });

    test.each([
      ["the label of 1.33", { labels: { [managedBy]: "endpoint-controller" } }],
      ["the annotation of earlier versions", { annotations: { [trigger]: "2026-01-01T00:00:00Z" } }],
    ])("get no sign that the controller has made them, once they are protected: %s", async (what, metadata) => {
      const [kept, free] = [`kept-${what.length}`, `free-${what.length}`];
      await byHand(kept, { held: "yes" });
      await byHand(free, {});
      expect(await updated(pathOf(kept), metadata)).toContain(
        `'held' denied request: endpointsOfService: Endpoints default/${kept} is protected against deletion, and this update says that ` +
          `the Endpoints controller has made it`,
      );
      expect(await updated(pathOf(kept), { labels: { other: "yes" } })).toBe("allowed");
      expect(await updated(pathOf(free), metadata)).toBe("allowed");
    });

    test("and those of a Service with a selector have one, and go with it", async () => {
      const spec = { selector: { app: "none" }, ports: [{ port: 80 }] };
      const uid = await create(`${core}/services`, { metadata: { name: "web", labels: { held: "yes" } }, spec });
      await waitUntil("there are Endpoints", async () => !(await isGone(pathOf("web"))));
      const made = (await get(pathOf("web"))).body["metadata"] as Readonly<Record<string, Readonly<Record<string, string>>>>;
      expect(made["labels"]?.["held"]).toBe("yes");
      expect([made["labels"]?.[managedBy] === "endpoint-controller", made["annotations"]?.[trigger] !== undefined]).toContain(
        true,
      );
      const path = `${core}/services/web`;
      const released = { metadata: { annotations: { "holdfast.dev/release": uid } } };
      await server().request(mergePatch(path, released));
      expect((await remove(path)).status).toBe(200);
      // What the API server deletes itself, the controller may make again then, without a sign.
      if (!isBefore(server(), "endpointsSayWhoMadeThem")) await waitUntil("the Endpoints are gone", () => isGone(pathOf("web")));
    });
  });

  describe("a ReplicaSet that names a Deployment as an owner, not as its controller", () => {
    const pathOf = (name: string): string => `${apps}/replicasets/${name}`;

    /**
     * Labels that the Deployment selects: its controller adopts the ReplicaSet if it may. Its owner reference, and its
     * name.
     */
    async function owned(name: string, label: string): Promise<Readonly<Record<string, unknown>>> {
      const spec = workloadSpec({ app: name }, { replicas: 0 });
      const uid = await create(`${apps}/deployments`, { metadata: { name }, spec });
      const reference = { apiVersion: "apps/v1", kind: "Deployment", name, uid };
      const metadata = { name: `${name}-by-hand`, labels: { app: name, [label]: "yes" }, ownerReferences: [reference] };
      await create(`${apps}/replicasets`, { metadata, spec });
      return reference;
    }

    const isControlled = async (name: string): Promise<boolean> =>
      JSON.stringify((await get(pathOf(name))).body["metadata"]).includes('"controller":true');

    test.each(["weak", "opted-in"])("where owners may be set, is adopted, and deleted with it: %s", async (label) => {
      await owned(label, label);
      await waitUntil("it is adopted", () => isControlled(`${label}-by-hand`));
      expect((await remove(`${apps}/deployments/${label}`)).status).toBe(200);
      await waitUntil("it is gone", () => isGone(pathOf(`${label}-by-hand`)));
    });

    test("is not adopted, by its controller or anybody, and stays when the Deployment is deleted", async () => {
      const reference = await owned("held", "held");
      const path = pathOf("held-by-hand");
      for (const user of [kube("deployment-controller"), "alice"])
        expect(await updated(path, { ownerReferences: [{ ...reference, controller: true }] }, user)).toContain(
          "'held' denied request: ownerGuard: ReplicaSet default/held-by-hand is protected against deletion, so it cannot get a new owner: ",
        );
      expect(await updated(path, { ownerReferences: [{ ...reference, blockOwnerDeletion: true }] })).toBe("allowed");
      expect(await updated(path, { ownerReferences: [{ ...reference, controller: false }] })).toBe("allowed");
      expect((await remove(`${apps}/deployments/held`)).status).toBe(200);
      await waitUntil("the Deployment is gone", () => isGone(`${apps}/deployments/held`));
      expect(await deniedDelete(path, kube("generic-garbage-collector"))).toContain("'held' denied request: keep: ");
      expect(await isControlled("held-by-hand")).toBe(false);
    });

    test("gives up its controller to whoever may update it", async () => {
      const reference = { apiVersion: "apps/v1", kind: "Deployment", name: "gone", uid: "11111111-2222-3333-4444-555555555555" };
      // Nobody collects it meanwhile: it is asked in the same moment.
      const metadata = { name: "controlled", labels: { held: "yes" }, finalizers: ["example.com/wait"] };
      const ownerReferences = [{ ...reference, controller: true }];
      const spec = workloadSpec({ app: "x" }, { replicas: 0 });
      await create(`${apps}/replicasets`, { metadata: { ...metadata, ownerReferences }, spec });
      expect(await updated(pathOf("controlled"), { ownerReferences: [reference] })).toBe("allowed");
    });
  });
});
