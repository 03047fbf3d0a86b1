import { contextFlag, kubeconfigFlag } from "../arguments/cluster-flags.ts";
import type { CommandDefinition } from "../arguments/command-definition.ts";
import { quietFlag } from "../arguments/format-flag.ts";
import type { FlagDefinitions, Flags } from "../arguments/flags.ts";
import { HelpfulError } from "../../api/helpful-error.ts";

export interface TypesCommand {
  readonly kind: "types";
  readonly source: TypesSource;
  readonly out: string;
  readonly mode: "write" | "check";
  /** Whether people are told of problems alone. */
  readonly isQuiet: boolean;
}

/** Where definitions come from. */
export type TypesSource =
  /** Files, directories, and `-` for standard input. */
  | { readonly kind: "files"; readonly paths: readonly string[] }
  /** A cluster: the definitions of these names, or all. */
  | {
      readonly kind: "cluster";
      readonly kubeconfig: string | undefined;
      readonly context: string | undefined;
      readonly names: readonly string[];
    };

export const defaultTypesOut = "types";

const typesFlags: FlagDefinitions = {
  out: {
    says: "where the files go",
    value: {
      name: "directory",
      needs: "a directory",
      example: "--out generated",
      paths: "directories",
      default: defaultTypesOut,
    },
    once: "all files go into one directory: give it once",
  },
  check: { says: "write nothing; exit with 1 if the directory is not what the definitions say" },
  quiet: quietFlag,
  cluster: {
    under: "Which cluster",
    says: "definitions of the cluster; names such as `buckets.s3.services.k8s.aws`, or all",
  },
  context: contextFlag("--context staging", "give it once: --context staging"),
  kubeconfig: kubeconfigFlag("holdfast types --cluster --kubeconfig ./kubeconfig"),
};

export const types: CommandDefinition<TypesCommand> = {
  summary: "write TypeScript types of CustomResourceDefinitions",
  does: `Writes a TypeScript type for every served version of every CustomResourceDefinition in the YAML or
    JSON that the paths name (\`-\`: standard input), or in a cluster.`,
  usage: ["<paths...>", "--cluster [names...]"],
  words: "files",
  flags: typesFlags,
  examples: [
    { line: "holdfast types crds/", does: "types of all definitions below crds/ into types/" },
    { line: "kubectl get crds -o yaml | holdfast types -", does: "the same of a cluster" },
    { line: "holdfast types --cluster buckets.s3.services.k8s.aws", does: "one definition of a cluster" },
  ],
  exitsWith1: "`--check` found files that are missing, different or left over",
  page: "docs/rules/types.md",
  parse: parseTypes,
};

function parseTypes(words: readonly string[], flags: Flags): TypesCommand {
  return {
    kind: "types",
    source: flags.has("cluster") ? clusterSource(words, flags) : fileSource(words, flags),
    out: flags.value("out") ?? defaultTypesOut,
    mode: flags.has("check") ? "check" : "write",
    isQuiet: flags.has("quiet"),
  };
}

const nameDefinitions = "name a YAML file or directory with CustomResourceDefinitions, `-` for standard input, or --cluster";

function fileSource(paths: readonly string[], flags: Flags): TypesSource {
  const ofCluster = ["context", "kubeconfig"].find((name) => flags.has(name));
  if (ofCluster !== undefined)
    throw new HelpfulError(`\`--${ofCluster}\` is for \`--cluster\``, `write \`holdfast types --cluster --${ofCluster} ...\``);
  if (paths.length === 0) throw new HelpfulError("no definitions named", nameDefinitions);
  if (paths.includes("")) throw new HelpfulError("a path is empty", nameDefinitions);
  return { kind: "files", paths };
}

function clusterSource(names: readonly string[], flags: Flags): TypesSource {
  const odd = names.find((name) => !/^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)+$/.test(name));
  if (odd !== undefined)
    throw new HelpfulError(
      `\`${odd}\` is not the name of a CustomResourceDefinition`,
      "with --cluster write names such as `buckets.s3.services.k8s.aws`, or none for all",
    );
  return { kind: "cluster", kubeconfig: flags.value("kubeconfig"), context: flags.value("context"), names };
}
