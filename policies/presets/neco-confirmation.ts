import { confirmedByName, deletionPolicy, terminating } from "holdfast";
import { describe } from "./objects.ts";

/**
 * NECO (neco-admission): a Namespace is deleted only when its annotation `admission.cybozu.com/i-am-sure-to-delete` is its own name.
 * Namespaces with the label `development: "true"` need none.
 *
 * Its webhook asks the same about every kind that it is configured for; more kinds are more entries of `match`. The exemption of one
 * service account by its name is left out: whoever may impersonate it would walk through. Source:
 * cybozu/neco-containers:admission/README.md ("DeleteValidator"), admission/hooks/validate_delete.go.
 */
export default deletionPolicy({
  name: "neco-confirmation",
  match: [{ group: "", resource: "namespaces" }],
  waysOut: [terminating(), confirmedByName("admission.cybozu.com/i-am-sure-to-delete")],
  rules: {
    unconfirmed: {
      denyWhen: ({ oldObject }) => oldObject.metadata.labels?.["development"] !== "true",
      message: ({ oldObject }) => `deleting ${describe(oldObject)} has to be confirmed by its name first`,
    },
  },
});
