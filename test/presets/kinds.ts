import type { ControlPlane } from "../control-plane/control-plane.ts";
import { type CustomResource, applyCustomResourceDefinition } from "../control-plane/crds.ts";
import { created } from "../control-plane/requests.ts";
import { claimSpec, workloadSpec } from "../fixtures/objects.ts";

/** A kind that a preset is about, with the least that the API server stores of it. */
export interface Kind {
  readonly apiVersion: string;
  readonly kind: string;
  readonly plural: string;
  readonly isNamespaced: boolean;
  /** Everything but `metadata`. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

const builtIn = (apiVersion: string, kind: string, fields: Kind["fields"] = {}): Kind => ({
  apiVersion,
  kind,
  plural: `${kind.toLowerCase()}${kind.endsWith("s") ? "es" : "s"}`,
  isNamespaced: true,
  fields,
});

export const workload = (kind: string, replicas: number): Kind =>
  builtIn("apps/v1", kind, {
    spec: workloadSpec({ app: "web" }, { replicas, ...(kind === "StatefulSet" && { serviceName: "web" }) }),
  });

export const configMap: Kind = builtIn("v1", "ConfigMap");
export const service: Kind = builtIn("v1", "Service", { spec: { ports: [{ port: 80 }] } });
export const ingress: Kind = builtIn("networking.k8s.io/v1", "Ingress", {
  spec: { defaultBackend: { service: { name: "web", port: { number: 80 } } } },
});
export const volumeClaim: Kind = builtIn("v1", "PersistentVolumeClaim", {
  spec: claimSpec(),
});
export const quota: Kind = builtIn("v1", "ResourceQuota", { spec: { hard: { cpu: "1" } } });
export const namespace: Kind = { ...builtIn("v1", "Namespace"), isNamespaced: false };

/** Of these the API server holds anything. */
export const custom = {
  backupBucket: { ...kindOf("extensions.gardener.cloud/v1alpha1", "BackupBucket", "backupbuckets"), isNamespaced: false },
  backupEntry: { ...kindOf("extensions.gardener.cloud/v1alpha1", "BackupEntry", "backupentries"), isNamespaced: false },
  bastion: kindOf("extensions.gardener.cloud/v1alpha1", "Bastion", "bastions"),
  cloneSet: kindOf("apps.kruise.io/v1alpha1", "CloneSet", "clonesets"),
  cluster: { ...kindOf("extensions.gardener.cloud/v1alpha1", "Cluster", "clusters"), isNamespaced: false },
  containerRuntime: kindOf("extensions.gardener.cloud/v1alpha1", "ContainerRuntime", "containerruntimes"),
  controlPlane: kindOf("extensions.gardener.cloud/v1alpha1", "ControlPlane", "controlplanes"),
  dnsRecord: kindOf("extensions.gardener.cloud/v1alpha1", "DNSRecord", "dnsrecords"),
  etcd: kindOf("druid.gardener.cloud/v1alpha1", "Etcd", "etcds"),
  extension: kindOf("extensions.gardener.cloud/v1alpha1", "Extension", "extensions"),
  gitRepository: kindOf("source.toolkit.fluxcd.io/v1", "GitRepository", "gitrepositories"),
  helmRelease: kindOf("helm.toolkit.fluxcd.io/v2", "HelmRelease", "helmreleases"),
  infrastructure: kindOf("extensions.gardener.cloud/v1alpha1", "Infrastructure", "infrastructures"),
  network: kindOf("extensions.gardener.cloud/v1alpha1", "Network", "networks"),
  objectBucket: kindOf("appcat.vshn.io/v1", "ObjectBucket", "objectbuckets"),
  ociRepository: kindOf("source.toolkit.fluxcd.io/v1", "OCIRepository", "ocirepositories"),
  operatingSystemConfig: kindOf("extensions.gardener.cloud/v1alpha1", "OperatingSystemConfig", "operatingsystemconfigs"),
  postgreSQL: kindOf("vshn.appcat.vshn.io/v1", "VSHNPostgreSQL", "vshnpostgresqls"),
  redis: kindOf("vshn.appcat.vshn.io/v1", "VSHNRedis", "vshnredis"),
  project: { ...kindOf("core.gardener.cloud/v1beta1", "Project", "projects"), isNamespaced: false },
  shoot: kindOf("core.gardener.cloud/v1beta1", "Shoot", "shoots"),
  shootState: kindOf("core.gardener.cloud/v1beta1", "ShootState", "shootstates"),
  upboundInstance: { ...kindOf("rds.aws.upbound.io/v1beta1", "Instance", "instances"), isNamespaced: false },
  virtualMachine: kindOf("kubevirt.io/v1", "VirtualMachine", "virtualmachines"),
  worker: kindOf("extensions.gardener.cloud/v1alpha1", "Worker", "workers"),
  xrd: {
    ...kindOf("apiextensions.crossplane.io/v1", "CompositeResourceDefinition", "compositeresourcedefinitions"),
    isNamespaced: false,
  },
  xRedis: { ...kindOf("vshn.appcat.vshn.io/v1", "XVSHNRedis", "xvshnredis"), isNamespaced: false },
  xPostgreSQL: { ...kindOf("vshn.appcat.vshn.io/v1", "XVSHNPostgreSQL", "xvshnpostgresqls"), isNamespaced: false },
};

function kindOf(apiVersion: string, kind: string, plural: string): Kind {
  return { apiVersion, kind, plural, isNamespaced: true, fields: { spec: {} } };
}

export async function define(server: ControlPlane, kinds: readonly Kind[]): Promise<void> {
  for (const kind of kinds) await applyCustomResourceDefinition(server, definitionOf(kind));
}

function definitionOf({ apiVersion, kind, plural, isNamespaced }: Kind): CustomResource {
  const [group = "", name = ""] = apiVersion.split("/");
  return { group, kind, plural, scope: isNamespaced ? "Namespaced" : "Cluster", versions: [{ name, statusSubresource: true }] };
}

export interface Place {
  readonly name?: string;
  readonly namespace?: string;
}

export function pathOf({ apiVersion, plural, isNamespaced }: Kind, { name, namespace: place = "presets" }: Place = {}): string {
  const root = apiVersion === "v1" ? "/api/v1" : `/apis/${apiVersion}`;
  const collection = `${root}/${isNamespaced ? `namespaces/${place}/` : ""}${plural}`;
  return name === undefined ? collection : `${collection}/${name}`;
}

/** `virtualmachines.kubevirt.io "db"`, as the API server begins a denial. */
export function subjectOf({ apiVersion, plural }: Kind, name: string): string {
  return `${resourceOf({ apiVersion, plural })} "${name}"`;
}

export function resourceOf({ apiVersion, plural }: Pick<Kind, "apiVersion" | "plural">): string {
  return apiVersion === "v1" ? plural : `${plural}.${apiVersion.split("/")[0]}`;
}

export async function store(
  server: ControlPlane,
  kind: Kind,
  metadata: Place & Readonly<Record<string, unknown>>,
): Promise<void> {
  const { namespace: place = "presets" } = metadata;
  const body = { apiVersion: kind.apiVersion, kind: kind.kind, ...kind.fields, metadata };
  await created(server, pathOf(kind, { namespace: place }), body);
}
