import {
  defaultMinor,
  formatMinor,
  knownVersions,
  newestMinor,
  parseMinor,
  supportedVersions,
} from "../../ir/kubernetes-version.ts";
import type { CommandDefinition } from "../arguments/command-definition.ts";
import type { FlagDefinition, FlagDefinitions, Flags } from "../arguments/flags.ts";
import { type OutputOptions, outputFlags, outputOptions } from "../arguments/format-flag.ts";
import { type Project, builtIn } from "../../project/project.ts";
import { installationNeeds, isInstallation, isOneLine } from "../../project/settings.ts";
import { type StaticCommand, parseStatic, staticFlags } from "./static-command.ts";
import { HelpfulError } from "../../api/helpful-error.ts";

const formats = ["text", "json", "yaml", "junit", "sarif", "github", "markdown"] as const;

export type CompileFormat = (typeof formats)[number];

export interface CompileCommand extends OutputOptions<CompileFormat> {
  readonly kind: "compile";
  readonly paths: readonly string[];
  readonly project: Project | undefined;
  /** Undefined where only `--static` is asked for. */
  readonly out: string | undefined;
  /** The directory of a chart of Helm; undefined: none is written. */
  readonly chart: string | undefined;
  readonly static: StaticCommand | undefined;
  readonly mode: "write" | "check";
  /** Policies whose YAML is shown beside their rules: names, files or directories. */
  readonly show: readonly string[];
  /** Whether each rule and guard is shown, and not a line for each policy. */
  readonly verbose: boolean;
  /** Whether it goes on whenever a file changes. */
  readonly watch: boolean;
  /** Whether the policies are first repaired where that may be done without asking. */
  readonly fix: boolean;
  /** Whether what was compiled before may be taken again. */
  readonly cache: boolean;
  /** Oldest Kubernetes that the YAML is for, as its minor version: 30 for 1.30. */
  readonly kube: number;
  /** What the policies are called among all of a cluster; undefined: they share no guards. */
  readonly installation: string | undefined;
  /** How people run this: what the headers of files say, and what `--check` advises. */
  readonly command: string | undefined;
}

/** `example` is a whole command line. */
export function kubeFlag(example: string): FlagDefinition {
  return {
    says: "oldest Kubernetes that the YAML is for",
    value: {
      name: "version",
      needs: "a Kubernetes version",
      example,
      oneOf: supportedVersions,
      default: formatMinor(defaultMinor),
    },
    once: "name the oldest version among your clusters",
  };
}

const compileFlags: FlagDefinitions = {
  out: {
    says: "where the files go",
    value: {
      name: "directory",
      needs: "a directory",
      example: "holdfast compile --out generated",
      paths: "directories",
      default: builtIn.out,
    },
    once: "all files go into one directory: give it once",
  },
  chart: {
    says: "also write a Helm chart that installs the webhook and the controller of a `fallback`. See docs/operate/helm.md",
    value: {
      name: "directory",
      needs: "a directory",
      example: "holdfast compile --chart charts/holdfast",
      paths: "directories",
    },
    once: "one chart holds all policies: give it once",
  },
  kube: kubeFlag("holdfast compile --kube 1.34"),
  check: { says: "write nothing; exit with 1 if the directory is out of date" },
  fix: { says: "first apply all safe fixes to the policy files, and list them" },
  watch: { says: "compile again whenever a file changes, until ^C" },
  show: {
    says: "print the rules of this policy, each beside the YAML that it became; may be given again",
    value: {
      name: "policy",
      needs: "a policy: its name, or its file",
      example: "holdfast compile --show keep-labelled",
      paths: "files",
    },
  },
  ...outputFlags(formats, "holdfast compile --check"),
  verbose: { says: "print each rule and guard instead of one line for each policy" },
  installation: {
    says:
      "guards of several policies share policies that begin with this name, which no other repository of the cluster " +
      "has. See docs/rules/guards.md",
    value: { name: "name", needs: "a name", example: "holdfast compile --installation acme" },
    once: "all policies of one run belong to one installation: name it once",
  },
  command: {
    says: 'the command that headers of generated files name: `"npm run compile"`',
    value: { name: "text", needs: "a command", example: 'holdfast compile --command "npm run compile"' },
    once: "one command makes the files anew",
  },
  "no-cache": { says: "neither read nor write the cache" },
  ...staticFlags,
};

export const compile: CommandDefinition<CompileCommand> = {
  summary: "turn policies into YAML, and check them",
  does: `Compiles every policy file (\`*.ts\`) that the paths name; a directory stands for all below it. Each
    \`policies/x.ts\` becomes \`generated/x.yaml\`, and \`generated/kustomization.yaml\` lists them all. If
    anything is wrong with any policy, nothing is written.

    Settings that you leave out come from \`holdfast.config.json\`, here or in a directory above.`,
  usage: ["[paths...]"],
  words: "files",
  flags: compileFlags,
  examples: [
    { line: "holdfast compile", does: "policies/ into generated/" },
    { line: "kubectl apply -k generated/", does: "put the rules into force" },
    { line: "holdfast compile --check", does: "in CI: is generated/ up to date?" },
    { line: "holdfast compile rules --out deploy/guards", does: "from and to other directories" },
    { line: "holdfast compile --check --format sarif=holdfast.sarif", does: "for code scanning, too" },
    { line: "holdfast compile --show keep-labelled", does: "look at one policy" },
    { line: "holdfast compile --watch", does: "again whenever a file changes" },
    { line: "holdfast compile --static control-plane --kube 1.36 --protection-only", does: "files for the disks of API servers" },
  ],
  exitsWith1: "`--check` found files that are missing, different or left over",
  page: "docs/rules/language.md",
  parse: parseCompile,
};

function parseCompile(paths: readonly string[], flags: Flags): CompileCommand {
  const kube = kubeOf(flags);
  if (flags.has("check") && flags.has("fix"))
    throw new HelpfulError("`--check` writes nothing, and `--fix` writes into policies", "give one of the two");
  if (flags.has("watch") && (flags.has("check") || flags.has("fix")))
    throw new HelpfulError("`--watch` writes what is compiled, again and again", "leave `--check` and `--fix` out");
  const given = parseStatic(flags, kube);
  return {
    kind: "compile",
    paths: policyPaths(paths, flags),
    project: flags.defaults.project,
    out: flags.value("out") ?? (given === undefined ? flags.defaults.out : undefined),
    chart: flags.value("chart") ?? (given === undefined ? flags.defaults.chart : undefined),
    static: given,
    mode: flags.has("check") ? "check" : "write",
    show: flags.values("show"),
    verbose: flags.has("verbose"),
    ...outputOptions(flags, formats),
    watch: flags.has("watch"),
    fix: flags.has("fix"),
    cache: !flags.has("no-cache"),
    kube,
    installation: installationOf(flags),
    command: commandOf(flags),
  };
}

function installationOf(flags: Flags): string | undefined {
  const name = flags.value("installation");
  if (name === undefined) return flags.defaults.installation;
  if (isInstallation(name)) return name;
  throw new HelpfulError(
    `\`--installation ${name}\` is ${installationNeeds}`,
    "no other repository of the cluster has the same: `--installation acme`",
  );
}

function commandOf(flags: Flags): string | undefined {
  const command = flags.value("command");
  if (command === undefined) return flags.defaults.command;
  if (isOneLine(command)) return command;
  throw new HelpfulError("`--command` takes one line of text", 'write what people run: `--command "npm run compile"`');
}

/** Those that are given, or those of the project. */
export function policyPaths(paths: readonly string[], flags: Flags): readonly string[] {
  if (paths.includes(""))
    throw new HelpfulError("a path is empty", "name a policy file (*.ts) or a directory that holds policy files");
  return paths.length === 0 ? flags.defaults.policies : paths;
}

/** The minor version that `--kube` or the project names, or the oldest that Holdfast supports. */
export function kubeOf(flags: Flags): number {
  const given = flags.value("kube");
  if (given === undefined) return flags.defaults.kube;
  const minor = parseMinor(given);
  if (minor !== undefined) return minor;
  throw new HelpfulError(
    `\`${given}\` is not a Kubernetes version that Holdfast compiles for`,
    `write ${knownVersions}, without the patch version: \`--kube 1.34\`; what is for ${formatMinor(newestMinor)} is good for newer ones`,
  );
}
