import { type KubernetesObject, deletionPolicy } from "holdfast";

interface AppProject extends KubernetesObject {
  spec: { sourceRepos?: string[]; destinations?: Array<{ namespace: string; server: string }> };
}

export default deletionPolicy<AppProject>({
  name: "argocd-projects",
  match: [{ group: "argoproj.io", resource: "appprojects" }],
  rules: {
    inCluster: {
      denyWhen: ({ oldObject }) =>
        oldObject.metadata.name === "default" ||
        (oldObject.spec.destinations ?? []).some((d) => d.server === "*" || d.server === "https://kubernetes.default.svc"),
      message: ({ oldObject }) =>
        `AppProject "${oldObject.metadata.name}" deploys from ${oldObject.spec.sourceRepos?.length ?? 0} repo(s) to ${[...new Set(oldObject.spec.destinations?.map((d) => d.namespace))].join(", ") || "nowhere"}`,
    },
  },
});
