import { beforeAll, expect, test } from "vitest";
import { enforce, waitForPolicies } from "../../ack/policies-in-force.ts";
import type { ApiResponse } from "../../control-plane/api-client.ts";
import type { ControlPlane } from "../../control-plane/control-plane.ts";
import { applyCustomResourceDefinition } from "../../control-plane/crds.ts";
import { describeWithOwnServer } from "../../control-plane/server-suite.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { created } from "../../control-plane/requests.ts";
import { yamlOf } from "../../fixtures/compile-files.ts";
import { workloadSpec } from "../../fixtures/objects.ts";

const policy = (name: string, match: string, more = ""): string =>
  yamlOf(`
import { deletionPolicy } from "holdfast";
export default deletionPolicy({
  name: "${name}",
  match: [${match}],
  ${more}
  overrides: { none: "the rule alone is asked" },
  rules: { keep: { denyWhen: ({ oldObject }) => oldObject.metadata.labels?.["keep"] === "yes", message: "kept" } },
});
`);

const yaml = policy("kept", `{ group: "apps", resource: "deployments" }`);
const ofStatefulSets = policy("kept-too", `{ group: "apps", resource: "statefulsets" }`);

const nothings = {
  group: "absent.example.com",
  kind: "Nothing",
  plural: "nothings",
  scope: "Namespaced",
  versions: [{ name: "v1" }],
} as const;

const ofAbsent = policy(
  "absent",
  `{ group: "absent.example.com", resource: "nothings" }`,
  `guards: { namespaces: { kinds: [{ group: "absent.example.com", version: "v1", resource: "nothings", kind: "Nothing" }] } },`,
);

const guard = "denied request: namespaceGuard: Namespace ";

/** It learns of new kinds every half minute; measured: 20 to 30 s. */
const learnedMs = 120_000;

describeWithOwnServer("what is looked up for a guard", {}, (server) => {
  beforeAll(async () => {
    await enforce(server(), yaml);
    await create(server(), "before", "Deployment");
  });

  /**
   * The watch of a built-in kind ends with the last policy that needs it, and is not begun anew: what it has seen
   * stays, and is never fixed (policy_source.go, ensureParamsForPolicyLocked: the shared factory starts an informer
   * once). Seen on 1.30.14 and 1.37.1.
   */
  test("T17: a guard that was taken away and comes back sees what there was, and nothing new", async () => {
    await waitUntil("the guard sees the Deployment", async () => (await deleteNamespace(server(), "before")).status === 403);
    expect(await server().kubectl(["delete", "-f", "-"], { input: yaml })).toMatchObject({ code: 0 });
    await waitForPolicies(server());
    // What another guard looks up is watched since just now, and was created last: once it is seen, so would be what
    // came before it.
    await enforce(server(), `${yaml}\n---\n${ofStatefulSets}`);
    await create(server(), "after", "Deployment");
    await create(server(), "after-that", "StatefulSet");
    await waitUntil(
      "the other guard sees the StatefulSet",
      async () => (await deleteNamespace(server(), "after-that")).status === 403,
    );
    expect(String((await deleteNamespace(server(), "before")).body["message"])).toContain(`${guard}before holds Deployment main`);
    expect(await deleteNamespace(server(), "after")).toMatchObject({ status: 200 });
  });

  test("T17: a kind that is not known keeps no Namespace from being deleted, and is guarded some time after it is", async () => {
    await enforce(server(), ofAbsent);
    for (const name of ["unrelated", "holder"]) await createNamespace(server(), name);
    expect(await deleteNamespace(server(), "unrelated")).toMatchObject({ status: 200 });
    await applyCustomResourceDefinition(server(), nothings);
    const thing = { apiVersion: "absent.example.com/v1", kind: "Nothing", metadata: { name: "main", labels: { keep: "yes" } } };
    await created(server(), "/apis/absent.example.com/v1/namespaces/holder/nothings", thing);
    const isDenied = async (): Promise<boolean> =>
      String((await deleteNamespace(server(), "holder")).body["message"]).includes(`${guard}holder holds Nothing main`);
    await waitUntil("the guard has learned of the kind", isDenied, learnedMs);
    expect(await deleteNamespace(server(), "unrelated")).toMatchObject({ status: 200 });
  }, 180_000);
});

async function create(server: ControlPlane, namespace: string, kind: "Deployment" | "StatefulSet"): Promise<void> {
  const metadata = { name: "main", labels: { keep: "yes" } };
  await createNamespace(server, namespace);
  const path = `/apis/apps/v1/namespaces/${namespace}/${kind.toLowerCase()}s`;
  await created(server, path, { apiVersion: "apps/v1", kind, metadata, spec: workloadSpec() });
}

async function createNamespace(server: ControlPlane, name: string): Promise<void> {
  await created(server, "/api/v1/namespaces", { apiVersion: "v1", kind: "Namespace", metadata: { name } });
}

const deleteNamespace = (server: ControlPlane, name: string): Promise<ApiResponse> =>
  server.request({ method: "DELETE", path: `/api/v1/namespaces/${name}?dryRun=All` });
