import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fallbackText, policyText } from "../install/manifests/compile-fallback.ts";
import { root } from "../house/source-files.ts";
import { serveHere } from "./served-here.ts";

const own = (name: string): string => readFileSync(join(root, "policies/fallback", name), "utf8");
const deployment = (labels: object, annotations: object = {}) => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "web", namespace: "shop", uid: "0b5e6d9c-1f5c-4f0e-8a53-5a1f0d3f7a11", labels, annotations },
});

test("a Usage denies with 409 and names who uses it, until its manifest is gone", async () => {
  const usage = {
    apiVersion: "protection.holdfast.dev/v1alpha1",
    kind: "Usage",
    metadata: { name: "web-by-db", namespace: "shop", uid: "u-1" },
    spec: {
      of: { apiVersion: "apps/v1", kind: "Deployment", resourceRef: { name: "web" } },
      by: { apiVersion: "apps/v1", kind: "StatefulSet", resourceRef: { name: "db" } },
    },
  };
  const { ask, directory, paths, leftOut, configuration } = await serveHere({
    "policies/usages.ts": own("usages.ts"),
    "policies/usage-kinds.ts": own("usage-kinds.ts"),
    "policies/used-objects.ts": own("used-objects.ts"),
    "policies/usage-records.ts": own("usage-records.ts"),
    "policies/fallback.ts": fallbackText('usages: { of: [{ group: "apps", resource: "deployments" }] }'),
    "objects/usage.json": JSON.stringify(usage),
  });
  expect(paths).toContain("/rules/usages/in-use/deny");
  // It asks RBAC, and could only answer with an error: neither listed nor asked.
  expect(paths).not.toContain("/usage-authors");
  expect(leftOut).toEqual(["/usage-authors"]);
  expect(configuration).toContain("/rules/usages/in-use/deny");
  expect(configuration).not.toContain("usage-authors");
  const entry = { "usage.holdfast.dev/u-1": "usages.protection.holdfast.dev/shop/web-by-db" };
  const inUse = deployment({ "holdfast.dev/in-use": "true" }, entry);
  expect(await ask("/rules/usages/in-use/deny", inUse, "deployments")).toMatchObject({
    status: 200,
    allowed: false,
    code: 409,
    message: expect.stringContaining('including the Usage shop/web-by-db by "StatefulSet" "db"') as string,
  });
  rmSync(join(directory, "objects/usage.json"));
  expect(await ask("/rules/usages/in-use/deny", inUse, "deployments")).toMatchObject({ status: 200, allowed: true });
});

test("a CriticalService keeps its provider while an object carries its finalizer", async () => {
  const service = (finalizerName: string): string =>
    JSON.stringify({
      apiVersion: "protection.holdfast.dev/v1alpha1",
      kind: "CriticalService",
      metadata: { name: "bucket-controller" },
      spec: {
        provider: { group: "apps", resource: "deployments", namespace: "shop", name: "web" },
        criteria: [{ type: "Finalizer", finalizer: { group: "", resource: "configmaps", finalizerName } }],
      },
    });
  const { ask, directory } = await serveHere({
    "policies/critical-services.ts": own("critical-services.ts"),
    "policies/fallback.ts": fallbackText(
      'criticalServices: { providers: [{ group: "apps", resource: "deployments" }], criteria: [{ group: "", resource: "configmaps" }] }',
    ),
    "objects/service.json": service("example.com/held"),
    "objects/held.yaml":
      "{ apiVersion: v1, kind: ConfigMap, metadata: { name: held, namespace: shop, finalizers: [example.com/held] } }",
  });
  const asked = (): ReturnType<typeof ask> =>
    ask("/critical-services", deployment({ "holdfast.dev/critical": "true" }), "deployments");
  expect(await asked()).toMatchObject({
    allowed: false,
    code: 403,
    message: expect.stringContaining("is still needed by CriticalService bucket-controller") as string,
  });
  writeFileSync(join(directory, "objects/service.json"), service("example.com/other"));
  expect(await asked()).toMatchObject({ allowed: true });
});

interface Defined {
  readonly group: string;
  readonly plural: string;
  readonly kind: string;
  readonly scope: "Namespaced" | "Cluster";
  readonly version: string;
}

function definition({ group, plural, kind, scope, version }: Defined): string {
  return JSON.stringify({
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${group}` },
    spec: { group, scope, names: { plural, kind }, versions: [{ name: version, served: true, storage: true }] },
  });
}

const buckets: Defined = {
  group: "s3.services.k8s.aws",
  plural: "buckets",
  kind: "Bucket",
  scope: "Namespaced",
  version: "v1alpha1",
};

const composites: Defined = {
  group: "vshn.appcat.vshn.io",
  plural: "xvshnpostgresqls",
  kind: "XVSHNPostgreSQL",
  scope: "Cluster",
  version: "v1",
};

test("what belongs to an instance of AppCat stays while its composite does", async () => {
  const labels = {
    "appcat.vshn.io/ownercomposite": "pg-abc",
    "appcat.vshn.io/ownerkind": composites.kind,
    "appcat.vshn.io/ownerapiversion": composites.version,
    "appcat.vshn.io/ownergroup": composites.group,
  };
  const release = { apiVersion: "helm.crossplane.io/v1beta1", kind: "Release", metadata: { name: "pg-abc", labels } };
  const { ask, directory } = await serveHere({
    "policies/fallback.ts": fallbackText(`appcat: {
      composites: [{ group: "vshn.appcat.vshn.io", resource: "xvshnpostgresqls" }],
      objects: [{ group: "helm.crossplane.io", resource: "releases" }],
    }`),
    "objects/definition.json": definition(composites),
    "objects/composite.yaml": "{ apiVersion: vshn.appcat.vshn.io/v1, kind: XVSHNPostgreSQL, metadata: { name: pg-abc } }",
  });
  expect(await ask("/appcat/managed", release, "releases")).toMatchObject({
    allowed: false,
    code: 403,
    message: expect.stringContaining("exists, and is not being deleted") as string,
  });
  rmSync(join(directory, "objects/composite.yaml"));
  expect(await ask("/appcat/managed", release, "releases")).toMatchObject({ allowed: true });
});

const keptBuckets = `import { deletionPolicy } from "holdfast";
export default deletionPolicy({
  name: "kept",
  match: [{ group: "*.services.k8s.aws", resource: "*" }],
  rules: {
    kept: { denyWhen: ({ oldObject }) => oldObject.metadata.labels?.["keep"] === "yes", message: "it is kept" },
  },
});
`;

test("a Namespace is looked into: what its definition makes known keeps it", async () => {
  const bucket = (keep: string): string =>
    `{ apiVersion: s3.services.k8s.aws/v1alpha1, kind: Bucket, metadata: { name: a, namespace: shop, labels: { keep: "${keep}" } } }`;
  const { ask, directory } = await serveHere({
    "policies/kept.ts": keptBuckets,
    "policies/fallback.ts": fallbackText('namespaceContents: { groups: ["s3.services.k8s.aws"] }'),
    "objects/definition.json": definition(buckets),
    "objects/bucket.yaml": bucket("yes"),
  });
  const shop = { apiVersion: "v1", kind: "Namespace", metadata: { name: "shop", namespace: "shop" } };
  expect(await ask("/namespaces/kept", shop, "namespaces")).toMatchObject({
    allowed: false,
    code: 403,
    message: expect.stringContaining("Namespace shop holds Bucket a") as string,
  });
  writeFileSync(join(directory, "objects/bucket.yaml"), bucket("no"));
  expect(await ask("/namespaces/kept", shop, "namespaces")).toMatchObject({ allowed: true });
});

test("a rule that reads the Namespace reads that of the manifests", async () => {
  const marked = 'namespaceObject?.metadata.labels?.["tier"] === "gold" && cluster.exists(asked)';
  const { ask, log } = await serveHere({
    "policies/used.ts": policyText(marked),
    "policies/fallback.ts": fallbackText(),
    "objects/all.yaml": [
      "{ apiVersion: v1, kind: Namespace, metadata: { name: shop, labels: { tier: gold } } }",
      "{ apiVersion: v1, kind: Pod, metadata: { name: a, namespace: other } }",
    ].join("\n---\n"),
  });
  expect(await ask("/rules/used/used/deny", deployment({}), "deployments")).toMatchObject({ allowed: false, code: 403 });
  const inNamespace = (namespace: string) => ({ ...deployment({}), metadata: { name: "web", namespace } });
  expect(await ask("/rules/used/used/deny", inNamespace("other"), "deployments")).toMatchObject({ allowed: true });
  expect(await ask("/rules/used/used/deny", inNamespace("nowhere"), "deployments")).toMatchObject({ status: 500 });
  expect(log.join("")).toContain("there is no Namespace nowhere");
});
