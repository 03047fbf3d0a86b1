import { HelpfulError } from "../../api/helpful-error.ts";
import { type Pruner, pruners } from "../../cluster/plan/prune-rules.ts";
import type { Flags } from "../arguments/flags.ts";
import { type CommonPlanOptions, commonPlanOptions } from "./plan-options.ts";

/** `holdfast plan --from old/ --to new/` */
export interface ChangePlanCommand extends CommonPlanOptions {
  readonly kind: "plan-change";
  /** Directories, files, or those of a git revision: `main:deploy/`. */
  readonly from: string;
  readonly to: string;
  readonly pruner: Pruner;
}

export const changeExample = "holdfast plan --from main:deploy --to deploy";

export function parseChangePlan(words: readonly string[], flags: Flags): ChangePlanCommand {
  const [from, to] = [flags.value("from"), flags.value("to")];
  if (words.length > 0)
    throw new HelpfulError(`\`${words.join(" ")}\` is too much`, `a change is of two sets of manifests: ${changeExample}`);
  if (from === undefined || to === undefined)
    throw new HelpfulError(`\`--${from === undefined ? "from" : "to"}\` is missing`, `write both: ${changeExample}`);
  for (const name of ["cascade", "selector", "all-namespaces", "filename"])
    if (flags.has(name))
      throw new HelpfulError(`\`--${name}\` is of \`plan delete\``, "who prunes says how it deletes, and what: --pruner");
  return {
    ...commonPlanOptions(flags),
    kind: "plan-change",
    from,
    to,
    pruner: flags.oneOf("pruner", pruners) ?? "argocd",
  };
}
