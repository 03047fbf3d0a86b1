import { readFileSync } from "node:fs";
import { join } from "node:path";
import { applyCustomResourceDefinition } from "../control-plane/crds.ts";
import type { ControlPlane } from "../control-plane/control-plane.ts";
import { waitUntil } from "../control-plane/wait-until.ts";
import { type Installation, install } from "../install/installed/installation.ts";
import { fallbackText } from "../install/manifests/compile-fallback.ts";
import { created } from "../control-plane/requests.ts";
import { shippedSources } from "../fallback/usages/usage-sources.ts";
import { root } from "../house/source-files.ts";
import { workloadSpec } from "../fixtures/objects.ts";

/** ConfigMaps that they are of. */
const usedCount = 40;

const group = "vshn.appcat.vshn.io";
const crossplane = "protection.crossplane.io";

const declaration = `usages: {
  of: [
    { group: "", resource: "configmaps" },
    { group: "", resource: "persistentvolumeclaims" },
    { group: "", resource: "secrets" },
    { group: "apps", resource: "deployments" },
    { group: "apps", resource: "statefulsets" },
  ],
  crossplane: true,
},
criticalServices: { providers: [{ group: "apps", resource: "deployments" }], criteria: [{ group: "", resource: "secrets" }] },
foregroundClaims: [
  { claim: { group: "${group}", resource: "vshnredis" }, composite: { group: "${group}", resource: "xvshnredis" } },
],`;

const policy = (name: string) => ({
  [name]: readFileSync(join(root, "policies", name.startsWith("holdfast-webhooks") ? "" : "fallback", name), "utf8"),
});

/**
 * Everything that the controller writes onto objects of others, by shipped policies: Usages of both kinds, a
 * CriticalService, a claim.
 */
export async function installWithMarks(server: ControlPlane, usageCount: number): Promise<Installation> {
  const define = (kind: string, plural: string, scope: "Cluster" | "Namespaced", of = group) =>
    applyCustomResourceDefinition(server, {
      group: of,
      kind,
      plural,
      scope,
      versions: [{ name: of === group ? "v1" : "v1beta1", statusSubresource: true }],
    });
  await Promise.all([
    define("XVSHNRedis", "xvshnredis", "Cluster"),
    define("VSHNRedis", "vshnredis", "Namespaced"),
    define("Usage", "usages", "Namespaced", crossplane),
  ]);
  const installation = await install(server, {
    ...shippedSources,
    ...policy("critical-services.ts"),
    ...policy("holdfast-installation.ts"),
    ...policy("holdfast-webhooks.ts"),
    "fallback.ts": fallbackText(declaration),
  });
  await fill(server, usageCount);
  return installation;
}

const shop = "/api/v1/namespaces/shop";

async function fill(server: ControlPlane, usageCount: number): Promise<void> {
  for (let at = 0; at < usedCount; at++)
    await created(server, `${shop}/configmaps`, {
      metadata: { name: `used-${at}`, annotations: { "example.com/own": "stays" } },
    });
  for (let at = 0; at < usageCount; at += 20)
    await Promise.all(Array.from({ length: 20 }, (_, more) => usage(server, at + more)));
  await created(server, `/apis/${crossplane}/v1beta1/namespaces/shop/usages`, {
    apiVersion: `${crossplane}/v1beta1`,
    kind: "Usage",
    metadata: { name: "theirs" },
    spec: { reason: "of Crossplane", of: { apiVersion: "v1", kind: "ConfigMap", resourceRef: { name: "used-0" } } },
  });
  await deployment(server);
  await created(server, "/apis/protection.holdfast.dev/v1alpha1/criticalservices", {
    apiVersion: "protection.holdfast.dev/v1alpha1",
    kind: "CriticalService",
    metadata: { name: "operator" },
    spec: {
      provider: { group: "apps", resource: "deployments", namespace: "shop", name: "operator" },
      criteria: [
        { type: "SpecificResource", specificResource: { group: "", resource: "secrets", namespace: "shop", name: "kept" } },
      ],
    },
  });
  await created(server, `/apis/${group}/v1/namespaces/shop/vshnredis`, {
    apiVersion: `${group}/v1`,
    kind: "VSHNRedis",
    metadata: { name: "cache" },
    spec: { compositeDeletePolicy: "Foreground" },
  });
  await waitUntil(
    "everything carries its marks",
    async () => (await marked(server)) === usedCount + 2 && (await held(server)) === usageCount + 2,
    170_000,
  );
}

function usage(server: ControlPlane, at: number): Promise<unknown> {
  return created(server, "/apis/protection.holdfast.dev/v1alpha1/namespaces/shop/usages", {
    apiVersion: "protection.holdfast.dev/v1alpha1",
    kind: "Usage",
    metadata: { name: `keep-${at}` },
    spec: { reason: "kept", of: { apiVersion: "v1", kind: "ConfigMap", resourceRef: { name: `used-${at % usedCount}` } } },
  });
}

function deployment(server: ControlPlane): Promise<unknown> {
  const spec = workloadSpec({ app: "operator" }, { replicas: 0 });
  return created(server, "/apis/apps/v1/namespaces/shop/deployments", { metadata: { name: "operator" }, spec });
}

interface Listed {
  readonly metadata: {
    readonly name: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly finalizers?: readonly string[];
    readonly deletionTimestamp?: string;
  };
}

/** Empty where the kind is not served. */
export async function listed(server: ControlPlane, path: string): Promise<readonly Listed[]> {
  const { body } = await server.request({ method: "GET", path });
  return (body["items"] ?? []) as readonly Listed[];
}

const marks = /^(holdfast\.dev\/(in-use|critical)|(usage|critical)\.holdfast\.dev\/.*)$/;

/**
 * Objects of others that carry a label or annotation of the controller: ConfigMaps, the Deployment and its Namespace.
 */
export async function marked(server: ControlPlane): Promise<number> {
  const paths = [`${shop}/configmaps`, "/apis/apps/v1/namespaces/shop/deployments", "/api/v1/namespaces"];
  const all = (await Promise.all(paths.map((path) => listed(server, path)))).flat();
  const keysOf = ({ metadata: { labels = {}, annotations = {} } }: Listed) => [
    ...Object.keys(labels),
    ...Object.keys(annotations),
  ];
  return all.filter((object) => keysOf(object).some((key) => marks.test(key))).length;
}

const heldPaths = [
  "/apis/protection.holdfast.dev/v1alpha1/usages",
  `/apis/${crossplane}/v1beta1/usages`,
  `/apis/${group}/v1/vshnredis`,
];

/** Usages and claims that carry a finalizer of the controller. */
export async function held(server: ControlPlane): Promise<number> {
  const all = (await Promise.all(heldPaths.map((path) => listed(server, path)))).flat();
  return all.filter(({ metadata: { finalizers = [] } }) => finalizers.some((one) => one.includes("holdfast.dev/"))).length;
}
