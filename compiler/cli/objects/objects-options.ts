import { HelpfulError } from "../../api/helpful-error.ts";
import type { PropagationPolicy } from "../../cluster/deletion/propagation.ts";
import { contextFlag, kubeconfigFlag } from "../arguments/cluster-flags.ts";
import { type FlagDefinition, type FlagDefinitions, type Flags, listed } from "../arguments/flags.ts";

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

const under = "Which cluster, or what in place of one";

/** Their flags; `example` is a command line to which each of them can be added. */
export function objectsFlags(example: string): FlagDefinitions {
  return {
    context: { ...contextFlag(`${example} --context production`, "one run asks one cluster"), under },
    kubeconfig: { ...kubeconfigFlag(`${example} --kubeconfig ./kubeconfig`), under },
    qps: {
      under,
      says: "requests a second",
      value: { name: "number", needs: "requests a second", example: `${example} --qps 20`, default: "50, as kubectl" },
      once: "one number is the limit",
    },
    objects: {
      under,
      says: "manifests in place of a cluster; `-` is standard input; may be given again",
      value: {
        name: "path",
        needs: "a file or directory with manifests, or - for standard input",
        example: `${example} --objects dump`,
        takesDash: true,
        paths: "files",
      },
    },
    generated: {
      under,
      says: "policies that `holdfast compile` wrote, in place of those of the cluster; may be given again",
      value: {
        name: "path",
        needs: "a file or directory that `holdfast compile` wrote, or - for standard input",
        example: `${example} --generated generated`,
        takesDash: true,
        paths: "files",
      },
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

const policies = { background: "Background", foreground: "Foreground", orphan: "Orphan" } as const;

const cascades = Object.keys(policies) as readonly (keyof typeof policies)[];

/** How the objects of a command line are deleted. */
export function cascadeFlag(example: string): FlagDefinition {
  return {
    says: "how the delete goes on, as `kubectl delete` has it",
    value: {
      name: "how",
      needs: listed(cascades),
      example: `${example} --cascade orphan`,
      oneOf: cascades,
      default: "background",
    },
    once: "objects are deleted in one way",
  };
}

export function readPropagationPolicy(flags: Flags): PropagationPolicy {
  return policies[flags.oneOf("cascade", cascades) ?? "background"];
}
