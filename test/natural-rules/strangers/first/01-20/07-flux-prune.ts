import { deletionPolicy, type KubernetesObject } from "holdfast";

interface Kustomization extends KubernetesObject {
  spec?: { prune?: boolean; suspend?: boolean; path?: string };
  status?: { inventory?: { entries?: Array<{ id: string; v: string }> } };
}

export default deletionPolicy<Kustomization>({
  name: "flux-prune",
  match: [{ group: "kustomize.toolkit.fluxcd.io", version: "v1", resource: "kustomizations" }],
  rules: {
    prunes: {
      denyWhen: ({ oldObject: { spec, status } }) =>
        !!spec?.prune && !spec.suspend && (status?.inventory?.entries?.length ?? 0) > 0,
      message: ({ oldObject: { metadata, status } }) => {
        const kinds = (status?.inventory?.entries ?? []).map((e) => e.id.split("_").at(-1) ?? "?");
        const unique = [...new Set(kinds)].sort();
        return `Kustomization ${metadata.name} would prune ${kinds.length} objects (${unique.join(", ")}); suspend it first`;
      },
    },
  },
});
