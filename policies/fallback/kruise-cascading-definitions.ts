import { type Cluster, type KubernetesObject, deletionPolicy, plainName, resource, terminating } from "holdfast";

const LABEL = "policy.kruise.io/delete-protection";

const cloneSets = resource({ group: "apps.kruise.io", version: "v1alpha1", resource: "clonesets" });
const statefulSets = resource({ group: "apps.kruise.io", version: "v1beta1", resource: "statefulsets" });
const unitedDeployments = resource({ group: "apps.kruise.io", version: "v1alpha1", resource: "uniteddeployments" });

/** The definitions that this policy can look behind. For yours add the resource above, its name here, and a line below. */
const KNOWN = ["clonesets.apps.kruise.io", "statefulsets.apps.kruise.io", "uniteddeployments.apps.kruise.io"];

const isActive = ({ metadata }: KubernetesObject): boolean => metadata.deletionTimestamp === undefined;

/** Whether there are objects of the definition that are not being deleted already. */
function isUsed(definition: string, cluster: Cluster): boolean {
  return (
    (definition === "clonesets.apps.kruise.io" && cluster.list(cloneSets).some(isActive)) ||
    (definition === "statefulsets.apps.kruise.io" && cluster.list(statefulSets).some(isActive)) ||
    (definition === "uniteddeployments.apps.kruise.io" && cluster.list(unitedDeployments).some(isActive))
  );
}

const isCascading = ({ metadata }: KubernetesObject): boolean => metadata.labels?.[LABEL] === "Cascading";

/**
 * OpenKruise: a CustomResourceDefinition with the label `policy.kruise.io/delete-protection: Cascading` is not deleted while there are
 * objects of its kind, other than those that are being deleted. The other half of the preset `kruise-delete-protection`, which the API
 * server answers alone.
 *
 * To turn it on, copy it beside the file that declares your `fallback(...)`, and compile: only the webhook can look for objects, and it may
 * list only the kinds that are named here. A labelled definition of another kind is kept, and the denial says so. Source:
 * openkruise/kruise@661d14e20129:pkg/webhook/util/deletionprotection/deletion_protection.go (`ValidateCRDDeletion`).
 */
export default deletionPolicy({
  name: "kruise-cascading-definitions",
  match: [{ group: "apiextensions.k8s.io", resource: "customresourcedefinitions" }],
  overrides: [terminating()],
  guards: { release: "clear-mark" },
  rules: {
    activeObjects: {
      denyWhen: ({ oldObject, cluster }) => isCascading(oldObject) && isUsed(oldObject.metadata.name, cluster),
      message: ({ oldObject: { metadata } }) =>
        `CustomResourceDefinition ${plainName(metadata.name)} is protected by its label ${LABEL}: Cascading while there are objects of its ` +
        `kind. Delete these first, or run: kubectl label customresourcedefinitions.apiextensions.k8s.io/${plainName(metadata.name)} ${LABEL}-`,
    },
    unknownDefinition: {
      denyWhen: ({ oldObject }) => isCascading(oldObject) && !KNOWN.includes(oldObject.metadata.name),
      message: ({ oldObject: { metadata } }) =>
        `CustomResourceDefinition ${plainName(metadata.name)} is protected by its label ${LABEL}: Cascading, and the policy does not name its ` +
        `kind, so nobody looks for its objects. Add it to the policy, or run: kubectl label ` +
        `customresourcedefinitions.apiextensions.k8s.io/${plainName(metadata.name)} ${LABEL}-`,
    },
  },
});
