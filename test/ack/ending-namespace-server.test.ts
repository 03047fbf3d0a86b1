import { beforeAll, expect, test } from "vitest";

import { applyCustomResourceDefinition } from "../control-plane/crds.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { waitUntil } from "../control-plane/wait-until.ts";
import { annotate } from "./changes.ts";
import { bucket, pathOf } from "./kinds.ts";
import { enforceGenerated } from "./policies-in-force.ts";
import { created } from "../control-plane/requests.ts";
import { storeNamespace, storeObject } from "./stored-objects.ts";

const namespace = "ending";
const path = `/api/v1/namespaces/${namespace}`;

const pathTo = (name: string): string => pathOf(bucket, { namespace, name });

type Condition = { readonly type: string; readonly status: string; readonly message: string };

/** The namespace controller deletes like anybody else: its collection deletes are judged object by object. */
describeWithServer("a Namespace that ends with protected objects in it", { controllerManager: true }, (server) => {
  const statusOf = async (at: string): Promise<number> => (await server().request({ method: "GET", path: at })).status;

  beforeAll(async () => {
    await applyCustomResourceDefinition(server(), bucket);
    await storeNamespace(server(), namespace);
    for (const name of ["a-plain", "z-plain"]) await storeObject(server(), bucket, { name, namespace });
    await created(server(), `${path}/configmaps`, { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "other" } });
    await storeObject(server(), bucket, {
      name: "protected",
      namespace,
      annotations: { "services.k8s.aws/prevent-delete": "true" },
    });
    await enforceGenerated(server(), [
      "ack-controllers",
      "ack-deletion-policy",
      "ack-namespace",
      "ack-prevent-delete",
      "ack-values",
    ]);
  });

  test("loses what comes before the protected one, and waits", async () => {
    expect((await server().request({ method: "DELETE", path })).status).toBe(200);
    await waitUntil("objects of other kinds are gone", async () => (await statusOf(`${path}/configmaps/other`)) === 404);
    await waitUntil("the object before the protected one is gone", async () => (await statusOf(pathTo("a-plain"))) === 404);
    await waitUntil(
      "the Namespace says why it waits",
      async () => (await failure())?.includes("preventDelete: Bucket ending/protected") === true,
    );
    expect(await statusOf(pathTo("protected"))).toBe(200);
    // A collection delete stops at the first denial, each time it is tried.
    expect(await statusOf(pathTo("z-plain"))).toBe(200);
  });

  test("ends when the mark is removed", async () => {
    expect((await server().request(annotate(pathTo("protected"), { "services.k8s.aws/prevent-delete": "false" }))).status).toBe(
      200,
    );
    await waitUntil("the Namespace is gone", async () => (await statusOf(path)) === 404);
    expect(await statusOf(pathTo("protected"))).toBe(404);
  });

  async function failure(): Promise<string | undefined> {
    const { body } = await server().request({ method: "GET", path });
    const { conditions = [] } = (body["status"] ?? {}) as { conditions?: readonly Condition[] };
    return conditions.find(({ type, status }) => type === "NamespaceDeletionContentFailure" && status === "True")?.message;
  }
});
