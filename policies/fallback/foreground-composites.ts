import { type Cluster, type KubernetesObject, type Resource, deletionPolicy, plainName, resource, terminating } from "holdfast";

interface Claim extends KubernetesObject {
  readonly spec: { readonly compositeDeletePolicy?: string };
}

interface Composite extends KubernetesObject {
  readonly spec: { readonly claimRef?: { readonly kind?: string; readonly namespace?: string; readonly name?: string } };
}

const postgresqls = resource<Claim>({ group: "vshn.appcat.vshn.io", version: "v1", resource: "vshnpostgresqls" });
const redis = resource<Claim>({ group: "vshn.appcat.vshn.io", version: "v1", resource: "vshnredis" });

/** By its key: one read of the API server. A claim that no longer exists asks for nothing any more. */
function asksForForeground(of: Resource<Claim>, kind: string, composite: Composite, cluster: Cluster): boolean {
  const claim = composite.spec?.claimRef;
  return (
    claim?.kind === kind &&
    cluster
      .list(of, { namespace: claim.namespace ?? "", name: claim.name ?? "" })
      .some(({ spec }) => spec?.compositeDeletePolicy === "Foreground")
  );
}

/**
 * Denies deleting a composite resource in the background where its claim says `compositeDeletePolicy: Foreground`: whoever deletes it by
 * hand, or with `kubectl delete --cascade=background`, would leave what is composed without an order.
 *
 * Opt-in, and off by default: Crossplane's design is "not intended to block resource deletion requests", so this file is not among the
 * generated ones. To turn it on, copy it beside the file that declares your `fallback(...)`, and compile: it takes the webhook. For other
 * kinds of claims write a line for each, here and in `match`.
 */
export default deletionPolicy<Composite>({
  name: "foreground-composites",
  match: [
    { group: "vshn.appcat.vshn.io", version: "v1", resource: "xvshnpostgresqls" },
    { group: "vshn.appcat.vshn.io", version: "v1", resource: "xvshnredis" },
  ],
  overrides: [terminating()],
  guards: {
    definitions: { off: "a definition that goes takes the claims along, and asks for no order" },
  },
  rules: {
    foreground: {
      denyWhen: ({ oldObject, request, cluster }) =>
        request.options?.propagationPolicy !== "Foreground" &&
        (asksForForeground(postgresqls, "VSHNPostgreSQL", oldObject, cluster) ||
          asksForForeground(redis, "VSHNRedis", oldObject, cluster)),
      message: ({ oldObject, request: { resource: of } }) =>
        `${oldObject.kind} ${plainName(oldObject.metadata.name)} is deleted in the foreground, says its claim. Delete the claim, or ` +
        `run: kubectl delete ${of.resource}.${of.group}/${plainName(oldObject.metadata.name)} --cascade=foreground`,
    },
  },
});
