import { deletionPolicy, plainName, released } from "holdfast";

/** Where the fallback is installed: `namespace` of its declaration. */
const SYSTEM = "holdfast-system";

/**
 * Keeps what the fallback runs on from being deleted before what it holds: without the controller and its rights, Usages and claims stay
 * `Terminating`, and with them their definitions, for nobody takes their finalizers off. `kubectl delete -k generated/fallback` is such an
 * order; `holdfast uninstall` is the one that leaves nothing behind.
 *
 * Copy it beside the declaration of the fallback. Everything that `holdfast compile` writes into `fallback/` carries the label. The label
 * alone is not enough: whoever may label a Service of their own would keep their Namespace from being emptied.
 */
export default deletionPolicy({
  name: "holdfast-installation",
  match: [
    { group: "", resource: "namespaces" },
    { group: "", resource: "serviceaccounts" },
    { group: "", resource: "services" },
    { group: "apps", resource: "deployments" },
    { group: "rbac.authorization.k8s.io", resource: "roles" },
    { group: "rbac.authorization.k8s.io", resource: "rolebindings" },
    { group: "rbac.authorization.k8s.io", resource: "clusterroles" },
    { group: "rbac.authorization.k8s.io", resource: "clusterrolebindings" },
    { group: "apiextensions.k8s.io", resource: "customresourcedefinitions" },
  ],
  overrides: [released()],
  guards: {
    namespaces: { off: "the Namespace of the fallback carries the label itself, and is kept by the rule" },
  },
  rules: {
    keepInstallation: {
      denyWhen: ({ oldObject: { kind, metadata } }) =>
        metadata.labels?.["app.kubernetes.io/part-of"] === "holdfast" &&
        (metadata.namespace ?? SYSTEM) === SYSTEM &&
        (kind !== "Namespace" || metadata.name === SYSTEM),
      message: ({ oldObject: { kind, metadata } }) =>
        `${kind} ${plainName(metadata.name)} is part of Holdfast, and without it Usages and claims could not be deleted any more: to remove all of Holdfast, run holdfast uninstall`,
    },
  },
});
