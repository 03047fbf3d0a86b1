import { deletionPolicy } from "holdfast";
import type { ValidatingWebhookConfiguration } from "holdfast/kinds";

/** Webhooks that may be ignored stay. */
export default deletionPolicy<ValidatingWebhookConfiguration>({
  name: "kind-webhook",
  match: [{ group: "admissionregistration.k8s.io", resource: "validatingwebhookconfigurations" }],
  overrides: { none: "the rule alone is asked" },
  rules: {
    ignored: {
      denyWhen: ({ oldObject }) =>
        oldObject.webhooks?.some(({ failurePolicy, clientConfig: { caBundle, url } }) => {
          return failurePolicy === "Ignore" && caBundle === undefined && url?.startsWith("https://");
        }),
      message: ({ oldObject }) => `${oldObject.metadata.name} is ignored when it fails`,
    },
  },
});
