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

export const uninstallFlags: FlagDefinitions = {
  kubeconfig: {
    value: { needs: "a file", example: "holdfast uninstall --kubeconfig ./kubeconfig" },
    once: "a context is in one file",
  },
  context: { value: { needs: "the name of a context of the kubeconfig", example }, once: "one run changes one cluster" },
  yes: {},
  "keep-policies": {},
};

export function parseUninstall(words: readonly string[], flags: Flags): UninstallCommand {
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
