import { confirmedByName, deletionPolicy, namespaceTerminating, terminating } from "holdfast";
import { describe } from "./objects.ts";

/**
 * NECO (neco-admission): a Namespace or a ResourceQuota is deleted only when its annotation `admission.cybozu.com/i-am-sure-to-delete` is
 * its own name. A ResourceQuota in a Namespace with the label `development: "true"` needs none; the Namespace itself does.
 *
 * More kinds are more entries of `match`. Two differences: a Namespace takes its quotas along, since its own deletion was confirmed, and
 * no service account is exempt by its name (NECO exempts accurate-controller-manager), because whoever may impersonate it would be, too.
 * Source: cybozu/neco-containers@394c46009e30:admission/hooks/validate_delete.go, validate_delete_test.go, config/webhook/manifests.yaml.
 */
export default deletionPolicy({
  name: "neco-confirmation",
  match: [
    { group: "", resource: "namespaces" },
    { group: "", resource: "resourcequotas" },
  ],
  overrides: [terminating(), namespaceTerminating(), confirmedByName("admission.cybozu.com/i-am-sure-to-delete")],
  guards: { namespaces: { off: "the deletion of a Namespace is confirmed by its own name, and its quotas go with it" } },
  rules: {
    unconfirmed: {
      denyWhen: ({ namespaceObject }) => namespaceObject?.metadata.labels?.["development"] !== "true",
      message: ({ oldObject }) => `deleting ${describe(oldObject)} has to be confirmed by its name first`,
    },
  },
});
