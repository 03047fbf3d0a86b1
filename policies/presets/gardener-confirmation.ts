import { type KubernetesObject, type OnDelete, type WayOut, deletionPolicy, terminating } from "holdfast";
import { describe, target } from "./objects.ts";

const CONFIRMATION = "confirmation.gardener.cloud/deletion";

const PROTECTED = "gardener.cloud/deletion-protected";

/** What Go's `strconv.ParseBool` takes for true, with which Gardener reads the annotation. */
const TRUE = ["true", "True", "TRUE", "t", "T", "1"];

const confirmed: WayOut = {
  name: "confirmed",
  when: ({ oldObject }) => TRUE.includes(oldObject.metadata.annotations?.[CONFIRMATION] ?? ""),
  how: (input) => `kubectl annotate ${target(input)} ${CONFIRMATION}=true --overwrite (or commit that annotation)`,
};

const isDefinition = ({ request }: OnDelete<KubernetesObject>): boolean =>
  request.resource.resource === "customresourcedefinitions";

/**
 * Gardener: Shoots, ShootStates and Projects, the extension resources of a seed, and the CustomResourceDefinitions that carry the label
 * `gardener.cloud/deletion-protected: "true"`, are deleted only when the annotation `confirmation.gardener.cloud/deletion` says true.
 *
 * In a garden Shoots and Projects are served by Gardener's own API server, and a policy has to be in force there. Four eyes for
 * Shoots, which a Project asks for, are Gardener's: the way out `approvedByAnother()` is the like of it. Source:
 * gardener/gardener:plugin/pkg/global/deletionconfirmation, pkg/utils/gardener/deletion_confirmation.go, docs/concepts/seed-admission-controller.md.
 */
export default deletionPolicy({
  name: "gardener-confirmation",
  match: [
    { group: "core.gardener.cloud", resource: "shoots" },
    { group: "core.gardener.cloud", resource: "shootstates" },
    { group: "core.gardener.cloud", resource: "projects" },
    { group: "extensions.gardener.cloud", resource: "*" },
    { group: "apiextensions.k8s.io", resource: "customresourcedefinitions" },
  ],
  waysOut: [terminating(), confirmed],
  guards: { definitions: { off: "the rule itself asks about them, and a confirmed one may go, as in Gardener" } },
  rules: {
    unconfirmed: {
      denyWhen: (input) => !isDefinition(input) || input.oldObject.metadata.labels?.[PROTECTED] === "true",
      message: ({ oldObject }) => `deleting ${describe(oldObject)} has to be confirmed first`,
    },
  },
});
