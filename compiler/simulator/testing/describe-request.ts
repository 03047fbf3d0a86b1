import type { DescribedOperation, RequestDescription, TestedObject } from "./request-description.ts";

const verbs: Readonly<Record<DescribedOperation, string>> = {
  delete: "DELETE of",
  deleteCollection: "collection DELETE of",
  create: "CREATE of",
  update: "UPDATE of",
};

/** `DELETE of ConfigMap shop/settings as alice (ops), dry run`: what a person needs to know a request again. */
export function describeRequest(description: RequestDescription): string {
  const { operation, object, as = "alice", groups = [], subresource, through } = description;
  const user = groups.length === 0 ? as : `${as} (${groups.join(", ")})`;
  const details = [
    ...(subresource === undefined ? [] : [`subresource ${subresource}`]),
    ...(through === undefined ? [] : [`through ${through}`]),
    ...(description.dryRun === true ? ["dry run"] : []),
    ...Object.entries(description.options ?? {}).map(([name, value]) => `${name} ${JSON.stringify(value)}`),
  ];
  return [`${verbs[operation]} ${describeObject(object, description.namespace?.name)} as ${user}`, ...details].join(", ");
}

/** `ConfigMap shop/settings`, `Bucket app/data (s3.services.k8s.aws/v1alpha1)` */
function describeObject({ apiVersion, kind, metadata }: TestedObject, around: string | undefined): string {
  const name = metadata?.name ?? metadata?.generateName ?? "";
  const namespace = metadata?.namespace ?? around;
  const version = apiVersion.includes("/") ? ` (${apiVersion})` : "";
  return `${kind} ${namespace === undefined ? name : `${namespace}/${name}`}${version}`;
}
