import { deletionPolicy, type KubernetesObject } from "holdfast";

interface Application extends KubernetesObject {
  spec?: {
    project?: string;
    destination?: { server?: string; name?: string; namespace?: string };
    syncPolicy?: { automated?: { prune?: boolean; selfHeal?: boolean } };
  };
  status?: {
    health?: { status?: string };
    resources?: { group?: string; kind: string; namespace?: string; name: string }[];
  };
}

const STATEFUL_KINDS = ["PersistentVolumeClaim", "StatefulSet", "Namespace", "CustomResourceDefinition"];

export default deletionPolicy<Application>({
  name: "argocd-cascade",
  match: [{ group: "argoproj.io", version: "v1alpha1", resource: "applications" }],
  rules: {
    cascade: {
      denyWhen: ({ oldObject }) => {
        const cascades = oldObject.metadata.finalizers?.some((f) => f.startsWith("resources-finalizer.argocd.argoproj.io")) ?? false;
        const stateful = (oldObject.status?.resources ?? []).filter((r) => STATEFUL_KINDS.includes(r.kind));
        return cascades && stateful.length > 0;
      },
      message: ({ oldObject }) => {
        const stateful = (oldObject.status?.resources ?? [])
          .filter((r) => STATEFUL_KINDS.includes(r.kind))
          .map((r) => `${r.kind}/${r.name}`);
        return `Deleting ${oldObject.metadata.name} would cascade to ${stateful.length} stateful resources: ${stateful.slice(0, 5).join(", ")}`;
      },
    },
  },
});
