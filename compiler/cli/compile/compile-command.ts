import { formatMinor, knownVersions, newestMinor, parseMinor } from "../../ir/kubernetes-version.ts";
import type { FlagDefinitions, Flags } from "../arguments/flags.ts";
import type { Project } from "../../project/project.ts";
import { installationNeeds, isInstallation, isOneLine } from "../../project/settings.ts";
import { type StaticCommand, parseStatic, staticFlags } from "./static-command.ts";
import { HelpfulError } from "../../api/helpful-error.ts";

export interface CompileCommand {
  readonly kind: "compile";
  readonly paths: readonly string[];
  readonly project: Project | undefined;
  /** Undefined where only `--static` is asked for. */
  readonly out: string | undefined;
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

export const compileFlags: FlagDefinitions = {
  out: {
    value: { needs: "a directory", example: "holdfast compile --out generated" },
    once: "all files go into one directory: give it once",
  },
  ...staticFlags,
  command: {
    value: { needs: "a command", example: 'holdfast compile --command "npm run compile"' },
    once: "one command makes the files anew",
  },
  installation: {
    value: { needs: "a name", example: "holdfast compile --installation acme" },
    once: "all policies of one run belong to one installation: name it once",
  },
  check: {},
  fix: {},
  show: { value: { needs: "a policy: its name, or its file", example: "holdfast compile --show keep-labelled" } },
  verbose: {},
  watch: {},
  "no-cache": {},
  kube: {
    value: { needs: "a Kubernetes version", example: "holdfast compile --kube 1.34" },
    once: "name the oldest version among your clusters",
  },
};

export function parseCompile(paths: readonly string[], flags: Flags): CompileCommand {
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
    static: given,
    mode: flags.has("check") ? "check" : "write",
    show: flags.values("show"),
    verbose: flags.has("verbose"),
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
