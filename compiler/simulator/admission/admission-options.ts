import { type UntypedObject } from "./json-object.ts";
import { fieldsOf } from "../../api/json.ts";

/** Options of a delete, as the client sends them. */
export interface SentDeleteOptions {
  readonly propagationPolicy?: "Background" | "Foreground" | "Orphan";
  readonly gracePeriodSeconds?: number;
  readonly orphanDependents?: boolean;
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
  readonly dryRun?: readonly string[];
}

/**
 * Options of a create or update, as the client sends them: `fieldManager` of
 * `kubectl apply --server-side`, for example.
 */
export interface SentWriteOptions {
  readonly fieldManager?: string;
  readonly fieldValidation?: "Ignore" | "Warn" | "Strict";
}

const meta = { apiVersion: "meta.k8s.io/v1" };

export function writeOptions(
  kind: "CreateOptions" | "UpdateOptions",
  { dryRun = false, options }: { readonly dryRun?: boolean; readonly options?: SentWriteOptions },
): object {
  return { ...meta, kind, ...(dryRun && { dryRun: ["All"] }), ...options };
}

/**
 * Options of a delete, as admission sees them: on a single delete the storage of some kinds has already filled in what
 * it needs, since both hold the same options. A collection delete shows them as they were sent.
 */
export function deleteOptions(object: UntypedObject, sent: SentDeleteOptions, isCollection: boolean): object {
  const filled = isCollection ? {} : { ...gracePeriod(object, sent), ...uidPrecondition(object, sent) };
  return { ...meta, kind: "DeleteOptions", ...sent, ...filled };
}

/** kubernetes: registry/core/pod/strategy.go, CheckGracefulDelete. */
function gracePeriod(object: UntypedObject, { gracePeriodSeconds }: SentDeleteOptions): SentDeleteOptions {
  if (object.apiVersion !== "v1" || object.kind !== "Pod") return {};
  const { nodeName = "", terminationGracePeriodSeconds = 0 } = fieldsOf(object["spec"]);
  const { phase } = fieldsOf(object["status"]);
  const isGone = nodeName === "" || phase === "Failed" || phase === "Succeeded";
  const period = isGone ? 0 : Number(gracePeriodSeconds ?? terminationGracePeriodSeconds);
  return { gracePeriodSeconds: period < 0 ? 1 : period };
}

/** kubernetes: registry/core/namespace/storage; apiextensions-apiserver: registry/customresourcedefinition/etcd.go. */
function uidPrecondition({ apiVersion, kind, metadata }: UntypedObject, { preconditions }: SentDeleteOptions): SentDeleteOptions {
  const isFilled = ["v1 Namespace", "apiextensions.k8s.io/v1 CustomResourceDefinition"].includes(`${apiVersion} ${kind}`);
  const uid = metadata["uid"];
  return isFilled && typeof uid === "string" ? { preconditions: { uid, ...preconditions } } : {};
}
