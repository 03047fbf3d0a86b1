import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { enforce } from "../ack/policies-in-force.ts";
import type { ApiResponse } from "../control-plane/api-client.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { waitUntil } from "../control-plane/wait-until.ts";
import { created, mergePatch } from "../control-plane/requests.ts";
import { yamlOf } from "../fixtures/compile-files.ts";

/** What rules read besides labels and annotations, and what lets a delete through by being there. */
const policies = `
import { type KubernetesObject, deletionPolicy, plainName } from "holdfast";

interface Volume extends KubernetesObject { readonly status?: { readonly phase?: string } }

const confirmed = deletionPolicy<Volume>({
  name: "confirmed",
  match: [{ group: "", version: "v1", resource: "persistentvolumes" }],
  rules: {
    available: {
      denyWhen: ({ oldObject }) =>
        oldObject.status?.phase === "Available" && oldObject.metadata.annotations?.["allow-delete"] !== "true",
      message: ({ oldObject }) =>
        \`PersistentVolume is for backups. First run: kubectl annotate persistentvolumes/\${plainName(oldObject.metadata.name)} allow-delete=true\`,
    },
  },
});

const held = deletionPolicy({
  name: "held",
  match: [{ group: "", resource: "configmaps" }],
  rules: {
    held: { denyWhen: ({ oldObject }) => oldObject.metadata.finalizers?.includes("example.com/hold") === true, message: "held" },
  },
});

const owned = deletionPolicy({
  name: "owned",
  match: [{ group: "", resource: "secrets" }],
  rules: {
    owned: { denyWhen: ({ oldObject }) => oldObject.metadata.ownerReferences?.some(({ kind }) => kind === "ConfigMap") === true, message: "owned" },
  },
});

const named = deletionPolicy({
  name: "named",
  match: [{ group: "", resource: "services" }],
  rules: {
    named: {
      denyWhen: ({ oldObject: { metadata } }) =>
        !Object.keys(metadata.annotations ?? {}).some((key) => key === "allow") && metadata.labels?.["keep"] === "yes",
      message: "kept",
    },
  },
});

const unnamed = deletionPolicy({
  name: "unnamed",
  match: [{ group: "", resource: "serviceaccounts" }],
  rules: {
    unnamed: {
      denyWhen: ({ oldObject: { metadata } }) => Object.keys(metadata.annotations ?? {}).some((key) => key.startsWith("keep/")),
      message: "kept",
    },
  },
});

export default [confirmed, held, owned, named, unnamed];
`;

const core = "/api/v1/namespaces/default";
const many = Object.fromEntries(Array.from({ length: 2001 }, (_, at) => [`a/${at}`, ""]));

describeWithServer("what rules read, on a real API server", { controllerManager: true }, (server) => {
  beforeAll(async () => {
    await enforce(server(), yamlOf(policies));
  });

  describe("a mark whose presence lets the delete through", () => {
    const volume = "/api/v1/persistentvolumes/kept";
    beforeAll(async () => {
      const spec = { capacity: { storage: "1Gi" }, accessModes: ["ReadWriteOnce"], hostPath: { path: "/tmp/nothing" } };
      await create("/api/v1/persistentvolumes", "PersistentVolume", { metadata: { name: "kept" }, spec });
      await waitUntil("its controller has seen it", async () => {
        const { body } = await request("GET", volume);
        return (body["status"] as { readonly phase?: string }).phase === "Available";
      });
    });

    test("is denied through a subresource, with the rule's own words", async () => {
      const { status, body } = await patch(`${volume}/status`, { metadata: { annotations: { "allow-delete": "true" } } });
      expect([status, body["message"]]).toEqual([
        403,
        expect.stringContaining("releaseGuard: PersistentVolume kept is protected"),
      ]);
    });

    test("is put on with the command of the message, and the delete passes", async () => {
      const { status, body } = await request("DELETE", volume);
      const message = String(body["message"]);
      expect([status, message]).toEqual([403, expect.stringContaining("available: PersistentVolume is for backups")]);
      const [, command = ""] = /First run: kubectl (.*?);/.exec(message) ?? [];
      expect(await server().kubectl(command.split(" "))).toMatchObject({ code: 0 });
      expect(await request("DELETE", volume)).toMatchObject({ status: 200 });
    });
  });

  describe("a finalizer", () => {
    const held = `${core}/configmaps/held`;
    beforeAll(() =>
      create(`${core}/configmaps`, "ConfigMap", {
        metadata: { name: "held", finalizers: ["example.com/hold", "example.com/other"] },
      }),
    );

    test("is not taken off; others are", async () => {
      expect(await denial(patch(held, { metadata: { finalizers: [] } }))).toContain(
        "releaseGuard: ConfigMap default/held is protected",
      );
      expect(await patch(held, { metadata: { finalizers: ["example.com/hold"] } })).toMatchObject({ status: 200 });
      expect(await denial(request("DELETE", held))).toContain("held: held");
    });

    test("goes once its deletion has begun, as controllers take theirs off", async () => {
      await release("configmaps", "held");
      expect(await request("DELETE", held)).toMatchObject({ status: 200 });
      const released = { annotations: { "holdfast.dev/release": null } };
      expect(await patch(held, { metadata: released })).toMatchObject({ status: 200 });
      expect(await patch(held, { metadata: { finalizers: [] } })).toMatchObject({ status: 200 });
      expect(await request("GET", held)).toMatchObject({ status: 404 });
    });
  });

  describe("an owner", () => {
    const owned = `${core}/secrets/owned`;
    beforeAll(async () => {
      const { metadata } = await create(`${core}/configmaps`, "ConfigMap", { metadata: { name: "owner" } });
      const owner = { apiVersion: "v1", kind: "ConfigMap", name: "owner", uid: metadata.uid };
      await create(`${core}/secrets`, "Secret", { metadata: { name: "owned", ownerReferences: [owner] } });
    });

    test("is not taken off by an update", async () => {
      expect(await denial(patch(owned, { metadata: { ownerReferences: [] } }))).toContain(
        "releaseGuard: Secret default/owned is protected",
      );
    });

    test("that is deleted without what it owns waits until that is released", async () => {
      const options = { apiVersion: "v1", kind: "DeleteOptions", propagationPolicy: "Orphan" };
      expect(await server().request({ method: "DELETE", path: `${core}/configmaps/owner`, body: options })).toMatchObject({
        status: 200,
      });
      await waitUntil("the garbage collector has been denied", async () => {
        const events = (await readFile(server().auditLog, "utf8")).split("\n");
        return events.some(
          (event) => event.includes("generic-garbage-collector") && event.includes("releaseGuard: Secret default/owned"),
        );
      });
      expect(ownersOf(await request("GET", owned))).toHaveLength(1);
      await release("secrets", "owned");
      await waitUntil(
        "the owner is gone",
        async () => (await request("GET", `${core}/configmaps/owner`)).status === 404,
        120_000,
      );
      expect(ownersOf(await request("GET", owned))).toEqual([]);
    });
  });

  describe("an object that has too much on it to be judged", () => {
    test("keeps the marks that its rules name", async () => {
      const path = `${core}/services/large`;
      const metadata = { name: "large", labels: { keep: "yes" }, annotations: many };
      await create(`${core}/services`, "Service", { metadata, spec: { ports: [{ port: 80 }] } });
      expect(await denial(patch(path, { metadata: { labels: null } }))).toContain(
        "releaseGuard: Service default/large is protected",
      );
      expect(await denial(patch(path, { metadata: { labels: null, annotations: null } }))).toContain("releaseGuard: ");
      expect(await patch(path, { metadata: { annotations: null } })).toMatchObject({ status: 200 });
      expect(await denial(request("DELETE", path))).toContain("named: kept");
    });

    test("is not made smaller so that it is no longer protected, but with a release mark", async () => {
      const path = `${core}/serviceaccounts/large`;
      await create(`${core}/serviceaccounts`, "ServiceAccount", {
        metadata: { name: "large", annotations: { ...many, "keep/this": "" } },
      });
      // Nobody sees here what goes.
      expect(await patch(path, { metadata: { annotations: { "keep/this": null } } })).toMatchObject({ status: 200 });
      expect(await denial(patch(path, { metadata: { annotations: null } }))).toContain(
        "releaseGuard: ServiceAccount default/large",
      );
      expect(await denial(request("DELETE", path))).toContain("unnamed: ServiceAccount large cannot be judged");
      await release("serviceaccounts", "large");
      expect(await patch(path, { metadata: { annotations: null } })).toMatchObject({ status: 200 });
    });
  });

  type Stored = { readonly metadata: { readonly uid: string } };

  const request = (method: "GET" | "DELETE", path: string): Promise<ApiResponse> => server().request({ method, path });

  const patch = (path: string, body: object): Promise<ApiResponse> => server().request(mergePatch(path, body));

  const create = (path: string, kind: string, object: object): Promise<Stored> =>
    created(server(), path, { apiVersion: "v1", kind, ...object });

  async function release(resource: string, name: string): Promise<void> {
    const { body } = await request("GET", `${core}/${resource}/${name}`);
    const { uid } = (body as unknown as Stored).metadata;
    const annotations = { "holdfast.dev/release": uid };
    expect(await patch(`${core}/${resource}/${name}`, { metadata: { annotations } })).toMatchObject({ status: 200 });
  }
});

async function denial(answer: Promise<ApiResponse>): Promise<string> {
  const { status, body } = await answer;
  return status === 403 ? String(body["message"]) : `status ${status}`;
}

const ownersOf = ({ body }: ApiResponse): readonly unknown[] =>
  (body["metadata"] as { readonly ownerReferences?: readonly unknown[] }).ownerReferences ?? [];
