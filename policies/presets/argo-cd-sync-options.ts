import { type KubernetesObject, deletionPolicy, released, show, terminating } from "holdfast";
import { KEPT_KINDS, OWNERS_OF_CLAIMS } from "./kept-kinds.ts";
import { describe } from "./objects.ts";

const ANNOTATION = "argocd.argoproj.io/sync-options";

/** `confirm` is confirmed on the Application, which no policy can look at: so it counts like `false`, until the release mark is there. */
const KEEPING = /(^|,)\s*(Prune|Delete)=(false|confirm)\s*(,|$)/u;

const keeps = ({ metadata }: KubernetesObject): boolean => KEEPING.test(metadata.annotations?.[ANNOTATION] ?? "");

/**
 * Argo CD: keeps what must not be pruned or deleted without a person (`Prune=false`, `Delete=false`, `Prune=confirm`,
 * `Delete=confirm` among the options of `argocd.argoproj.io/sync-options`) from everybody, not only from Argo CD.
 *
 * Options stand between commas, white space around them does not count, upper and lower case do. Options of the Application, which
 * Argo CD knows too, are not on the object and not seen here. Taking the options off is denied as well. Source:
 * argoproj/argo-cd:docs/user-guide/sync-options.md, gitops-engine/pkg/sync/resource/annotations.go.
 */
export default deletionPolicy({
  name: "argo-cd-sync-options",
  match: KEPT_KINDS,
  overrides: [terminating(), released()],
  guards: { owners: OWNERS_OF_CLAIMS },
  rules: {
    kept: {
      denyWhen: ({ oldObject }) => keeps(oldObject),
      message: ({ oldObject }) =>
        `${describe(oldObject)} is protected by its annotation ${ANNOTATION}: ${show(oldObject.metadata.annotations?.[ANNOTATION] ?? "")}`,
    },
  },
});
