import { type KubernetesObject, deletionPolicy } from "holdfast";

interface Kustomization extends KubernetesObject {
  spec: {
    path?: string;
    prune: boolean;
    suspend?: boolean;
    sourceRef: { kind: string; name: string; namespace?: string };
  };
  status?: {
    lastAppliedRevision?: string;
    inventory?: { entries: { id: string; v: string }[] };
  };
}

// inventory ids look like  <namespace>_<name>_<group>_<kind>
const kindsOf = (k: Kustomization): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const { id } of k.status?.inventory?.entries ?? []) {
    const kind = id.split("_").pop() || "Unknown";
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return counts;
};

export default deletionPolicy<Kustomization>({
  name: "flux-prune",
  match: [{ group: "kustomize.toolkit.fluxcd.io", resource: "kustomizations" }],
  rules: {
    wouldPrune: {
      denyWhen: ({ oldObject: { spec, status } }) => spec.prune && !spec.suspend && (status?.inventory?.entries.length ?? 0) > 0,
      message: ({ oldObject }) => {
        const summary = Array.from(kindsOf(oldObject))
          .sort(([ka, a], [kb, b]) => b - a || ka.localeCompare(kb))
          .map(([kind, n]) => `${n}x ${kind}`)
          .join(", ");
        const revision = oldObject.status?.lastAppliedRevision?.replace(/^(.+)@sha1:([0-9a-f]{7}).*$/, "$1 $2") ?? "?";
        return `Kustomization ${oldObject.metadata.name} (${oldObject.spec.path ?? "./"} at ${revision}) has prune on; Flux would delete ${summary}. Suspend it first: flux suspend kustomization ${oldObject.metadata.name}`;
      },
    },
  },
});
