import { HelpfulError } from "../../api/helpful-error.ts";
import type { PropagationPolicy } from "../../cluster/deletion/propagation.ts";
import type { FlagDefinitions, Flags } from "../arguments/flags.ts";

/** Where a command reads objects and policies: of a cluster, or of manifests. */
export interface ObjectsOptions {
  /** Manifests in place of a cluster. */
  readonly objects: readonly string[];
  /** Generated files whose policies count, in place of those of the cluster. */
  readonly generated: readonly string[];
  readonly kubeconfig: string | undefined;
  readonly context: string | undefined;
  /** Requests a second; undefined: as kubectl limits itself. */
  readonly qps: number | undefined;
}

/** Their flags; `example` is a command line to which each of them can be added. */
export function objectsFlags(example: string): FlagDefinitions {
  return {
    objects: { value: { needs: "a file or directory with manifests", example: `${example} --objects dump` } },
    generated: {
      value: { needs: "a file or directory that `holdfast compile` wrote", example: `${example} --generated generated` },
    },
    kubeconfig: {
      value: { needs: "a file", example: `${example} --kubeconfig ./kubeconfig` },
      once: "a context is in one file",
    },
    context: {
      value: { needs: "the name of a context of the kubeconfig", example: `${example} --context production` },
      once: "one run asks one cluster",
    },
    qps: {
      value: { needs: "requests a second", example: `${example} --qps 20` },
      once: "one number is the limit",
    },
  };
}

export function objectsOptions(flags: Flags): ObjectsOptions {
  return {
    objects: flags.values("objects"),
    generated: flags.values("generated"),
    kubeconfig: flags.value("kubeconfig"),
    context: flags.value("context"),
    qps: readQps(flags.value("qps")),
  };
}

function readQps(text: string | undefined): number | undefined {
  const qps = text === undefined ? undefined : Number(text);
  if (qps === undefined || (Number.isFinite(qps) && qps > 0)) return qps;
  throw new HelpfulError(`\`--qps ${text ?? ""}\` is no number above 0`, "write how many requests a second are sent: --qps 20");
}

/** How the objects of a command line are deleted. */
export function cascadeFlag(example: string): FlagDefinitions {
  return {
    cascade: {
      value: { needs: "background, foreground or orphan", example: `${example} --cascade orphan` },
      once: "objects are deleted in one way",
    },
  };
}

const policies: Readonly<Record<string, PropagationPolicy>> = {
  background: "Background",
  foreground: "Foreground",
  orphan: "Orphan",
};

export function readPropagationPolicy(flags: Flags): PropagationPolicy {
  return policies[flags.oneOf("cascade", ["background", "foreground", "orphan"]) ?? "background"] ?? "Background";
}
