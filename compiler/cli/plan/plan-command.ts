import type { PropagationPolicy } from "../../cluster/deletion/propagation.ts";
import type { TargetQuery } from "../../cluster/plan/targets.ts";
import { HelpfulError } from "../../api/helpful-error.ts";
import type { FlagDefinitions, Flags } from "../arguments/flags.ts";
import { cascadeFlag, objectsFlags, readPropagationPolicy } from "../objects/objects-options.ts";
import { type ChangePlanCommand, changeExample, parseChangePlan } from "./change-command.ts";
import { type CommonPlanOptions, commonPlanOptions, readLabels } from "./plan-options.ts";

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

export const planFlags: FlagDefinitions = {
  from: {
    value: { needs: "manifests as they are applied now", example: changeExample },
    once: "one set of manifests is compared with another",
  },
  to: {
    value: { needs: "manifests as they will be applied", example: changeExample },
    once: "one set of manifests is compared with another",
  },
  owner: {
    value: {
      needs: "an Application, a Kustomization as <namespace>/<name>, or the id of an ApplySet",
      example: `${changeExample} --owner shop`,
    },
    once: "one of them applies the manifests",
  },
  pruner: {
    value: { needs: "argocd, flux, helm, kubectl or applyset", example: `${changeExample} --pruner flux` },
    once: "one tool applies the manifests",
  },
  namespace: {
    short: "n",
    value: { needs: "the name of a Namespace", example },
    once: "other Namespaces are a plan of their own",
  },
  "all-namespaces": { short: "A" },
  filename: {
    short: "f",
    value: { needs: "a file or directory with manifests", example: "holdfast plan delete -f deploy/" },
  },
  selector: {
    short: "l",
    value: { needs: "labels", example: "holdfast plan delete pods -l app=web,tier=db" },
    once: "write all labels in one: -l app=web,tier=db",
  },
  ...cascadeFlag(example),
  as: { value: { needs: "a user", example: "holdfast plan delete namespace/shop --as alice" }, once: "one user deletes" },
  groups: {
    value: { needs: "names of groups", example: "holdfast plan delete namespace/shop --as alice --groups ops,dev" },
  },
  ...objectsFlags("holdfast plan delete namespace/shop"),
  format: {
    value: {
      needs: "text, json, markdown or mermaid",
      example: "holdfast plan delete namespace/shop --format json",
    },
    once: "a plan is written in one format",
  },
};

export function parsePlan(words: readonly string[], flags: Flags): PlanCommand | ChangePlanCommand {
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
