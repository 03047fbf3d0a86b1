import type { FlagDefinition } from "./flags.ts";

const cluster = "Which cluster";

/** Of every command that asks a cluster; `example` is a whole command line. */
export function kubeconfigFlag(example: string): FlagDefinition {
  return {
    under: cluster,
    says: "instead of `$KUBECONFIG` or `~/.kube/config`; login plugins (exec) are run, as by kubectl",
    value: { name: "file", needs: "a file", example, paths: "files" },
    once: "a context is in one file",
  };
}

export function contextFlag(example: string, once: string): FlagDefinition {
  return {
    under: cluster,
    says: "use this context instead of the current one",
    value: { name: "name", needs: "the name of a context of the kubeconfig", example },
    once,
  };
}
