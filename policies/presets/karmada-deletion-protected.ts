import { deletionPolicy, terminating } from "holdfast";
import { KEPT_KINDS, OWNERS_OF_CLAIMS } from "./kept-kinds.ts";
import { describe, takeLabelOff } from "./objects.ts";

const LABEL = "resourcetemplate.karmada.io/deletion-protected";

/**
 * Karmada: denies deleting what carries the label `resourcetemplate.karmada.io/deletion-protected: Always`. Only this very
 * value counts; the override is another value, or no label.
 *
 * Karmada's webhook asks about objects of every kind, this preset about those of `kept-kinds.ts`. Source:
 * karmada-io/karmada:pkg/webhook/resourcedeletionprotection/validating.go; karmada-io/website:docs, "Resource Deletion Protection".
 */
export default deletionPolicy({
  name: "karmada-deletion-protected",
  match: KEPT_KINDS,
  overrides: [terminating()],
  guards: { release: "clear-mark", owners: OWNERS_OF_CLAIMS },
  rules: {
    deletionProtected: {
      denyWhen: ({ oldObject }) => oldObject.metadata.labels?.[LABEL] === "Always",
      message: (input) =>
        `${describe(input.oldObject)} is protected by its label ${LABEL}: Always. ${takeLabelOff(input, LABEL)}`,
    },
  },
});
