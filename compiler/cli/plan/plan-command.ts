import type { PropagationPolicy } from "../../cluster/deletion/propagation.ts";
import type { TargetQuery } from "../../cluster/plan/targets.ts";
import { HelpfulError } from "../../api/helpful-error.ts";
import { pruners } from "../../cluster/plan/prune/prune-rules.ts";
import type { CommandDefinition } from "../arguments/command-definition.ts";
import { type FlagDefinitions, type Flags, listed } from "../arguments/flags.ts";
import { outputFlags } from "../arguments/format-flag.ts";
import { cascadeFlag, objectsFlags, readPropagationPolicy } from "../objects/objects-options.ts";
import { type ChangePlanCommand, changeExample, parseChangePlan } from "./change-command.ts";
import { type CommonPlanOptions, commonPlanOptions, planFormats, readLabels } from "./plan-options.ts";

/** `holdfast plan delete namespace/shop` */
export interface PlanCommand extends CommonPlanOptions {
  readonly kind: "plan";
  readonly targets: readonly TargetQuery[];
  /** Manifests whose objects are targets, too. */
  readonly files: readonly string[];
  readonly allNamespaces: boolean;
  readonly labels: Readonly<Record<string, string>> | undefined;
  readonly propagationPolicy: PropagationPolicy;
}

const example = "holdfast plan delete deployment/web -n shop";

const deleteOnly = "Of `plan delete`";
const changeOnly = "Of `plan --from --to`";

const planFlags: FlagDefinitions = {
  namespace: {
    short: "n",
    says: "where the objects are",
    value: { name: "name", needs: "the name of a Namespace", example, default: "default" },
    once: "other Namespaces are a plan of their own",
  },
  as: {
    says: "the user who deletes, for policies that check users or their rights",
    value: { name: "user", needs: "a user", example: "holdfast plan delete namespace/shop --as alice" },
    once: "one user deletes",
  },
  groups: {
    says: "the groups of that user; may be given again",
    value: { name: "a,b", needs: "names of groups", example: "holdfast plan delete namespace/shop --as alice --groups ops,dev" },
  },
  ...outputFlags(planFormats, "holdfast plan delete namespace/shop"),
  "all-namespaces": { under: deleteOnly, short: "A", says: "objects of all Namespaces" },
  selector: {
    short: "l",
    says: "objects with these labels: `app=web,tier=db`; with `--pruner kubectl` those that it prunes",
    value: { name: "labels", needs: "labels", example: "holdfast plan delete pods -l app=web,tier=db" },
    once: "write all labels in one: -l app=web,tier=db",
  },
  filename: {
    under: deleteOnly,
    short: "f",
    says: "objects of these manifests; `-` is standard input; may be given again",
    value: {
      name: "path",
      needs: "a file or directory with manifests, or - for standard input",
      example: "holdfast plan delete -f deploy/",
      takesDash: true,
      paths: "files",
    },
  },
  cascade: { ...cascadeFlag(example), under: deleteOnly },
  from: {
    under: changeOnly,
    says: "manifests that are applied now; a file, a directory, `main:deploy` of a git revision, or `-`",
    value: { name: "path", needs: "manifests as they are applied now", example: changeExample, takesDash: true, paths: "files" },
    once: "one set of manifests is compared with another",
  },
  to: {
    under: changeOnly,
    says: "manifests that will be applied, named in the same way",
    value: { name: "path", needs: "manifests as they will be applied", example: changeExample, takesDash: true, paths: "files" },
    once: "one set of manifests is compared with another",
  },
  owner: {
    under: changeOnly,
    says: "the Application, Kustomization or ApplySet that applies the manifests",
    value: {
      name: "name",
      needs: "an Application, a Kustomization as <namespace>/<name>, or the id of an ApplySet",
      example: `${changeExample} --owner shop`,
    },
    once: "one of them applies the manifests",
  },
  pruner: {
    under: changeOnly,
    says: "who applies them, and deletes what is no longer there",
    value: {
      name: "tool",
      needs: listed(pruners),
      example: `${changeExample} --pruner flux`,
      oneOf: pruners,
      default: "argocd",
    },
    once: "one tool applies the manifests",
  },
  ...objectsFlags("holdfast plan delete namespace/shop"),
};

export const plan: CommandDefinition<PlanCommand | ChangePlanCommand> = {
  summary: "show what a delete takes with it, and what denies it",
  does: `Shows what a delete takes with it, as a tree, what stays, and which policies deny it; from a cluster
    or from manifests. With \`--from\` and \`--to\`: what a GitOps tool deletes where the second manifests
    take the place of the first (directories, or \`main:deploy\` of a git revision). It deletes nothing.`,
  usage: ["delete <kind>/<name>...", "delete <kind>... -A | -l <labels>", "delete -f <path>", "--from <path> --to <path>"],
  words: ["delete"],
  flags: planFlags,
  examples: [
    { line: "holdfast plan delete namespace/shop", does: "what would that take, and what stops it?" },
    { line: "holdfast plan delete -f deploy/ --as alice", does: "the objects of manifests; may alice?" },
    { line: "holdfast plan --from main:deploy --to deploy", does: "what does this pull request delete?" },
    { line: "helm template . | holdfast plan --from main:rendered --to -", does: "of a chart" },
    { line: "holdfast plan delete pods -l app=web --format markdown", does: "the same for a comment" },
  ],
  exitsWith1: "a delete is denied, or data or protection is lost",
  page: "docs/operate/plan.md",
  parse: parsePlan,
};

function parsePlan(words: readonly string[], flags: Flags): PlanCommand | ChangePlanCommand {
  const [verb, ...named] = words;
  if (flags.has("from") || flags.has("to")) return parseChangePlan(words, flags);
  if (verb !== "delete")
    throw new HelpfulError(
      "`holdfast plan` needs `delete`, or `--from` and `--to`",
      `say what is to be deleted: ${example}; or compare manifests: ${changeExample}`,
    );
  const labels = flags.value("selector");
  const files = flags.values("filename");
  const targets = named.map((word) => readTarget(word));
  const unnamed = targets.find(({ name }) => name === undefined);
  if (targets.length === 0 && files.length === 0)
    throw new HelpfulError("nothing is named that is to be deleted", `name it as kubectl does: ${example}`);
  if (unnamed !== undefined && labels === undefined && !flags.has("all-namespaces"))
    throw new HelpfulError(`\`${unnamed.kind}\` has no name`, `write ${unnamed.kind}/<name>, or choose by labels: -l app=web`);
  return {
    ...commonPlanOptions(flags),
    kind: "plan",
    targets,
    files,
    allNamespaces: flags.has("all-namespaces"),
    labels: labels === undefined ? undefined : readLabels(labels),
    propagationPolicy: readPropagationPolicy(flags),
  };
}

export function readTarget(word: string, shown = example): TargetQuery {
  const [kind = "", name, ...others] = word.split("/");
  if (kind === "" || name === "" || others.length > 0)
    throw new HelpfulError(`\`${word}\` names no object`, `write kind/name, as in ${shown}`);
  return { kind, name };
}
