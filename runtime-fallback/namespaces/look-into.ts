import type { PolicyProgram } from "../../compiler/api/rules-module.ts";
import type { AdmissionReviewRequest } from "../../compiler/api/admission-review.ts";
import type { ApiServer } from "../kubernetes/api-server.ts";
import { findListed } from "../kubernetes/list.ts";
import type { ServedResource } from "../kubernetes/discovery/served-resource.ts";
import type { StoredObject } from "../kubernetes/stored-object.ts";
import { apiVersionOf } from "../kubernetes/resource.ts";

/** An object that keeps its Namespace. */
export interface ProtectedObject {
  readonly kind: string;
  readonly name: string;
  /** Why a delete of it would be denied. */
  readonly why: string;
}

export interface NamespaceCheck {
  readonly server: ApiServer;
  readonly program: PolicyProgram;
  /** The delete of the Namespace. */
  readonly request: AdmissionReviewRequest;
  readonly namespace: string;
}

/** The first object of a kind in the Namespace that the policy protects. */
export function lookInto(
  { server, program, request, namespace }: NamespaceCheck,
  kind: ServedResource,
  signal: AbortSignal,
): Promise<ProtectedObject | undefined> {
  const query = { resource: kind, namespace, metadataOnly: !program.readsMore };
  return findListed(server, query, {
    signal,
    find: (object) => {
      const [finding] = program.run({ request: deleteOf(object, kind, request), namespaceObject: request.oldObject });
      return finding === undefined ? undefined : { kind: kind.kind, name: object.metadata.name, why: finding.message };
    },
  });
}

/** As if whoever deletes the Namespace deleted the object: rules may let some people through. */
function deleteOf(
  object: StoredObject,
  kind: ServedResource,
  { userInfo, dryRun }: AdmissionReviewRequest,
): AdmissionReviewRequest {
  const { group, version, resource } = kind;
  const [ofKind, ofResource] = [
    { group, version, kind: kind.kind },
    { group, version, resource },
  ];
  return {
    operation: "DELETE",
    kind: ofKind,
    requestKind: ofKind,
    resource: ofResource,
    requestResource: ofResource,
    name: object.metadata.name,
    ...(object.metadata.namespace !== undefined && { namespace: object.metadata.namespace }),
    userInfo,
    dryRun,
    // A list of metadata says that its items are of kind PartialObjectMetadata.
    oldObject: { ...object, apiVersion: apiVersionOf({ group, version }), kind: kind.kind },
    options: { apiVersion: "meta.k8s.io/v1", kind: "DeleteOptions" },
  };
}
