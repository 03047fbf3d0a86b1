import { versionIdOf } from "../../../../runtime-fallback/kubernetes/resource.ts";
import { type JsonObject, fieldsOf, textAt, textsOf } from "../../../api/json.ts";
import type { ClusterObject } from "../cluster-object.ts";
import type { PropagationPolicy } from "../propagation.ts";
import type { Live, World } from "../world.ts";

/** Crossplane keeps a claim until its composite is gone (crossplane: internal/controller/apiextensions/claim/reconciler.go). */
const claimFinalizer = "finalizer.apiextensions.crossplane.io";

/** The provider keeps a managed resource until what it stands for is gone. */
const managedFinalizer = "finalizer.managedresource.crossplane.io";

/** Kinds whose `spec` decides: those of Crossplane's providers, its composites and claims. */
export const isOfCrossplane = ({ categories = [] }: { readonly categories?: readonly string[] }): boolean =>
  categories.some((category) => ["managed", "composite", "claim"].includes(category));

/** The composite that Crossplane deletes with this claim; undefined: it is no claim, or its composite is gone. */
export function compositeOf({ object, finalizers }: Live, world: World): Live | undefined {
  const { resourceRef } = fieldsOf(object.stored["spec"]);
  const { apiVersion, kind, name } = fieldsOf(resourceRef);
  if (!finalizers.has(claimFinalizer) || typeof kind !== "string" || typeof name !== "string") return undefined;
  const { group } = versionIdOf(String(apiVersion));
  return world.find({ group, kind }, undefined, name);
}

/** How Crossplane deletes it, which the claim says. */
export function compositePropagation({ object }: Live): PropagationPolicy {
  return textAt(object.stored["spec"], "compositeDeletePolicy") === "Foreground" ? "Foreground" : "Background";
}

/** Whether a provider deletes what this object stands for; undefined: it is no managed resource. */
export function deletesManaged({ stored, finalizers }: ClusterObject): boolean | undefined {
  const spec = fieldsOf(stored["spec"]);
  if (!finalizers.includes(managedFinalizer) && spec["forProvider"] === undefined) return undefined;
  return isDeleteAllowed(spec);
}

/**
 * Management policies that are not the default decide alone; with the default, the deletion policy does. None at all
 * pause the resource (crossplane-runtime: pkg/reconciler/managed/policies.go, ShouldDelete and IsPaused).
 */
function isDeleteAllowed({ managementPolicies, deletionPolicy }: JsonObject): boolean {
  const policies = Array.isArray(managementPolicies) ? textsOf(managementPolicies) : ["*"];
  if (policies.includes("Delete")) return true;
  return policies.includes("*") && deletionPolicy !== "Orphan";
}
