import { HelpfulError } from "../../api/helpful-error.ts";
import { type Pruner, pruners } from "../../cluster/plan/prune/prune-rules.ts";
import type { Flags } from "../arguments/flags.ts";
import { type CommonPlanOptions, commonPlanOptions, readLabels } from "./plan-options.ts";

/** `holdfast plan --from old/ --to new/` */
export interface ChangePlanCommand extends CommonPlanOptions {
  readonly kind: "plan-change";
  /** Directories, files, or those of a git revision: `main:deploy/`. */
  readonly from: string;
  readonly to: string;
  readonly pruner: Pruner;
  /** The Application, Kustomization or ApplySet that applies them. */
  readonly owner: string | undefined;
  /** What `kubectl apply --prune -l` selects. */
  readonly labels: Readonly<Record<string, string>> | undefined;
}

export const changeExample = "holdfast plan --from main:deploy --to deploy";

export function parseChangePlan(words: readonly string[], flags: Flags): ChangePlanCommand {
  const [from, to] = [flags.value("from"), flags.value("to")];
  if (words.length > 0)
    throw new HelpfulError(`\`${words.join(" ")}\` is too much`, `a change is of two sets of manifests: ${changeExample}`);
  if (from === undefined || to === undefined)
    throw new HelpfulError(`\`--${from === undefined ? "from" : "to"}\` is missing`, `write both: ${changeExample}`);
  const pruner = flags.oneOf("pruner", pruners) ?? "argocd";
  const selector = flags.value("selector");
  for (const name of ["cascade", ...(pruner === "kubectl" ? [] : ["selector"]), "all-namespaces", "filename"])
    if (flags.has(name))
      throw new HelpfulError(`\`--${name}\` is of \`plan delete\``, "who prunes says how it deletes, and what: --pruner");
  return {
    ...commonPlanOptions(flags),
    kind: "plan-change",
    from,
    to,
    pruner,
    owner: flags.value("owner"),
    labels: selector === undefined ? undefined : readLabels(selector),
  };
}
