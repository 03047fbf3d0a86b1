import { contextFlag, kubeconfigFlag } from "../arguments/cluster-flags.ts";
import type { CommandDefinition } from "../arguments/command-definition.ts";
import type { FlagDefinitions, Flags } from "../arguments/flags.ts";
import { HelpfulError } from "../../api/helpful-error.ts";

/** `holdfast uninstall generated --yes` */
export interface UninstallCommand {
  readonly kind: "uninstall";
  /** What `holdfast compile` has written. */
  readonly directory: string;
  readonly kubeconfig: string | undefined;
  /** The current one of the kubeconfig if undefined. */
  readonly context: string | undefined;
  /** Without it nothing is changed. */
  readonly isMeant: boolean;
  readonly keepsPolicies: boolean;
}

const example = "holdfast uninstall generated --context production --yes";

const uninstallFlags: FlagDefinitions = {
  yes: { says: "delete it; without this flag, only show what would go" },
  "keep-policies": { says: "the native policies stay in force" },
  context: contextFlag(example, "one run changes one cluster"),
  kubeconfig: kubeconfigFlag("holdfast uninstall --kubeconfig ./kubeconfig"),
};

export const uninstall: CommandDefinition<UninstallCommand> = {
  summary: "delete from a cluster what compile wrote",
  does: `Takes what was compiled into the directory (default: generated) out of a cluster, in the order that
    leaves nothing behind: \`kubectl delete -k\` does not. Without \`--yes\` it only says what goes.`,
  usage: ["[directory]"],
  words: "directories",
  flags: uninstallFlags,
  examples: [
    { line: "holdfast uninstall --context production", does: "what would go; it changes nothing" },
    { line: "holdfast uninstall --context production --yes", does: "and now it goes" },
  ],
  exitsWith1: "something is left",
  page: "docs/operate/uninstall.md",
  parse: parseUninstall,
};

function parseUninstall(words: readonly string[], flags: Flags): UninstallCommand {
  const [directory = flags.defaults.out, ...others] = words;
  if (others.length > 0 || directory === "")
    throw new HelpfulError("`holdfast uninstall` takes one directory", `name what \`holdfast compile\` wrote: ${example}`);
  return {
    kind: "uninstall",
    directory,
    kubeconfig: flags.value("kubeconfig"),
    context: flags.value("context"),
    isMeant: flags.has("yes"),
    keepsPolicies: flags.has("keep-policies"),
  };
}
