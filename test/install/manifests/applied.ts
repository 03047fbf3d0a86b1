import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Compilation } from "../../../compiler/compile.ts";
import type { Written } from "./compile-fallback.ts";

/** Where each kind is served; what is in no namespace has `cluster`. */
const resources: Readonly<Record<string, readonly [resource: string, scope: "cluster" | "namespace"]>> = {
  Namespace: ["namespaces", "cluster"],
  ResourceQuota: ["resourcequotas", "namespace"],
  ServiceAccount: ["serviceaccounts", "namespace"],
  ConfigMap: ["configmaps", "namespace"],
  Service: ["services", "namespace"],
  Deployment: ["deployments", "namespace"],
  PodDisruptionBudget: ["poddisruptionbudgets", "namespace"],
  NetworkPolicy: ["networkpolicies", "namespace"],
  Role: ["roles", "namespace"],
  RoleBinding: ["rolebindings", "namespace"],
  ClusterRole: ["clusterroles", "cluster"],
  ClusterRoleBinding: ["clusterrolebindings", "cluster"],
  CustomResourceDefinition: ["customresourcedefinitions", "cluster"],
  Certificate: ["certificates", "namespace"],
  Issuer: ["issuers", "namespace"],
  PodMonitor: ["podmonitors", "namespace"],
  ValidatingWebhookConfiguration: ["validatingwebhookconfigurations", "cluster"],
};

export function pathTo({ apiVersion, kind, metadata }: Written): string {
  const [resource = "", scope] = resources[kind] ?? [];
  const group = apiVersion.includes("/") ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  const namespace = scope === "namespace" ? `/namespaces/${metadata.namespace}` : "";
  return `${group}${namespace}/${resource}/${metadata.name}`;
}

export function writeFallback(directory: string, { fallback }: Compilation): void {
  mkdirSync(directory, { recursive: true });
  for (const { name, text } of fallback?.files ?? []) writeFileSync(join(directory, name), text);
}

/** What the server and kubectl add of their own. */
const ofMetadata = ["uid", "resourceVersion", "generation", "creationTimestamp", "managedFields"];
const ofAnnotations = ["kubectl.kubernetes.io/last-applied-configuration", "deployment.kubernetes.io/revision"];

/** Addresses, and the finalizer that every Namespace has. */
const allocated: Readonly<Record<string, readonly string[]>> = {
  Service: ["clusterIP", "clusterIPs", "ipFamilies", "ipFamilyPolicy"],
  Namespace: ["finalizers"],
};

/** An object as it was read, without what nobody could have written. */
export function asWritten(read: Written): unknown {
  const { status: _status, metadata, ...fields } = read;
  const spec = without(fields["spec"] ?? {}, allocated[read.kind] ?? []);
  const annotations = without(metadata.annotations, ofAnnotations);
  return withoutNulls({
    ...fields,
    ...(Object.keys(spec).length > 0 ? { spec } : { spec: null }),
    metadata: { ...without(metadata, ofMetadata), annotations },
  });
}

function without(fields: object, keys: readonly string[]): object {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => !keys.includes(key)));
}

/** `template.metadata.creationTimestamp: null`, which older servers write. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, entry]) => (entry === null ? [] : [[key, withoutNulls(entry)]])),
  );
}
