import { deletionPolicy, type KubernetesObject } from "holdfast";

type Condition = { type: string; status: "True" | "False" | "Unknown"; reason?: string; message?: string };

interface HelmRelease extends KubernetesObject {
  spec?: { chart?: { spec?: { chart: string; version?: string } }; suspend?: boolean; uninstall?: { keepHistory?: boolean } };
  status?: { conditions?: Condition[] };
}

const isTrue = (conditions: Condition[] | undefined, type: string): boolean =>
  conditions?.find((c) => c.type === type)?.status === "True";

export default deletionPolicy<HelmRelease>({
  name: "helm-releases",
  match: [{ group: "helm.toolkit.fluxcd.io", version: "v2", resource: "helmreleases" }],
  rules: {
    ready: {
      denyWhen: ({ oldObject }) => isTrue(oldObject.status?.conditions, "Ready") && !oldObject.spec?.suspend,
      message: ({ oldObject }) =>
        `HelmRelease ${oldObject.metadata.name} (${oldObject.spec?.chart?.spec?.chart ?? "unknown chart"}) is ready; suspend it before deleting`,
    },
    reconciling: {
      denyWhen: ({ oldObject }) => isTrue(oldObject.status?.conditions, "Reconciling"),
      message: "A release that is reconciling cannot be deleted, wait for it to finish",
    },
  },
});
