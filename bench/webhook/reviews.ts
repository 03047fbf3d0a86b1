/** Usages, and the deletes that are reviewed beside them. */
export const allUsages = "/apis/protection.holdfast.dev/v1alpha1/usages";

/** The Usage that keeps the ConfigMap of that number. */
export function usageOf(at: number) {
  const reference = (name: string) => ({ apiVersion: "v1", kind: "ConfigMap", resourceRef: { name } });
  const metadata = {
    name: `usage-${at}`,
    namespace: "shop",
    uid: uidOf(at),
    resourceVersion: String(1000 + at),
    generation: 1,
  };
  const spec = { of: reference(`kept-${at}`), by: reference(`app-${at}`), reason: "in production" };
  return { apiVersion: "protection.holdfast.dev/v1alpha1", kind: "Usage", metadata, spec };
}

const uidOf = (at: number): string => `37a8bcd1-2895-46ce-9d81-${String(at).padStart(12, "0")}`;

export interface ReviewOptions {
  /** Of the body, about. */
  readonly bytes: number;
  /** Which Usage it names: one of `usageOf`, or one that is not there. */
  readonly usage: number;
  readonly name: string;
}

/** A delete of a ConfigMap in use, as an API server asks about it. */
export function reviewOf({ bytes, usage, name }: ReviewOptions): Buffer {
  const kind = { group: "", version: "v1", kind: "ConfigMap" };
  const resource = { group: "", version: "v1", resource: "configmaps" };
  const metadata = {
    name,
    namespace: "shop",
    uid: "9b2f3c9e-8f0a-4c55-9d7e-1a2b3c4d5e6f",
    resourceVersion: "4711",
    creationTimestamp: "2026-11-22T19:33:59Z",
    labels: { app: "demo", "holdfast.dev/in-use": "true" },
    annotations: { [`usage.holdfast.dev/${uidOf(usage)}`]: `usages.protection.holdfast.dev/shop/usage-${usage}` },
  };
  const data = Object.fromEntries(
    Array.from({ length: Math.max(1, Math.floor((bytes - 1_000) / 80)) }, (_, line) => [`key-${line}`, "v".repeat(64)]),
  );
  const request = {
    uid: "705ab4f5-6393-11e8-b7cc-42010a800002",
    kind,
    resource,
    requestKind: kind,
    requestResource: resource,
    name,
    namespace: "shop",
    operation: "DELETE",
    userInfo: { username: "alice", groups: ["team-a", "system:authenticated"] },
    object: null,
    oldObject: { apiVersion: "v1", kind: "ConfigMap", metadata, data },
    dryRun: false,
    options: { kind: "DeleteOptions", apiVersion: "meta.k8s.io/v1" },
  };
  return Buffer.from(JSON.stringify({ kind: "AdmissionReview", apiVersion: "admission.k8s.io/v1", request }));
}
