import { type KubernetesObject, deletionPolicy, plainName, resource, same } from "holdfast";

/** What a controller or webhook of others runs on, and what has to be gone before it. */
export interface CriticalService extends KubernetesObject {
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

interface Kind {
  readonly group: string;
  readonly resource: string;
}

/** What may be a provider: the same as `criticalServices.providers` of the declaration. */
const PROVIDERS: readonly Kind[] = [{ group: "apps", resource: "deployments" }];

/** Set by the controller on a provider and its Namespace before a CriticalService says that it is ready. */
const CRITICAL = "holdfast.dev/critical";

/** Each CriticalService writes itself into what it marks: `critical.holdfast.dev/<its UID>`. */
const ENTRY = "critical.holdfast.dev/";

const isCritical = ({ metadata }: KubernetesObject): boolean => metadata.labels?.[CRITICAL] === "true";

/**
 * The webhook is asked only about deletes of what carries the mark: nobody takes the mark, or the entry of a CriticalService, away before
 * that goes. Deletes themselves are decided by `runtime-fallback/critical-services/`; the document is
 * github.com/openshift/enhancements pull 380.
 */
const marks = deletionPolicy({
  name: "critical-services",
  // Labels and annotations can be changed through subresources, too: PATCH namespaces/status.
  match: [{ group: "", resource: "namespaces" }, ...PROVIDERS].map(({ group, resource: plural }) => ({
    group,
    resource: `${plural}/*`,
  })),
  rules: {
    keepMark: {
      operation: "update",
      denyWhen: ({ oldObject, object, cluster }) => {
        if (!isCritical(oldObject)) return false;
        if (isCritical(object) && same(object.metadata.annotations, oldObject.metadata.annotations)) return false;
        // Each service by its entry, and not the other way round: however many annotations there are, none has to be iterated over.
        return cluster.list(criticalServices).some(({ metadata: { uid, deletionTimestamp } }) => {
          const key = `${ENTRY}${uid}`;
          if (deletionTimestamp !== undefined || oldObject.metadata.annotations?.[key] === undefined) return false;
          // With the label all of them go. Entries of services that no longer exist are taken away one by one.
          return !isCritical(object) || object.metadata.annotations?.[key] === undefined;
        });
      },
      message: ({ oldObject }) =>
        `${oldObject.kind} ${plainName(oldObject.metadata.name)} is or holds the provider of a CriticalService, and its mark goes with that: delete the CriticalService first`,
    },
  },
});

/**
 * Who keeps everybody from deleting an object has to be allowed to delete it; otherwise whoever may create CriticalServices could stop the
 * work of others. A kind that cannot be a provider may become one later: that takes the right to delete everything. `spec.provider` cannot be
 * changed (the schema of the definition).
 */
const authors = deletionPolicy<CriticalService>({
  name: "critical-service-authors",
  match: [{ group: "protection.holdfast.dev", version: "v1alpha1", resource: "criticalservices" }],
  rules: {
    mayNotProvide: {
      operation: "create",
      denyWhen: ({ object, authorizer }) => {
        const provider = object.spec?.provider;
        const mayDelete = (kind: Kind): boolean => {
          const isAllowed = authorizer
            .group(kind.group)
            .resource(kind.resource)
            .namespace(provider?.namespace ?? "")
            .name(provider?.name ?? "")
            .check("delete")
            .allowed();
          return (provider?.group ?? "") === kind.group && provider?.resource === kind.resource && isAllowed;
        };
        return !PROVIDERS.some(mayDelete) && !authorizer.group("*").resource("*").check("delete").allowed();
      },
      message: ({ object: { spec } }) =>
        `a CriticalService keeps others from deleting its provider: only who may delete ${plainName(spec?.provider?.resource ?? "")} ${plainName(spec?.provider?.namespace ?? "")}/${plainName(spec?.provider?.name ?? "")} may create it`,
    },
  },
});

export default [marks, authors];
