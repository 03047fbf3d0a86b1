import { type Override, deletionPolicy, namespaceTerminating, terminating } from "holdfast";
import { describe, target } from "./objects.ts";

const OVERRIDE = "appcat.vshn.io/webhook-allowdeletion";

const OVERRIDE_FOR_VOLUMES = "appcat.vshn.io/webhook-allowpvcdeletion";

/** AppCat's own words: only `"true"` counts. On the Namespace either label does: AppCat asks about the Namespace as about an object. */
const overridden: Override = {
  name: "overridden",
  when: ({ oldObject, namespaceObject }) =>
    oldObject.metadata.labels?.[OVERRIDE] === "true" ||
    namespaceObject?.metadata.labels?.[OVERRIDE] === "true" ||
    namespaceObject?.metadata.labels?.[OVERRIDE_FOR_VOLUMES] === "true",
  how: (input) => `kubectl label ${target(input)} ${OVERRIDE}=true --overwrite (or commit that label)`,
  warning: ({ oldObject }) =>
    `${describe(oldObject)} is part of an AppCat instance, and is deleted because a label overrides that`,
};

/**
 * VSHN AppCat: PersistentVolumeClaims in the Namespace of an instance are deleted together with it, and not one by one. AppCat's two
 * labels override that: `appcat.vshn.io/webhook-allowdeletion: "true"` on the claim or on its Namespace, and
 * `appcat.vshn.io/webhook-allowpvcdeletion: "true"` on the Namespace.
 *
 * An instance's Namespace is known by its label `appcat.vshn.io/ownercomposite`. Whether the composite still exists, and with it
 * whether that Namespace may be deleted, no policy can ask: this is for the fallback. Source:
 * vshn/appcat@40cdb8826aad:pkg/controller/webhooks/{deletionprotection,pvc,unmanaged_protection}.go.
 */
export default deletionPolicy({
  name: "appcat-volumes",
  match: [{ group: "", resource: "persistentvolumeclaims" }],
  overrides: [terminating(), namespaceTerminating(), overridden],
  guards: {
    // An instance's StatefulSet may have claims that go with it (`persistentVolumeClaimRetentionPolicy: Delete`).
    owners: { allow: ["system:serviceaccount:kube-system:statefulset-controller", "system:kube-controller-manager"] },
    namespaces: { off: "the Namespace goes when its instance is deleted, and whether it is takes a look at the composite" },
  },
  rules: {
    partOfInstance: {
      denyWhen: ({ namespaceObject }) => (namespaceObject?.metadata.labels?.["appcat.vshn.io/ownercomposite"] ?? "") !== "",
      message: ({ oldObject }) => `${describe(oldObject)} is part of an AppCat instance, and goes when the instance is deleted`,
    },
  },
});
