import { isDeepStrictEqual } from "node:util";

import type { ControlPlane } from "../control-plane.ts";
import { admission, rbac } from "../collections.ts";
import { waitUntil } from "../wait-until.ts";

/** Of each resource that another suite would notice: what is there. */
export type Inventory = Readonly<Record<string, readonly string[]>>;

type Requests = Pick<ControlPlane, "request">;
const resources = [
  `${admission}/validatingadmissionpolicies`,
  `${admission}/validatingadmissionpolicybindings`,
  `${admission}/validatingwebhookconfigurations`,
  `${admission}/mutatingwebhookconfigurations`,
  "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
  "/apis/apiregistration.k8s.io/v1/apiservices",
  "/api/v1/namespaces",
  `${rbac}/clusterroles`,
  `${rbac}/clusterrolebindings`,
  `${rbac}/roles`,
  `${rbac}/rolebindings`,
];

/**
 * As the API server itself sees it: of lists its memory, which its own watches fill, and of discovery what it serves.
 */
export async function takeInventory(client: Requests): Promise<Inventory> {
  const lists = await Promise.all(
    resources.map(async (path) => [path, await namesIn(client, `${path}?resourceVersion=0`)] as const),
  );
  const { groups } = (await get(client, "/apis")) as { groups: readonly { name: string }[] };
  return { ...Object.fromEntries(lists), groups: groups.map(({ name }) => name).toSorted() };
}

/** Throws, with what is left over, when the API server does not come to see what it saw before. */
export async function waitForInventory(client: Requests, expected: Inventory): Promise<void> {
  let seen: Inventory = {};
  try {
    await waitUntil("the API server sees what it saw before the suite", async () => {
      seen = await takeInventory(client);
      return isDeepStrictEqual(seen, expected);
    });
  } catch (error) {
    const left = Object.keys(seen).flatMap((resource) => differences(resource, seen[resource], expected[resource]));
    throw new Error(`a control plane is not clean: ${left.join(", ")}`, { cause: error });
  }
}

function differences(resource: string, seen: readonly string[] = [], expected: readonly string[] = []): readonly string[] {
  const tooMany = seen.filter((name) => !expected.includes(name)).map((name) => `${resource} has ${name}`);
  const missing = expected.filter((name) => !seen.includes(name)).map((name) => `${resource} lacks ${name}`);
  return [...tooMany, ...missing];
}

async function namesIn(client: Requests, path: string): Promise<readonly string[]> {
  const { items } = (await get(client, path)) as { items: readonly { metadata: { name: string; namespace?: string } }[] };
  return items.map(({ metadata: { name, namespace = "" } }) => `${namespace}/${name}`).toSorted();
}

async function get(client: Requests, path: string): Promise<unknown> {
  const { status, body, text } = await client.request({ method: "GET", path });
  if (status !== 200) throw new Error(`${path}: ${text}`);
  return body;
}
