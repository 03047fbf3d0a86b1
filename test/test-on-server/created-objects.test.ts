import { expect, test } from "vitest";
import type { ApiRequest, RequestServer } from "../../runtime-fallback/kubernetes/api-server.ts";
import { CreatedObjects } from "../../compiler/test-on-server/created-objects.ts";

const policies = "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies";
const configMaps = "/api/v1/namespaces/shop/configmaps";

const denialBy = (policy: string): string =>
  `configmaps "settings" is forbidden: ValidatingAdmissionPolicy '${policy}' with binding '${policy}' denied request: no`;

/** A cluster that stores everything, and denies so many deletes of the ConfigMap. */
function clusterThatDenies(times: number, policy: string) {
  const deletes: string[] = [];
  const answer = ({ method, path, body }: ApiRequest) => {
    if (method === "POST") return { status: 201, body: { metadata: { uid: "1", ...(body as { metadata: object }).metadata } } };
    deletes.push(path);
    const isDenied = path === `${configMaps}/settings` && deletes.filter((one) => one === path).length <= times;
    return isDenied ? { status: 403, body: { message: denialBy(policy) } } : { status: 200, body: {} };
  };
  const request = (asked: ApiRequest) => Promise.resolve({ retryAfterSeconds: undefined, ...answer(asked) });
  return { client: { url: "", request, close: () => Promise.resolve() } satisfies RequestServer, deletes };
}

async function removeIn({ client }: { readonly client: RequestServer }): Promise<readonly string[]> {
  const created = new CreatedObjects(client);
  await created.create(configMaps, { metadata: { name: "settings" } });
  await created.create(policies, { metadata: { name: "of-the-run" } });
  return created.remove();
}

test("a delete that a policy of the run denies is sent again until the policy is no longer in force", async () => {
  const cluster = clusterThatDenies(2, "of-the-run");
  expect(await removeIn(cluster)).toEqual([]);
  expect(cluster.deletes).toEqual([`${policies}/of-the-run`, ...Array.from({ length: 3 }, () => `${configMaps}/settings`)]);
});

test("a delete that another policy denies is sent once, and the object is reported as left", async () => {
  const cluster = clusterThatDenies(1, "foreign");
  expect(await removeIn(cluster)).toEqual([`${configMaps}/settings`]);
  expect(cluster.deletes).toEqual([`${policies}/of-the-run`, `${configMaps}/settings`]);
});
