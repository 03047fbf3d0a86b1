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

const isInUse = ({ metadata }: Stored<KubernetesObject>): boolean => metadata.labels?.[IN_USE] === "true";

/** What may be used: the same as `usages.of` in fallback.ts, and as many kinds as you like. */
const USABLE: readonly Match[] = [
  { group: "", resource: "configmaps" },
  { group: "", resource: "persistentvolumeclaims" },
  { group: "", resource: "secrets" },
  { group: "apps", resource: "deployments" },
  { group: "apps", resource: "statefulsets" },
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

/**
 * Crossplane's Usage: what something else uses cannot be deleted, and the refusal says by what. The document is
 * github.com/crossplane/crossplane:design/one-pager-generic-usage-type.md; what differs is in docs/usages.md.
 *
 * The webhook is asked only about objects with the label that the controller sets; nobody takes that label, or the entry of a Usage,
 * away before the Usage goes.
 */
export default deletionPolicy({
  name: "usages",
  match: USABLE,
  waysOut: [terminating()],
  guards: { release: { keptBy: "keepMark" } },
  rules: {
    inUse: {
      denyWhen: ({ oldObject, cluster }) => isInUse(oldObject) && usagesOf(oldObject, cluster).length > 0,
      status: "Conflict",
      message: ({ oldObject, cluster }) => {
        const found = usagesOf(oldObject, cluster);
        const more = found.length > 10 ? " and more" : "";
        return `This resource is in-use by ${found.length} usage(s), including the ${found.slice(0, 10).map(describe).join("; the ")}${more}`;
      },
    },
    keepMark: {
      operation: "update",
      denyWhen: ({ oldObject, object, cluster }) => {
        if (!isInUse(oldObject)) return false;
        const before = oldObject.metadata.annotations;
        const entries = Object.keys(before ?? {}).filter((key) => key.startsWith(ENTRY));
        const isChanged = (entry: string): boolean => object.metadata.annotations?.[entry] !== before?.[entry];
        return (
          (!isInUse(object) || entries.some(isChanged)) &&
          usagesOf(oldObject, cluster).some(
            ({ metadata: { uid, deletionTimestamp } }) =>
              deletionTimestamp === undefined &&
              before?.[`${ENTRY}${uid}`] !== undefined &&
              (!isInUse(object) || isChanged(`${ENTRY}${uid}`)),
          )
        );
      },
      message: ({ oldObject }) =>
        `${oldObject.kind} ${plainName(oldObject.metadata.name)} is in use, and its mark goes with the Usage: delete that first`,
    },
  },
});
