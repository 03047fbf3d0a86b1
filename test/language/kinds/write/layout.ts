import type { Api, ApiKind } from "./api.ts";
import { typeName } from "../../../../compiler/language/served/built-in-kinds.ts";
import type { Schema } from "../openapi.ts";

/** A folder for each group that people look for by its name; the others stand with their neighbours. */
const folders: Readonly<Record<string, string>> = {
  "": "core",
  "admissionregistration.k8s.io": "admission",
  "apiextensions.k8s.io": "extensions",
  "apiregistration.k8s.io": "extensions",
  apps: "apps",
  autoscaling: "autoscaling",
  batch: "batch",
  "certificates.k8s.io": "certificates",
  "coordination.k8s.io": "cluster",
  "discovery.k8s.io": "networking",
  "events.k8s.io": "cluster",
  "flowcontrol.apiserver.k8s.io": "flowcontrol",
  "networking.k8s.io": "networking",
  "node.k8s.io": "cluster",
  policy: "policy",
  "rbac.authorization.k8s.io": "rbac",
  "resource.k8s.io": "resource",
  "scheduling.k8s.io": "cluster",
  "storage.k8s.io": "storage",
  "storagemigration.k8s.io": "storage",
};

export function folderOf(group: string): string {
  const folder = folders[group];
  if (folder === undefined) throw new Error(`no folder for ${group}: name one in layout.ts`);
  return folder;
}

/** Definitions that stand in the type of a field as they are, or as a type of `field-types.ts`. */
export const written: Readonly<Record<string, string>> = {
  "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSON": "unknown",
  "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOrArray":
    "JSONSchemaProps | readonly JSONSchemaProps[]",
  "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOrBool": "JSONSchemaProps | boolean",
  "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOrStringArray": "JSONSchemaProps | readonly string[]",
  "io.k8s.apimachinery.pkg.api.resource.Quantity": "QuantityText",
  "io.k8s.apimachinery.pkg.apis.meta.v1.FieldsV1": "Readonly<Record<string, unknown>>",
  "io.k8s.apimachinery.pkg.apis.meta.v1.ManagedFieldsEntry": "ManagedFields",
  "io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime": "Time",
  "io.k8s.apimachinery.pkg.apis.meta.v1.OwnerReference": "OwnerReference",
  "io.k8s.apimachinery.pkg.apis.meta.v1.Time": "Time",
  "io.k8s.apimachinery.pkg.runtime.RawExtension": "Readonly<Record<string, unknown>>",
  "io.k8s.apimachinery.pkg.util.intstr.IntOrString": "IntOrString",
};

/** The definitions that a schema names, without those that have no interface. */
export function namedIn(schema: Schema): readonly string[] {
  const [only] = schema.allOf ?? [];
  const inner = [only, schema.items, schema.additionalProperties].filter((one) => typeof one === "object");
  const own = schema.$ref?.replace("#/components/schemas/", "");
  return [...(own === undefined ? [] : [own]), ...inner.flatMap(namedIn)];
}

const core = "io.k8s.api.core.v1";

/** Parts of one kind that do not stand beside it, as the file would be too long. */
const divided: typeof topics = [
  ["core/pod/pod-status", /\.core\.v1\.(PodStatus|Container(State\w*|Status|User)|ResourceStatus)$/],
  ["autoscaling/metrics", /\.autoscaling\.v2\.\w*Metric\w*$/],
];

/** Where definitions stand that several kinds have in common: the first pattern counts. */
const topics: readonly (readonly [file: string, names: RegExp])[] = [
  ["meta", /^io\.k8s\.apimachinery\.pkg\.apis\.meta\.v1\./],
  ["core/event", /\.core\.v1\.EventSource$/],
  ["core/persistent-volume", /\.core\.v1\.(PersistentVolumeSpec|VolumeNodeAffinity)$/],
  ["core/persistent-volume-claim", claimParts()],
  [
    "core/pod/affinity",
    /\.core\.v1\.(\w*Affinity\w*|NodeSelector\w*|PreferredSchedulingTerm|Toleration|TopologySpreadConstraint)$/,
  ],
  ["core/pod/environment", /\.core\.v1\.(Env\w+|\w+KeySelector|\w+EnvSource|\w+FieldSelector)$/],
  ["core/pod/probes", /\.core\.v1\.(Probe|Lifecycle\w*|\w+Action|HTTPHeader)$/],
  ["core/pod/security", /\.core\.v1\.(\w*SecurityContext\w*|SELinuxOptions|\w+Profile|Capabilities|Sysctl)$/],
  ["core/pod/container", /\.core\.v1\.(\w*Container\w*|ResourceRequirements|ResourceClaim|VolumeMount|VolumeDevice)$/],
  ["core/references", /\.core\.v1\.\w+Reference$/],
  ["core/volumes/persistent-sources", /\.core\.v1\.\w+PersistentVolumeSource$/],
  ["core/volumes/projected", /\.core\.v1\.(\w+Projection|Projected\w+|KeyToPath|DownwardAPI\w+)$/],
  ["core/volumes/volume", volumes()],
  ["core/volumes/storage-systems", /\.core\.v1\.\w+VolumeSource$/],
  ["core/pod/pod-spec", /\.core\.v1\.(Pod\w+|HostAlias|EvictionResponder)$/],
  ["admission/webhook-client", /\.admissionregistration\.v1\.(ServiceReference|WebhookClientConfig)$/],
  ["admission/matching", /\.admissionregistration\.v1\./],
  ["batch/job", /\.batch\.v1\./],
  ["batch/workload", /\.scheduling\.v1alpha\d\./],
  ["rbac/rules-and-subjects", /\.rbac\.v1\./],
  ["resource/devices", /\.resource\.v1\./],
];

function claimParts(): RegExp {
  return /\.core\.v1\.(PersistentVolumeClaim(Spec|Status|Condition)|Volume(ResourceRequirements|Health\w+)|ModifyVolumeStatus)$/;
}

/** Those of Kubernetes itself, which most Pods have; the rest are of storage systems. */
function volumes(): RegExp {
  return /\.core\.v1\.(Volume|(PersistentVolumeClaim|ConfigMap|Secret|EmptyDir|HostPath|Ephemeral|CSI|Image|Local|NFS)VolumeSource|PersistentVolumeClaimTemplate)$/;
}

/** Which file each definition stands in, without `.ts`. */
export type Files = ReadonlyMap<string, string>;

export function filesOf({ kinds, definitions }: Api): Files {
  const users = new Map<string, Set<string>>();
  for (const kind of kinds)
    for (const name of reachedFrom(kind, definitions))
      (users.get(name) ?? users.set(name, new Set()).get(name))?.add(fileOf(kind));
  const kindFiles = new Map(kinds.map((kind) => [kind.definition, fileOf(kind)]));
  return new Map(
    [...users].map(([name, files]) => {
      const [only] = files;
      const topic = topics.find(([, names]) => names.test(name))?.[0];
      const own = kindFiles.get(name) ?? divided.find(([, names]) => names.test(name))?.[0];
      const file = own ?? (isOfOne(name, files) ? only : topic) ?? topic;
      if (file === undefined) throw new Error(`no file for ${name}, which ${[...files].join(", ")} have: name one in layout.ts`);
      return [name, file];
    }),
  );
}

/** What one kind alone has stands beside it, unless it belongs to another group. */
function isOfOne(name: string, files: ReadonlySet<string>): boolean {
  return files.size === 1 && !name.startsWith("io.k8s.apimachinery.");
}

export function reachedFrom({ definition }: ApiKind, definitions: Api["definitions"]): readonly string[] {
  const reached = new Set([definition]);
  for (const name of reached) for (const inner of partsOf(name, definitions)) reached.add(inner);
  return [...reached];
}

export function partsOf(name: string, definitions: Api["definitions"]): readonly string[] {
  const fields = [...(definitions.get(name)?.fields ?? [])].filter(([field]) => !isLeftOut(name, field));
  const named = fields.flatMap(([, { schema }]) => namedIn(schema));
  return named.filter((inner) => !(inner in written) && !isEmpty(inner, definitions));
}

/** It is there, or it is not: nothing can be read of it. */
export function isEmpty(definition: string, definitions: Api["definitions"]): boolean {
  return definitions.get(definition)?.fields.size === 0;
}

/** What is sent and never stored. */
export function isLeftOut(definition: string, field: string): boolean {
  return definition === `${core}.Secret` && field === "stringData";
}

/** `core/persistent-volume-claim` */
export function fileOf(kind: ApiKind): string {
  return `${folderOf(kind.group)}/${kebab(typeName(kind))}`;
}

function kebab(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replaceAll(/([A-Z])([A-Z][a-z])/g, "$1-$2")
    .toLowerCase();
}

/** Of a definition that is no kind. */
export function shortName(definition: string): string {
  const name = definition.split(".").at(-1) ?? "";
  return name === "ObjectMeta" ? "TemplateMeta" : name;
}

/** Parts of kinds that functions of rules take: `holdfast/kinds` has them, too. */
const parts: ReadonlySet<string> = new Set([
  ...[
    "Container",
    "ContainerPort",
    "ContainerStatus",
    "EnvVar",
    "ObjectReference",
    "PersistentVolumeClaimSpec",
    "PodSpec",
    "PodTemplateSpec",
    "ServicePort",
    "Toleration",
    "Volume",
    "VolumeMount",
  ].map((name) => `${core}.${name}`),
  ...["batch.v1.JobSpec", "rbac.v1.PolicyRule", "rbac.v1.Subject"].map((name) => `io.k8s.api.${name}`),
  ...["Condition", "LabelSelector"].map((name) => `io.k8s.apimachinery.pkg.apis.meta.v1.${name}`),
]);

export function partOf(definition: string): string | undefined {
  return parts.has(definition) ? shortName(definition) : undefined;
}
