import { type Int32, type KubernetesObject, deletionPolicy, plainName, resource } from "holdfast";

/** What a controller or webhook of others runs on. */
interface CriticalService extends KubernetesObject {
  readonly spec: {
    readonly provider?: {
      readonly group?: string;
      readonly resource?: string;
      readonly namespace?: string;
      readonly name?: string;
    };
  };
}

const criticalServices = resource<CriticalService>({
  group: "protection.holdfast.dev",
  version: "v1alpha1",
  resource: "criticalservices",
});

/** On a CriticalService, with its UID: it may go before its provider, and its provider may be scaled to nothing. */
const RELEASE = "holdfast.dev/release";

/** A Deployment, or the Scale of one: both have the same name, and a Scale of nothing has no `replicas`. */
interface Scaled extends KubernetesObject {
  readonly spec?: { readonly replicas?: Int32 };
}

const isNothing = ({ spec }: Scaled): boolean => (spec?.replicas ?? 0) === 0;

const isFor = ({ metadata, spec }: CriticalService, { namespace, name }: Scaled["metadata"]): boolean =>
  metadata.deletionTimestamp === undefined &&
  metadata.annotations?.[RELEASE] !== metadata.uid &&
  spec?.provider?.resource === "deployments" &&
  spec.provider.namespace === namespace &&
  spec.provider.name === name;

/**
 * A provider with no replicas serves nobody, as one that is deleted. This policy denies scaling it to nothing while a CriticalService names it,
 * whatever its criteria say; nothing else is denied.
 *
 * Opt-in: a Scale carries no labels, so the webhook is asked about every Deployment of the cluster that is scaled to nothing, and while it does
 * not answer, none is. To turn it on, copy this file beside `critical-services.ts`, and compile.
 */
export default deletionPolicy<Scaled>({
  name: "critical-services-freeze",
  match: [
    { group: "apps", version: "v1", resource: "deployments" },
    { group: "apps", version: "v1", resource: "deployments/scale" },
  ],
  rules: {
    scaledToNothing: {
      operation: "update",
      denyWhen: ({ oldObject, object, cluster }) =>
        isNothing(object) &&
        !isNothing(oldObject) &&
        cluster.list(criticalServices).some((service) => isFor(service, oldObject.metadata)),
      message: ({ oldObject, cluster }) => {
        const service = cluster.list(criticalServices).find((one) => isFor(one, oldObject.metadata));
        const name = plainName(service?.metadata.name ?? "");
        return (
          `Deployment ${plainName(oldObject.metadata.name)} is the provider of CriticalService ${name}, and serves nobody without replicas. ` +
          `To scale it to nothing anyway, first run: kubectl annotate criticalservices.protection.holdfast.dev/${name} ${RELEASE}=${plainName(service?.metadata.uid ?? "")}`
        );
      },
    },
  },
});
