import { type PruneRules, annotationsOf, helmKeeps, isKeptByHelm, partsOf } from "./prune-rules.ts";

const hook = "helm.sh/hook";

/** Whatever the release had before and has no longer, whoever applies it now (helm: pkg/kube/client.go, Update). */
export const helm: PruneRules = {
  shown: "Helm",
  user: undefined,
  propagationPolicy: "Background",
  applierKind: "the release",
  marks: [],
  keeps: ({ live, written: { document } }) => {
    if (isKeptByHelm(live)) return `${helmKeeps}: keep`;
    return annotationsOf(document)[hook] === undefined ? undefined : `it is a hook (${hook}), which is in no release`;
  },
  remakes: (document) => (isMadeAnew(document) ? "it is a hook, which each upgrade makes anew" : undefined),
  gaps: (pruned) =>
    pruned
      .filter(({ written: { kind } }) => kind === "CustomResourceDefinition")
      .map(
        ({ written: { name } }) => `whether CustomResourceDefinition ${name} goes: Helm deletes none that is in crds/ of a chart`,
      ),
};

/** Unless it says something else, a hook is deleted before it is made (helm: pkg/action/hooks.go). */
function isMadeAnew(document: unknown): boolean {
  const annotations = annotationsOf(document);
  const policies = partsOf(annotations["helm.sh/hook-delete-policy"]);
  return annotations[hook] !== undefined && (policies.length === 0 || policies.includes("before-hook-creation"));
}
