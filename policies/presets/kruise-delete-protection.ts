import { type AllowedOwners, type Int32, type KubernetesObject, deletionPolicy, terminating } from "holdfast";
import { describe, takeLabelOff, target } from "./objects.ts";

const LABEL = "policy.kruise.io/delete-protection";

/** A new Deployment adopts ReplicaSets that it finds. */
const ADOPTION: AllowedOwners = {
  allow: ["system:serviceaccount:kube-system:deployment-controller", "system:kube-controller-manager"],
};

interface Workload extends KubernetesObject {
  readonly spec: { readonly replicas?: Int32 };
}

/**
 * OpenKruise: the label `policy.kruise.io/delete-protection` denies deletes, `Always` of any of these kinds, `Cascading` of
 * workloads that still have replicas. Other values mean nothing. The override: take the label off, or scale to zero.
 *
 * `Cascading` on Namespaces is in docs/rules/presets.md; on CustomResourceDefinitions it takes the webhook, which looks for objects of the kind:
 * policies/fallback/kruise-cascading-definitions.ts. Replicas that are not there count as none, as in Kruise.
 * Source: openkruise/kruise:pkg/webhook/util/deletionprotection/deletion_protection.go, apis/policy/v1alpha1.
 */
export default [
  deletionPolicy({
    name: "kruise-delete-protection",
    match: [
      { group: "", resource: "namespaces" },
      { group: "", resource: "services" },
      { group: "apiextensions.k8s.io", resource: "customresourcedefinitions" },
      { group: "apps", resource: "deployments" },
      { group: "apps", resource: "replicasets" },
      { group: "apps", resource: "statefulsets" },
      { group: "networking.k8s.io", resource: "ingresses" },
      { group: "apps.kruise.io", resource: "clonesets" },
      { group: "apps.kruise.io", resource: "statefulsets" },
      { group: "apps.kruise.io", resource: "uniteddeployments" },
    ],
    overrides: [terminating()],
    guards: {
      release: "clear-mark",
      owners: ADOPTION,
      namespaces: { kinds: [{ group: "apps", version: "v1", resource: "replicasets", kind: "ReplicaSet" }] },
    },
    rules: {
      always: {
        denyWhen: ({ oldObject }) => oldObject.metadata.labels?.[LABEL] === "Always",
        message: (input) =>
          `${describe(input.oldObject)} is protected by its label ${LABEL}: Always. ${takeLabelOff(input, LABEL)}`,
      },
    },
  }),
  deletionPolicy<Workload>({
    name: "kruise-cascading-workloads",
    match: [
      { group: "apps", version: "v1", resource: "deployments" },
      { group: "apps", version: "v1", resource: "replicasets" },
      { group: "apps", version: "v1", resource: "statefulsets" },
      { group: "apps.kruise.io", version: "v1alpha1", resource: "clonesets" },
      { group: "apps.kruise.io", version: "v1beta1", resource: "statefulsets" },
      { group: "apps.kruise.io", version: "v1alpha1", resource: "uniteddeployments" },
    ],
    overrides: [terminating()],
    guards: {
      release: "clear-mark",
      owners: ADOPTION,
      namespaces: { kinds: [{ group: "apps", version: "v1", resource: "replicasets", kind: "ReplicaSet" }] },
    },
    rules: {
      cascading: {
        denyWhen: ({ oldObject }) => oldObject.metadata.labels?.[LABEL] === "Cascading" && (oldObject.spec?.replicas ?? 0) > 0,
        message: (input) =>
          `${describe(input.oldObject)} is protected by its label ${LABEL}: Cascading while spec.replicas is more than 0. ` +
          `To delete it, first run: kubectl scale ${target(input)} --replicas=0 (or commit that)`,
      },
    },
  }),
];
