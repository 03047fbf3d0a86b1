export interface DeletedObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly [field: string]: unknown };
  readonly [field: string]: unknown;
}

/** The review of a delete, as the API server sends it. */
export function deletionReview(object: DeletedObject, resource: string): object {
  const [group = "", version = ""] = object.apiVersion.includes("/") ? object.apiVersion.split("/") : ["", object.apiVersion];
  const kind = { group, version, kind: object.kind };
  const { name, namespace } = object.metadata;
  const metadata = { uid: "6f2b3c9e-8f0a-4c55-9d7e-1a2b3c4d5e6f", resourceVersion: "1", ...object.metadata };
  return {
    apiVersion: "admission.k8s.io/v1",
    kind: "AdmissionReview",
    request: {
      uid: "705ab4f5-6393-11e8-b7cc-42010a800002",
      kind,
      resource: { group, version, resource },
      requestKind: kind,
      requestResource: { group, version, resource },
      name,
      ...(namespace !== undefined && { namespace }),
      operation: "DELETE",
      userInfo: { username: "alice", groups: ["system:authenticated"] },
      object: null,
      oldObject: { ...object, metadata },
      dryRun: false,
      options: { apiVersion: "meta.k8s.io/v1", kind: "DeleteOptions" },
    },
  };
}
