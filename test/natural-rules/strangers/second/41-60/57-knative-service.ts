import { type KubernetesObject, deletionPolicy } from "holdfast";

interface KnativeService extends KubernetesObject {
  spec: { template: { metadata?: { annotations?: Record<string, string> } } };
  status?: { url?: string; latestReadyRevisionName?: string; traffic?: { revisionName?: string; percent?: number; tag?: string; latestRevision?: boolean }[] };
}

const VISIBILITY = "networking.knative.dev/visibility";

export default deletionPolicy<KnativeService>({
  name: "knative-public-services",
  match: [{ group: "serving.knative.dev", resource: "services" }],
  rules: {
    public: {
      denyWhen: ({ oldObject }) =>
        oldObject.metadata.labels?.[VISIBILITY] !== "cluster-local" &&
        oldObject.status?.traffic?.reduce((sum, t) => sum + (t.percent ?? 0), 0) === 100,
      message: ({ oldObject }) => {
        const host = oldObject.status?.url?.replace(/^https?:\/\//, "").replace(/\/.*$/, "");
        const traffic = oldObject.status?.traffic
          ?.toSorted((a, b) => (b.percent ?? 0) - (a.percent ?? 0))
          .map((t) => `${t.revisionName ?? "latest"} ${t.percent ?? 0}%${t.tag ? ` [${t.tag}]` : ""}`);
        return `Knative service ${oldObject.metadata.name} serves ${host}: ${traffic?.join(", ")}`;
      },
    },
  },
});
