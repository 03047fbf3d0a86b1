import type { ControlPlane } from "./control-plane.ts";
import { definitions } from "./collections.ts";
import { waitUntil } from "./wait-until.ts";
import { mergePatch } from "./requests.ts";

export type CustomResource = {
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
  readonly scope: "Namespaced" | "Cluster";
  /** All are served; the first is the one that is stored. */
  readonly versions: readonly [CustomResourceVersion, ...CustomResourceVersion[]];
};

export type CustomResourceVersion = {
  readonly name: string;
  /** An OpenAPI v3 schema of the whole object; unless told, spec and status hold anything. */
  readonly schema?: Readonly<Record<string, unknown>>;
  readonly statusSubresource?: boolean;
};

type Condition = { readonly type: string; readonly status: string; readonly lastTransitionTime: string };
type Status = { readonly resourceVersion: string | undefined; readonly conditions: readonly Condition[] };
type Server = Pick<ControlPlane, "request">;
/** A schema of whatever an object holds there. */
export const anything = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
const schemaOfAnything = { type: "object", properties: { spec: anything, status: anything } };
/** `k8s.io`, `kubernetes.io` and what ends in one of them after a dot. */
const protectedGroup = /(^|\.)(k8s|kubernetes)\.io$/;

/** Creates or changes the definition, and returns when every version of the kind is served. */
export async function applyCustomResourceDefinition(server: Server, resource: CustomResource): Promise<void> {
  const name = `${resource.plural}.${resource.group}`;
  const path = `${definitions}/${name}`;
  const response = await server.request({
    method: "PATCH",
    path: `${path}?fieldManager=holdfast-test&force=true`,
    contentType: "application/apply-patch+yaml",
    body: buildDefinition(name, resource),
  });
  if (response.status >= 300) throw new Error(`${name} was denied: ${response.text}`);
  await untilEstablished(server, name);
  for (const version of resource.versions) {
    await waitUntil(`${name} ${version.name} is served`, () => isServed(server, resource, version));
  }
}

function buildDefinition(name: string, resource: CustomResource): Record<string, unknown> {
  const { group, kind, plural, scope, versions } = resource;
  // The server denies protected groups without this; "unapproved" says that it is not meant to be.
  const approval = { "api-approved.kubernetes.io": "unapproved, for a test" };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name, ...(protectedGroup.test(group) ? { annotations: approval } : {}) },
    spec: {
      group,
      scope,
      names: { kind, plural, singular: kind.toLowerCase() },
      versions: versions.map((version, index) => ({
        name: version.name,
        served: true,
        storage: index === 0,
        schema: { openAPIV3Schema: version.schema ?? schemaOfAnything },
        ...(version.statusSubresource ? { subresources: { status: {} } } : {}),
      })),
    },
  };
}

/** So long the server makes clients wait, and a second, for times have no fractions. */
const newMs = 3_000;

/**
 * In the first two seconds after a definition is established the server holds every POST of an object for two seconds,
 * in case another replica does not know the kind yet (apiextensions-apiserver:
 * pkg/apiserver/customresource_handler.go). Here is only one, so this makes the definition look as if those seconds
 * were over.
 */
export async function untilEstablished(server: Server, name: string): Promise<void> {
  await waitUntil(`${name} is established, and no longer new`, async () => {
    const { resourceVersion, conditions } = await readStatus(server, name);
    const established = conditions.find(({ type, status }) => type === "Established" && status === "True");
    if (established === undefined) return false;
    if (Date.parse(established.lastTransitionTime) <= Date.now() - newMs) return true;
    const lastTransitionTime = new Date(Date.now() - newMs).toISOString().replace(/\.\d+Z$/, "Z");
    const older = conditions.map((one) => (one === established ? { ...one, lastTransitionTime } : one));
    return writeConditions(server, name, { resourceVersion, conditions: older });
  });
}

/** False when somebody else wrote to it meanwhile. */
async function writeConditions(server: Server, name: string, { resourceVersion, conditions }: Status): Promise<boolean> {
  const { status, text } = await server.request(
    mergePatch(`${definitions}/${name}/status`, { metadata: { resourceVersion }, status: { conditions } }),
  );
  if (status !== 200 && status !== 409) throw new Error(`the status of ${name} was denied: ${text}`);
  return status === 200;
}

async function readStatus(server: Server, name: string): Promise<Status> {
  const { body } = await server.request({ method: "GET", path: `${definitions}/${name}` });
  const { resourceVersion } = (body["metadata"] ?? {}) as { resourceVersion?: string };
  const { conditions } = (body["status"] ?? {}) as { conditions?: readonly Condition[] | null };
  return { resourceVersion, conditions: conditions ?? [] };
}

/** Established comes first, then discovery, by which kubectl finds the kind, then the handler. */
async function isServed(server: Server, { group, plural }: CustomResource, version: CustomResourceVersion): Promise<boolean> {
  const path = `/apis/${group}/${version.name}`;
  const discovery = await server.request({ method: "GET", path });
  const { resources = [] } = discovery.body as { resources?: readonly { name: string }[] };
  if (!resources.some(({ name }) => name === plural)) return false;
  const list = await server.request({ method: "GET", path: `${path}/${plural}?limit=1` });
  return list.status === 200;
}
