import { type KubernetesObject, type Match, type OnDelete, type Override, deletionPolicy, terminating } from "holdfast";
import { describe, target } from "./objects.ts";

const CONFIRMATION = "confirmation.gardener.cloud/deletion";

const PROTECTED = "gardener.cloud/deletion-protected";

/** What Go's `strconv.ParseBool` takes for true, with which Gardener reads the annotation. */
const TRUE = ["true", "True", "TRUE", "t", "T", "1"];

const confirmed: Override = {
  name: "confirmed",
  when: ({ oldObject }) => TRUE.includes(oldObject.metadata.annotations?.[CONFIRMATION] ?? ""),
  how: (input) => `kubectl annotate ${target(input)} ${CONFIRMATION}=true --overwrite (or commit that annotation)`,
};

const extension = (resource: string): Match => ({ group: "extensions.gardener.cloud", resource });

const isDefinition = ({ request }: OnDelete<KubernetesObject>): boolean =>
  request.resource.resource === "customresourcedefinitions";

/**
 * Gardener: Shoots, ShootStates and Projects, eleven kinds of a seed, and the CustomResourceDefinitions that carry the label
 * `gardener.cloud/deletion-protected: "true"`, are deleted only when the annotation `confirmation.gardener.cloud/deletion` says true.
 * Other extension resources (`clusters`, `bastions`, ...) need no confirmation: gardenlet deletes those itself.
 *
 * In a garden Shoots and Projects are served by Gardener's own API server, and a policy has to be in force there. Four eyes for
 * Shoots, which a Project asks for, are Gardener's: the override `approvedByAnother()` is the like of it. Source:
 * gardener/gardener@485c25124ea5:plugin/pkg/global/deletionconfirmation/admission.go (kinds of a garden),
 * pkg/resourcemanager/webhook/crddeletionprotection/handler.go and handler_test.go (kinds of a seed),
 * pkg/utils/gardener/deletion_confirmation.go (values).
 */
export default deletionPolicy({
  name: "gardener-confirmation",
  match: [
    { group: "core.gardener.cloud", resource: "shoots" },
    { group: "core.gardener.cloud", resource: "shootstates" },
    { group: "core.gardener.cloud", resource: "projects" },
    ...["backupbuckets", "backupentries", "containerruntimes", "controlplanes", "dnsrecords", "extensions"].map(extension),
    ...["infrastructures", "networks", "operatingsystemconfigs", "workers"].map(extension),
    { group: "druid.gardener.cloud", resource: "etcds" },
    { group: "apiextensions.k8s.io", resource: "customresourcedefinitions" },
  ],
  overrides: [terminating(), confirmed],
  guards: { definitions: { off: "the rule itself asks about them, and a confirmed one may go, as in Gardener" } },
  rules: {
    unconfirmed: {
      denyWhen: (input) => !isDefinition(input) || input.oldObject.metadata.labels?.[PROTECTED] === "true",
      message: ({ oldObject }) => `deleting ${describe(oldObject)} has to be confirmed first`,
    },
  },
});
