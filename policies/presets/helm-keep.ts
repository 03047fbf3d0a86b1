import { deletionPolicy, released, terminating } from "holdfast";
import { KEPT_KINDS, OWNERS_OF_CLAIMS } from "./kept-kinds.ts";
import { describe } from "./objects.ts";

const ANNOTATION = "helm.sh/resource-policy";

/**
 * Helm: keeps what carries the annotation `helm.sh/resource-policy: keep` from everybody, not only from `helm uninstall`. Helm itself
 * takes any case and white space around the word, and never asks the API server.
 *
 * Taking the annotation off is denied as well: a template that has lost it would be the first step of the accident. Helm's other
 * value, `prefer-existing`, keeps nothing. Source: helm/helm:pkg/action/resource_policy.go.
 */
export default deletionPolicy({
  name: "helm-keep",
  match: KEPT_KINDS,
  overrides: [terminating(), released()],
  guards: { owners: OWNERS_OF_CLAIMS },
  rules: {
    keep: {
      denyWhen: ({ oldObject }) => /^\s*keep\s*$/iu.test(oldObject.metadata.annotations?.[ANNOTATION] ?? ""),
      message: ({ oldObject }) => `${describe(oldObject)} is protected by its annotation ${ANNOTATION}`,
    },
  },
});
