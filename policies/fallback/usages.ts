import { type KubernetesObject, deletionPolicy, plainName, same, show, terminating, withinIterationLimit } from "holdfast";
import type { Usage } from "./usage-kinds.ts";
import { ATTEMPT, ATTEMPT_MANAGER, ENTRY, USABLE, entriesOf, isInUse, usageAt, usagesOf } from "./used-objects.ts";

/** Who uses it, or why it is kept. */
function describe({ kind, metadata: { namespace, name }, spec }: Usage): string {
  const place = namespace === undefined ? plainName(name) : `${plainName(namespace)}/${plainName(name)}`;
  const [by, reason] = [spec?.by, spec?.reason ?? ""];
  if (by !== undefined) return `${plainName(kind)} ${place} by ${show(by.kind ?? "")} ${show(by.resourceRef?.name ?? "")}`;
  return reason === "" ? `${plainName(kind)} ${place}` : `${plainName(kind)} ${place} with reason: ${show(reason)}`;
}

/** A shell fills in the time. */
function askCommand(
  { metadata: { uid, namespace, name } }: KubernetesObject,
  { group, resource }: { readonly group: string; readonly resource: string },
): string {
  const type = group === "" ? resource : `${resource}.${group}`;
  const place = namespace === undefined ? "" : ` --namespace ${plainName(namespace)}`;
  return `kubectl annotate --overwrite --field-manager=${ATTEMPT_MANAGER} ${type} ${plainName(name)}${place} "${ATTEMPT}=${uid}/$(date -u +%FT%TZ)"`;
}

const LIMIT_TEXT =
  "would be in use with more than 2000 annotations, and nobody could delete it: remove annotations, or the label holdfast.dev/in-use where no Usage stands";

/** Marked, with more annotations than a rule may iterate over. */
const isBeyondLimit = (object: KubernetesObject): boolean =>
  isInUse(object) && !withinIterationLimit(object.metadata.annotations);

/**
 * Crossplane's Usage: what something else uses cannot be deleted, and the denial says by what. The document is
 * github.com/crossplane/crossplane:design/one-pager-generic-usage-type.md; what differs is in docs/systems/crossplane-usage.md.
 *
 * The webhook is asked only about objects with the label that the controller sets; nobody takes that label, or the entry of a Usage,
 * away before the Usage goes.
 */
export default deletionPolicy({
  name: "usages",
  match: USABLE,
  overrides: [terminating()],
  guards: { release: { keptBy: "keepMark" } },
  rules: {
    inUse: {
      denyWhen: ({ oldObject, cluster }) =>
        isInUse(oldObject) && entriesOf(oldObject).some((key) => usageAt(key, oldObject, cluster) !== undefined),
      status: "Conflict",
      message: ({ oldObject, request, cluster }) => {
        const found = usagesOf(oldObject, cluster);
        const more = found.length > 10 ? " and more" : "";
        const used = `This resource is in-use by ${found.length} usage(s), including the ${found.slice(0, 10).map(describe).join("; the ")}${more}`;
        if (!found.some(({ spec }) => spec?.replayDeletion === true)) return used;
        return `${used}. To have it deleted when it is not used any more, within 24 hours: ${askCommand(oldObject, request.resource)}`;
      },
    },
    keepMark: {
      operation: "update",
      denyWhen: ({ oldObject, object, cluster }) => {
        if (!isInUse(oldObject)) return false;
        if (isInUse(object) && same(object.metadata.annotations, oldObject.metadata.annotations)) return false;
        const isTaken = (key: string): boolean =>
          !isInUse(object) || object.metadata.annotations?.[key] !== oldObject.metadata.annotations?.[key];
        // Too many to look at each entry: so the Usages that there are, each by its key.
        if (!withinIterationLimit(oldObject.metadata.annotations))
          return usagesOf(oldObject, cluster).some(({ metadata: { uid, deletionTimestamp } }) => {
            const key = `${ENTRY}${uid}`;
            return deletionTimestamp === undefined && oldObject.metadata.annotations?.[key] !== undefined && isTaken(key);
          });
        return entriesOf(oldObject).some((key) => {
          if (!isTaken(key)) return false;
          const usage = usageAt(key, oldObject, cluster);
          return usage !== undefined && usage.metadata.deletionTimestamp === undefined;
        });
      },
      message: ({ oldObject }) =>
        `${oldObject.kind} ${plainName(oldObject.metadata.name)} is in use, and its mark goes with the Usage: delete that first`,
    },
    // Beyond the limit no rule can look through the entries, and every delete is denied.
    fewAnnotations: {
      operation: "update",
      denyWhen: ({ oldObject, object }) => isBeyondLimit(object) && !isBeyondLimit(oldObject),
      message: ({ object }) => `${object.kind} ${plainName(object.metadata.name)} ${LIMIT_TEXT}`,
    },
    fewAnnotationsAtFirst: {
      operation: "create",
      denyWhen: ({ object }) => isBeyondLimit(object),
      message: ({ object }) => `${object.kind} ${plainName(object.metadata.name)} ${LIMIT_TEXT}`,
    },
  },
});
