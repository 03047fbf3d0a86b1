import { type KubernetesObject, type Stored, deletionPolicy, plainName, resource } from "holdfast";

/** What a controller or webhook of others runs on, and what has to be gone before it. */
export interface CriticalService extends KubernetesObject {
  readonly spec: { readonly provider?: { readonly name?: string } };
}

const criticalServices = resource<CriticalService>({
  group: "protection.holdfast.dev",
  version: "v1alpha1",
  resource: "criticalservices",
});

/** Set by the controller on a provider and its Namespace before a CriticalService says that it is ready. */
const CRITICAL = "holdfast.dev/critical";

/** Each CriticalService writes itself into what it marks: `critical.holdfast.dev/<its UID>`. */
const ENTRY = "critical.holdfast.dev/";

const isCritical = ({ metadata }: Stored<KubernetesObject>): boolean => metadata.labels?.[CRITICAL] === "true";

/**
 * The webhook is asked only about deletes of what carries the mark: nobody takes the mark, or the entry of a CriticalService, away before
 * that goes. Deletes themselves are decided by `runtime-fallback/critical-services/`; the document is
 * github.com/openshift/enhancements pull 380.
 */
export default deletionPolicy({
  name: "critical-services",
  match: [
    { group: "", resource: "namespaces" },
    { group: "apps", resource: "deployments" },
  ],
  rules: {
    keepMark: {
      operation: "update",
      denyWhen: ({ oldObject, object, cluster }) => {
        if (!isCritical(oldObject)) return false;
        const before = oldObject.metadata.annotations ?? {};
        const entries = Object.keys(before).filter((key) => key.startsWith(ENTRY));
        const isTaken = !isCritical(object) || entries.some((key) => object.metadata.annotations?.[key] === undefined);
        return (
          isTaken &&
          cluster
            .list(criticalServices)
            .some(
              ({ metadata }) => metadata.deletionTimestamp === undefined && entries.some((key) => key === ENTRY + metadata.uid),
            )
        );
      },
      message: ({ oldObject }) =>
        `${oldObject.kind} ${plainName(oldObject.metadata.name)} is or holds the provider of a CriticalService, and its mark goes with that: delete the CriticalService first`,
    },
  },
});
