import {
  type Cluster,
  type KubernetesObject,
  type Match,
  type Resource,
  type Stored,
  deletionPolicy,
  plainName,
  show,
  terminating,
} from "holdfast";
import {
  type Usage,
  clusterUsages,
  crossplaneClusterUsages,
  crossplaneUsages,
  groupOf,
  legacyUsages,
  usages,
} from "./usage-kinds.ts";

/** Set by the controller before a Usage says that it is ready, and taken away by it after the last Usage is gone. */
const IN_USE = "holdfast.dev/in-use";

/** Each Usage writes itself into the object that it uses: `usage.holdfast.dev/<its UID>`. */
const ENTRY = "usage.holdfast.dev/";

/** Asks for a delete once nothing uses the object: `<its UID>/<time>`, and `/Foreground` or `/Orphan` where that is meant. */
const ATTEMPT = "holdfast.dev/delete-when-unused";
/** The time as `date -u +%FT%TZ` writes it. How old it is the controller says: CEL has no clock. */
const ATTEMPT_FORM = /^[^/]{1,64}\/[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z(\/(Background|Foreground|Orphan))?$/u;

const isInUse = ({ metadata }: Stored<KubernetesObject>): boolean => metadata.labels?.[IN_USE] === "true";

/** What may be used; a Usage of anything else protects nothing, and does not become ready. */
const USABLE: readonly Match[] = [
  { group: "*.crossplane.io", resource: "*/*" },
  { group: "*.upbound.io", resource: "*/*" },
  { group: "", resource: "*/*" },
  { group: "apps", resource: "*/*" },
];

/** The Usages of one resource that name the object. */
function usagesIn(
  of: Resource<Usage>,
  { apiVersion, kind, metadata }: Stored<KubernetesObject>,
  cluster: Cluster,
): readonly Stored<Usage>[] {
  const { namespace, name } = metadata;
  const group = groupOf(apiVersion);
  return namespace === undefined
    ? cluster.list(of, { index: { inNone: `${group}/${kind}/${name}` } })
    : cluster.list(of, { index: { inNamespace: `${group}/${kind}/${namespace}/${name}` } });
}

/** Every Usage of the object, whatever group it is of. */
function usagesOf(object: Stored<KubernetesObject>, cluster: Cluster): readonly Stored<Usage>[] {
  return [
    ...usagesIn(usages, object, cluster),
    ...usagesIn(clusterUsages, object, cluster),
    ...usagesIn(crossplaneUsages, object, cluster),
    ...usagesIn(crossplaneClusterUsages, object, cluster),
    ...usagesIn(legacyUsages, object, cluster),
  ];
}

/**
 * A new attempt at this very object. One that names another UID is never carried out: controllers copy annotations, as from a Deployment to its
 * ReplicaSets and from a claim to its composite, and none of them is to be stopped by it.
 */
function newAttempt(oldObject: Stored<KubernetesObject>, object: Stored<KubernetesObject>): string | undefined {
  const attempt = object.metadata.annotations?.[ATTEMPT] ?? "";
  const isNew = attempt !== oldObject.metadata.annotations?.[ATTEMPT];
  return isNew && attempt.startsWith(oldObject.metadata.uid) ? attempt : undefined;
}

/** Who uses it, or why it is kept. */
function describe({ kind, metadata: { namespace, name }, spec }: Stored<Usage>): string {
  const place = namespace === undefined ? plainName(name) : `${plainName(namespace)}/${plainName(name)}`;
  const by = spec?.by;
  const why =
    by === undefined
      ? `with reason: ${show(spec?.reason ?? "")}`
      : `by ${show(by.kind ?? "")} ${show(by.resourceRef?.name ?? "")}`;
  return `${plainName(kind)} ${place} ${why}`;
}

/** A shell fills in the time. */
function askCommand(
  { metadata: { uid, namespace, name } }: Stored<KubernetesObject>,
  { group, resource }: { readonly group: string; readonly resource: string },
): string {
  const type = group === "" ? resource : `${resource}.${group}`;
  const place = namespace === undefined ? "" : ` --namespace ${plainName(namespace)}`;
  return `kubectl annotate --overwrite ${type} ${plainName(name)}${place} "${ATTEMPT}=${uid}/$(date -u +%FT%TZ)"`;
}

/**
 * Crossplane's Usage: what something else uses cannot be deleted, and the refusal says by what. The document is
 * github.com/crossplane/crossplane:design/one-pager-generic-usage-type.md; what differs is in docs/usages.md.
 *
 * The webhook is asked only about objects with the label that the controller sets; nobody takes that label, or the entry of a Usage,
 * away before the Usage goes.
 */
const usagePolicy = deletionPolicy({
  name: "usages",
  match: USABLE,
  waysOut: [terminating()],
  guards: { release: { keptBy: "keepMark" } },
  rules: {
    inUse: {
      denyWhen: ({ oldObject, cluster }) => isInUse(oldObject) && usagesOf(oldObject, cluster).length > 0,
      status: "Conflict",
      message: ({ oldObject, request, cluster }) => {
        const found = usagesOf(oldObject, cluster);
        const more = found.length > 10 ? " and more" : "";
        const used = `This resource is in-use by ${found.length} usage(s), including the ${found.slice(0, 10).map(describe).join("; the ")}${more}`;
        if (!found.some(({ spec }) => spec?.replayDeletion === true)) return used;
        return `${used}. To have it deleted when it is not used any more, within 24 hours: ${askCommand(oldObject, request.resource)}`;
      },
    },
    mayNotAsk: {
      operation: "update",
      denyWhen: ({ oldObject, object, request, authorizer }) =>
        newAttempt(oldObject, object) !== undefined &&
        !authorizer
          .group(request.resource.group)
          .resource(request.resource.resource)
          .namespace(request.namespace ?? "")
          .name(request.name ?? "")
          .check("delete")
          .allowed(),
      message: ({ oldObject }) =>
        `only who may delete ${oldObject.kind} ${plainName(oldObject.metadata.name)} may ask for its deletion with ${ATTEMPT}`,
    },
    badAttempt: {
      operation: "update",
      denyWhen: ({ oldObject, object }) => {
        const attempt = newAttempt(oldObject, object);
        return attempt !== undefined && !(attempt.startsWith(`${oldObject.metadata.uid}/`) && ATTEMPT_FORM.test(attempt));
      },
      message: ({ oldObject }) =>
        `${ATTEMPT} is ${oldObject.metadata.uid}/<time>, such as 2026-01-31T12:00:00Z, and /Foreground or /Orphan after it where that is meant`,
    },
    unusedAttempt: {
      operation: "update",
      denyWhen: ({ oldObject, object }) => newAttempt(oldObject, object) !== undefined && !isInUse(oldObject),
      message: ({ oldObject }) => `${oldObject.kind} ${plainName(oldObject.metadata.name)} is not in use: delete it`,
    },
    vainAttempt: {
      operation: "update",
      denyWhen: ({ oldObject, object, cluster }) =>
        newAttempt(oldObject, object) !== undefined &&
        isInUse(oldObject) &&
        !usagesOf(oldObject, cluster).some(({ spec }) => spec?.replayDeletion === true),
      message: ({ oldObject }) =>
        `no Usage of ${oldObject.kind} ${plainName(oldObject.metadata.name)} has replayDeletion: true, so nobody would delete it: delete it when it is not used`,
    },
    keepMark: {
      operation: "update",
      denyWhen: ({ oldObject, object, cluster }) => {
        if (!isInUse(oldObject)) return false;
        const before = oldObject.metadata.annotations;
        const after = object.metadata.annotations;
        return usagesOf(oldObject, cluster).some(
          ({ metadata: { uid, deletionTimestamp } }) =>
            deletionTimestamp === undefined &&
            before?.[`${ENTRY}${uid}`] !== undefined &&
            (!isInUse(object) || after?.[`${ENTRY}${uid}`] !== before[`${ENTRY}${uid}`]),
        );
      },
      message: ({ oldObject }) =>
        `${oldObject.kind} ${plainName(oldObject.metadata.name)} is in use, and its mark goes with the Usage: delete that first`,
    },
  },
});

/** The annotations of a Binding become those of the Pod (kubernetes: pkg/registry/core/pod/storage, BindingREST), and no update of it is asked about. */
const bindingPolicy = deletionPolicy({
  name: "usages-bindings",
  match: [
    { group: "", resource: "pods/binding" },
    { group: "", resource: "bindings" },
  ],
  rules: {
    boundAttempt: {
      operation: "create",
      denyWhen: ({ object }) => object.metadata.annotations?.[ATTEMPT] !== undefined,
      message: `a Binding does not ask for the deletion of its Pod: take ${ATTEMPT} off it`,
    },
  },
});

export default [usagePolicy, bindingPolicy];
