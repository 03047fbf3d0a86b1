import { type KubernetesObject, deletionPolicy } from "holdfast";

interface Application extends KubernetesObject {
  spec: {
    project: string;
    source?: { repoURL: string; path?: string; targetRevision?: string };
    destination: { server?: string; name?: string; namespace?: string };
  };
  status?: {
    resources?: { kind: string; name: string; namespace?: string; status?: string }[];
  };
}

const CASCADE = "resources-finalizer.argocd.argoproj.io";
const STATEFUL_KINDS = ["StatefulSet", "PersistentVolumeClaim", "Namespace", "CustomResourceDefinition"];

function cascades(app: Application) {
  return (app.metadata.finalizers ?? []).some((f) => f === CASCADE || f.startsWith(CASCADE + "/"));
}

function stateful(app: Application): string[] {
  return (app.status?.resources ?? [])
    .filter(({ kind }) => STATEFUL_KINDS.includes(kind))
    .map(({ kind, namespace, name }) => (namespace ? `${kind} ${namespace}/${name}` : `${kind} ${name}`));
}

export default deletionPolicy<Application>({
  name: "argocd-cascading-delete",
  match: [{ group: "argoproj.io", resource: "applications" }],
  rules: {
    cascade: {
      denyWhen: ({ oldObject }) => cascades(oldObject) && stateful(oldObject).length > 0,
      message: ({ oldObject }) => {
        const list = stateful(oldObject);
        const shown = list.slice(0, 5);
        return (
          `Application ${oldObject.metadata.name} (project ${oldObject.spec.project}) would cascade to ${list.length} stateful resources: ` +
          shown.join(", ") +
          (list.length > shown.length ? ", ..." : "") +
          `. Remove the finalizer ${CASCADE} to orphan them.`
        );
      },
    },
  },
});
