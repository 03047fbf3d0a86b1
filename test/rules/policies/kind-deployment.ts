import { deletionPolicy } from "holdfast";
import type { Deployment } from "holdfast/kinds";

/** One rule for each sort of field that a built-in kind has. */
export default deletionPolicy<Deployment>({
  name: "kind-deployment",
  match: [{ group: "apps", version: "v1", resource: "deployments" }],
  overrides: { none: "the rule alone is asked" },
  rules: {
    integer: {
      denyWhen: ({ oldObject }) => (oldObject.spec?.replicas ?? 1) > 1,
      message: ({ oldObject }) => `${oldObject.metadata.name} still has replicas`,
    },
    flag: {
      denyWhen: ({ oldObject }) => oldObject.spec?.paused === true,
      message: "it is paused",
    },
    text: {
      denyWhen: ({ oldObject }) => oldObject.spec?.template?.spec?.serviceAccountName?.startsWith("prod-") === true,
      message: "it runs as a service account of production",
    },
    numberOrText: {
      denyWhen: ({ oldObject }) => {
        const surge = oldObject.spec?.strategy?.rollingUpdate?.maxSurge;
        return surge === 3 || surge === "50%";
      },
      message: "it grows too much",
    },
    quantity: {
      denyWhen: ({ oldObject }) =>
        (oldObject.spec?.template?.spec?.containers ?? []).some((container) => container.resources?.limits?.["memory"] === "1Gi"),
      message: "a container may have 1Gi of memory",
    },
    map: {
      denyWhen: ({ oldObject }) => oldObject.spec?.template?.spec?.nodeSelector?.["disk"]?.endsWith("ssd") === true,
      message: "it wants fast disks",
    },
    records: {
      denyWhen: ({ oldObject }) =>
        (oldObject.spec?.template?.spec?.volumes ?? []).some(
          ({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName?.startsWith("data-") === true,
        ),
      message: "it mounts data",
    },
  },
});
