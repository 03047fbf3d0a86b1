import type { ApiResponse } from "../control-plane/api-client.ts";
import type { ControlPlane } from "../control-plane/control-plane.ts";
import { type CustomResource, applyCustomResourceDefinition } from "../control-plane/crds.ts";
import { waitUntil } from "../control-plane/wait-until.ts";
import { created, mergePatch } from "../control-plane/requests.ts";
import { definitions } from "../control-plane/collections.ts";

const keep = { type: "boolean" };

/** What the rules read, and what they do not. */
export const properties = {
  keep,
  disks: { type: "array", items: { type: "object", properties: { keep, size: { type: "string" } } } },
  flags: { type: "object", additionalProperties: { type: "string" } },
  loose: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
  size: { type: "string" },
};

export const schemaOf = (spec: object): Readonly<Record<string, unknown>> => ({
  type: "object",
  properties: { spec: { type: "object", properties: spec } },
});

export const versionOf = (name: string, spec: object, more: object = {}): object => ({
  name,
  served: true,
  storage: name === "v1",
  schema: { openAPIV3Schema: schemaOf(spec) },
  subresources: { status: {} },
  ...more,
});

/** The second version has never heard of what the rules read. */
const lesser = { size: properties.size };
export const asDefined: readonly object[] = [versionOf("v1", properties), versionOf("v1beta1", lesser)];

/** A kind of its own for each change: `Cup` and `cups`. */
export async function define(server: ControlPlane, group: string, kind: string): Promise<string> {
  const plural = `${kind.toLowerCase()}s`;
  const of = (name: string, spec: object): CustomResource["versions"][0] => ({
    name,
    schema: schemaOf(spec),
    statusSubresource: true,
  });
  const versions = [of("v1", properties), of("v1beta1", lesser)] as const;
  await applyCustomResourceDefinition(server, { group, kind, plural, scope: "Namespaced", versions });
  return `${plural}.${group}`;
}

export const patchDefinition = (server: ControlPlane, name: string, body: object, part = ""): Promise<ApiResponse> =>
  server.request(mergePatch(`${definitions}/${name}${part}`, body));

export const readDefinition = (server: ControlPlane, name: string): Promise<ApiResponse> =>
  server.request({ method: "GET", path: `${definitions}/${name}` });

export const deleteDefinition = (server: ControlPlane, name: string): Promise<ApiResponse> =>
  server.request({ method: "DELETE", path: `${definitions}/${name}` });

/** The command of the messages. */
export async function releaseDefinition(server: ControlPlane, name: string): Promise<void> {
  const { uid } = (await readDefinition(server, name)).body["metadata"] as { readonly uid: string };
  const { status, text } = await patchDefinition(server, name, { metadata: { annotations: { "holdfast.dev/release": uid } } });
  if (status !== 200) throw new Error(text);
}

/** `cups.fields.example.com` */
export function objectsPath(definition: string, version = "v1"): string {
  const [plural = "", ...group] = definition.split(".");
  return `/apis/${group.join(".")}/${version}/namespaces/default/${plural}`;
}

export async function createObject(server: ControlPlane, definition: string, kind: string, fields: object): Promise<void> {
  const [, ...group] = definition.split(".");
  const body = { apiVersion: `${group.join(".")}/v1`, kind, metadata: { name: "one" }, ...fields };
  await created(server, objectsPath(definition), body);
}

/** A write of somebody who means no harm, through the version that is stored. */
export async function touchObject(server: ControlPlane, definition: string): Promise<void> {
  const body = { metadata: { annotations: { touched: "yes" } } };
  const request = mergePatch(`${objectsPath(definition)}/one`, body);
  await waitUntil(`${definition} takes a write`, async () => (await server.request(request)).status === 200);
}

export const deleteObject = (server: ControlPlane, definition: string): Promise<ApiResponse> =>
  server.request({ method: "DELETE", path: `${objectsPath(definition)}/one` });

/** Changed definitions take effect some time after they were written. */
export async function untilDeletable(server: ControlPlane, definition: string): Promise<void> {
  let attempts = 0;
  await waitUntil(`one of ${definition} can be deleted`, async () => {
    attempts += 1;
    await server.request(
      mergePatch(`${objectsPath(definition)}/one`, { metadata: { annotations: { touched: String(attempts) } } }),
    );
    return (await deleteObject(server, definition)).status === 200;
  });
}
