import { deletionPolicy, released } from "holdfast";

/**
 * Keeps the ValidatingWebhookConfigurations of Holdfast: a webhook whose configuration is gone, or weakened, denies nothing.
 *
 * What Holdfast writes carries both labels, of which Helm replaces the first by its own; whoever puts one of them on configurations of
 * their own has them kept, too. Policies and bindings themselves no policy of the API is asked about: docs/operate/static.md has those
 * that are.
 */
export default deletionPolicy({
  name: "holdfast-webhooks",
  match: [{ group: "admissionregistration.k8s.io", resource: "validatingwebhookconfigurations" }],
  overrides: [released()],
  rules: {
    keepConfiguration: {
      denyWhen: ({ oldObject }) =>
        oldObject.metadata.labels?.["app.kubernetes.io/managed-by"] === "holdfast" ||
        oldObject.metadata.labels?.["app.kubernetes.io/part-of"] === "holdfast",
      message: ({ oldObject }) =>
        `ValidatingWebhookConfiguration ${oldObject.metadata.name} protects other objects: without it, their deletes would be allowed`,
    },
  },
});
