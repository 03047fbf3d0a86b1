import { deletionPolicy, type KubernetesObject } from "holdfast";

type Generator =
  | { list: { elements: Record<string, string>[] } }
  | { clusters: { selector?: { matchLabels?: Record<string, string> } } }
  | { git: { repoURL: string; directories?: { path: string; exclude?: boolean }[] } };

interface ApplicationSet extends KubernetesObject {
  spec?: { generators: Generator[]; syncPolicy?: { preserveResourcesOnDeletion?: boolean } };
}

function describe(g: Generator): string {
  if ("list" in g) return `list of ${g.list.elements.length}`;
  if ("git" in g) return `git ${g.git.repoURL.split("/").slice(-1)[0]}`;
  return "clusters " + Object.entries(g.clusters.selector?.matchLabels ?? {}).map(([k, v]) => `${k}=${v}`).join(",");
}

export default deletionPolicy<ApplicationSet>({
  name: "applicationsets",
  match: [{ group: "argoproj.io", version: "v1alpha1", resource: "applicationsets" }],
  rules: {
    cascades: {
      denyWhen: ({ oldObject: { spec } }) => !spec?.syncPolicy?.preserveResourcesOnDeletion && (spec?.generators.length ?? 0) > 0,
      message: ({ oldObject }) => `All applications go with ${oldObject.metadata.name} (${oldObject.spec?.generators.map(describe).join("; ")})`,
    },
  },
});
