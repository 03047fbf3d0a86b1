import type { PropagationPolicy } from "../../cluster/deletion/propagation.ts";
import type { TargetQuery } from "../../cluster/deletion/targets.ts";
import { HelpfulError } from "../../api/helpful-error.ts";
import type { FlagDefinitions, Flags } from "../arguments/flags.ts";
import { flagOneOf } from "../test/test-command.ts";

/** `holdfast plan delete namespace/shop` */
export interface PlanCommand {
  readonly kind: "plan";
  readonly targets: readonly TargetQuery[];
  readonly namespace: string;
  readonly allNamespaces: boolean;
  readonly labels: Readonly<Record<string, string>> | undefined;
  readonly propagationPolicy: PropagationPolicy;
  readonly user: string | undefined;
  readonly groups: readonly string[];
  /** Manifests in place of a cluster. */
  readonly objects: readonly string[];
  /** Generated files whose policies count, in place of those of the cluster. */
  readonly generated: readonly string[];
  readonly kubeconfig: string | undefined;
  readonly context: string | undefined;
  readonly format: "text" | "json";
}

const example = "holdfast plan delete deployment/web -n shop";

export const planFlags: FlagDefinitions = {
  namespace: {
    short: "n",
    value: { needs: "the name of a Namespace", example },
    once: "other Namespaces are a plan of their own",
  },
  "all-namespaces": { short: "A" },
  selector: {
    short: "l",
    value: { needs: "labels", example: "holdfast plan delete pods -l app=web,tier=db" },
    once: "write all labels in one: -l app=web,tier=db",
  },
  cascade: {
    value: { needs: "background, foreground or orphan", example: "holdfast plan delete deployment/web --cascade orphan" },
    once: "objects are deleted in one way",
  },
  as: { value: { needs: "a user", example: "holdfast plan delete namespace/shop --as alice" }, once: "one user deletes" },
  groups: {
    value: { needs: "names of groups", example: "holdfast plan delete namespace/shop --as alice --groups ops,dev" },
  },
  objects: {
    value: { needs: "a file or directory with manifests", example: "holdfast plan delete namespace/shop --objects dump" },
  },
  generated: {
    value: {
      needs: "a file or directory that `holdfast compile` wrote",
      example: "holdfast plan delete namespace/shop --generated generated",
    },
  },
  kubeconfig: {
    value: { needs: "a file", example: "holdfast plan delete namespace/shop --kubeconfig ./kubeconfig" },
    once: "a context is in one file",
  },
  context: {
    value: {
      needs: "the name of a context of the kubeconfig",
      example: "holdfast plan delete namespace/shop --context production",
    },
    once: "one run asks one cluster",
  },
  format: {
    value: { needs: "text or json", example: "holdfast plan delete namespace/shop --format json" },
    once: "write text or json",
  },
};

const policies: Readonly<Record<string, PropagationPolicy>> = {
  background: "Background",
  foreground: "Foreground",
  orphan: "Orphan",
};

export function parsePlan(words: readonly string[], flags: Flags): PlanCommand {
  const [verb, ...named] = words;
  if (verb !== "delete") throw new HelpfulError("`holdfast plan` needs `delete`", `say what is to be deleted: ${example}`);
  const labels = flags.value("selector");
  const targets = named.map(readTarget);
  const unnamed = targets.find(({ name }) => name === undefined);
  if (targets.length === 0)
    throw new HelpfulError("nothing is named that is to be deleted", `name it as kubectl does: ${example}`);
  if (unnamed !== undefined && labels === undefined && !flags.has("all-namespaces"))
    throw new HelpfulError(`\`${unnamed.kind}\` has no name`, `write ${unnamed.kind}/<name>, or choose by labels: -l app=web`);
  return {
    kind: "plan",
    targets,
    namespace: flags.value("namespace") ?? "default",
    allNamespaces: flags.has("all-namespaces"),
    labels: labels === undefined ? undefined : readLabels(labels),
    propagationPolicy:
      policies[flagOneOf(flags, "cascade", ["background", "foreground", "orphan"]) ?? "background"] ?? "Background",
    user: flags.value("as"),
    groups: flags.values("groups").flatMap((groups) => groups.split(",")),
    objects: flags.values("objects"),
    generated: flags.values("generated"),
    kubeconfig: flags.value("kubeconfig"),
    context: flags.value("context"),
    format: flagOneOf(flags, "format", ["text", "json"] as const) ?? "text",
  };
}

function readTarget(word: string): TargetQuery {
  const [kind = "", name, ...others] = word.split("/");
  if (kind === "" || name === "" || others.length > 0)
    throw new HelpfulError(`\`${word}\` names no object`, `write kind/name, as in ${example}`);
  return { kind, name };
}

function readLabels(text: string): Readonly<Record<string, string>> {
  const pairs = text.split(",").map((part) => /^([^=!,\s]+)==?([^=!,\s]*)$/.exec(part));
  if (pairs.some((pair) => pair === null))
    throw new HelpfulError(
      `\`-l ${text}\` is no list of labels`,
      "write key=value, and more of them behind commas: -l app=web,tier=db",
    );
  return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? "", pair?.[2] ?? ""]));
}
