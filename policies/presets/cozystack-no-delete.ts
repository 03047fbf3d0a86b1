import { deletionPolicy, terminating } from "holdfast";
import { describe, takeLabelOff } from "./objects.ts";

const LABEL = "platform.cozystack.io/no-delete";

/**
 * Cozystack: denies deleting what carries the label `platform.cozystack.io/no-delete: "true"`. Only this very value counts; the
 * override is to take the label off.
 *
 * The kinds are those that Cozystack labels, without its ValidatingAdmissionPolicy: the API server asks no policy about policies, so
 * there the label protects nothing. Cozystack and Flux have to be there, see `guards.namespaces`. Source:
 * cozystack/cozystack:packages/core/platform/templates/deletion-protection.yaml and its script that takes the labels off.
 */
export default deletionPolicy({
  name: "cozystack-no-delete",
  match: [
    { group: "", resource: "namespaces" },
    { group: "", resource: "configmaps" },
    { group: "apiextensions.k8s.io", resource: "customresourcedefinitions" },
    { group: "cert-manager.io", resource: "clusterissuers" },
    { group: "piraeus.io", resource: "linstorclusters" },
    { group: "source.toolkit.fluxcd.io", resource: "ocirepositories" },
    { group: "source.toolkit.fluxcd.io", resource: "gitrepositories" },
    { group: "helm.toolkit.fluxcd.io", resource: "helmreleases" },
  ],
  overrides: [terminating()],
  guards: {
    release: "clear-mark",
    namespaces: {
      kinds: [
        { group: "source.toolkit.fluxcd.io", version: "v1", resource: "ocirepositories", kind: "OCIRepository" },
        { group: "source.toolkit.fluxcd.io", version: "v1", resource: "gitrepositories", kind: "GitRepository" },
        { group: "helm.toolkit.fluxcd.io", version: "v2", resource: "helmreleases", kind: "HelmRelease" },
      ],
    },
  },
  rules: {
    noDelete: {
      denyWhen: ({ oldObject }) => oldObject.metadata.labels?.[LABEL] === "true",
      message: (input) =>
        `${describe(input.oldObject)} is protected by its label ${LABEL}: "true". ${takeLabelOff(input, LABEL)}`,
    },
  },
});
