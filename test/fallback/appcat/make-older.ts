import type { ControlPlane } from "../../control-plane/control-plane.ts";

interface Found {
  readonly kvs?: readonly { readonly value: string }[];
}

/**
 * Writes into storage that the object was made so long ago: the API server lets nobody say that. Objects of custom
 * kinds only, which are stored as JSON.
 */
export async function makeOlder(
  { etcdUrl }: Pick<ControlPlane, "etcdUrl">,
  { group, resource, name }: { readonly group: string; readonly resource: string; readonly name: string },
  minutes: number,
): Promise<void> {
  const key = btoa(`/registry/${group}/${resource}/${name}`);
  const { kvs = [] } = (await ask(`${etcdUrl}/v3/kv/range`, { key })) as Found;
  const [found] = kvs;
  if (found === undefined) throw new Error(`${name} is not in storage`);
  const object = JSON.parse(atob(found.value)) as { readonly metadata: object };
  const creationTimestamp = new Date(Date.now() - minutes * 60_000).toISOString().replace(/\.\d+Z$/, "Z");
  const older = { ...object, metadata: { ...object.metadata, creationTimestamp } };
  await ask(`${etcdUrl}/v3/kv/put`, { key, value: btoa(JSON.stringify(older)) });
}

async function ask(url: string, body: object): Promise<unknown> {
  const answer = await fetch(url, { method: "POST", body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}
