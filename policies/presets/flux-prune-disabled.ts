import { type KubernetesObject, deletionPolicy, released, terminating } from "holdfast";
import { KEPT_KINDS, OWNERS_OF_CLAIMS } from "./kept-kinds.ts";
import { describe } from "./objects.ts";

const KEY = "kustomize.toolkit.fluxcd.io/prune";

const isDisabled = (value: string | undefined): boolean => /^disabled$/iu.test(value ?? "");

const keeps = ({ metadata: { annotations, labels } }: KubernetesObject): boolean =>
  isDisabled(annotations?.[KEY]) || isDisabled(labels?.[KEY]);

/**
 * Flux: keeps what carries `kustomize.toolkit.fluxcd.io/prune: disabled`, as an annotation or as a label, from everybody, not only
 * from kustomize-controller. Flux takes the word in any case.
 *
 * Removing the mark is denied as well. Source: fluxcd/kustomize-controller:api/v1/kustomization_types.go (`DisabledValue`),
 * fluxcd/pkg:ssa/utils (`AnyInMetadata`).
 */
export default deletionPolicy({
  name: "flux-prune-disabled",
  match: KEPT_KINDS,
  overrides: [terminating(), released()],
  guards: { owners: OWNERS_OF_CLAIMS },
  rules: {
    pruneDisabled: {
      denyWhen: ({ oldObject }) => keeps(oldObject),
      message: ({ oldObject }) => `${describe(oldObject)} is protected by its mark ${KEY}: disabled`,
    },
  },
});
