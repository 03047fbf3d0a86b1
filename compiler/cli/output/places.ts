import { lstatSync } from "node:fs";
import { join } from "node:path";
import type { CompiledOutput } from "../../compilation.ts";
import { chartDirectories, fallbackDirectory } from "../../install/settings.ts";
import { isWithin, resolveOutputDirectory } from "../../manifest/output-directory.ts";
import { type Comparison, type PlannedFile, comparePlan } from "../../manifest/output.ts";
import { policiesDirectory } from "../../static/instructions.ts";
import type { CompileCommand } from "../compile/compile-command.ts";
import { type LeftOutFile, findLeftOut } from "../compile/left-out.ts";
import { HelpfulError } from "../../api/helpful-error.ts";

/** A directory that is to hold what was planned for it. */
export interface OutputPlace {
  /** As the command line names it. */
  readonly name: string;
  readonly comparison: Comparison;
  /** Files that only look stale. */
  readonly leftOut: readonly LeftOutFile[];
  /** Of the fallback: not spoken of where there is nothing to say. */
  readonly isOptional?: true;
}

/** Compared before anything is written, so that all directories change together, or none. */
export function comparePlaces(
  command: CompileCommand,
  compilation: CompiledOutput,
  workingDirectory: string,
): readonly OutputPlace[] {
  return targetsOf(command, workingDirectory).flatMap(({ name, directory, filesOf, isOptional }) => {
    const comparison = comparePlan(directory, filesOf(compilation));
    if (isOptional === true && isEmpty(comparison)) return [];
    const leftOut = findLeftOut(comparison.stale, command.paths, workingDirectory);
    return { name, comparison, leftOut, ...(isOptional === true && { isOptional }) };
  });
}

/** Nothing is to be there, and nothing of ours is. */
function isEmpty({ same, missing, different, stale }: Comparison): boolean {
  return [same, missing, different, stale].every((files) => files.length === 0);
}

/** Where the YAML of a policy goes: what the summary names beside it. */
export function policyPlace({ out, static: given }: CompileCommand): string | undefined {
  if (out !== undefined) return out;
  return given?.contents === "everything" ? join(given.directory, policiesDirectory) : undefined;
}

interface Target {
  readonly name: string;
  /** Absolute. */
  readonly directory: string;
  readonly filesOf: (compilation: CompiledOutput) => readonly PlannedFile[];
  /** Not spoken of where there is nothing to say. */
  readonly isOptional?: true;
}

/** Throws where a directory cannot be used; looks at none of them but for its links. */
export function targetsOf(command: CompileCommand, workingDirectory: string): readonly Target[] {
  const { out, static: given } = command;
  const target: MakeTarget = (name, flag, filesOf) => {
    return { name, directory: resolveOutputDirectory(name, workingDirectory, flag), filesOf };
  };
  const own = [...(out === undefined ? [] : ownTargets(out, target)), ...chartTargets(command, target)];
  if (given === undefined) return own;
  const below = join(given.directory, policiesDirectory);
  const targets = [
    ...own,
    target(given.directory, "--static", ({ staticFiles }) => staticFiles?.directory ?? []),
    target(below, "--static", ({ staticFiles }) => staticFiles?.policies ?? []),
  ];
  requireApart(targets);
  return targets;
}

type MakeTarget = (name: string, flag: string, filesOf: Target["filesOf"]) => Target;

/** Where `out` is a file nothing is below it; whoever reads it as a directory will say so. */
function ownTargets(out: string, target: MakeTarget): readonly Target[] {
  const own = target(out, "--out", ({ files }) => files);
  if (lstatSync(own.directory, { throwIfNoEntry: false })?.isFile() === true) return [own];
  const below = target(join(out, fallbackDirectory), "--out", ({ fallback }) => fallback?.files ?? []);
  return [own, { ...below, isOptional: true }];
}

/** What is in a chart are templates: whoever reads `out` for manifests must not come across them. */
function chartTargets({ chart, out }: CompileCommand, target: MakeTarget): readonly Target[] {
  if (chart === undefined) return [];
  const { templates, files } = chartDirectories;
  const targets = [
    target(chart, "--chart", ({ fallback }) => fallback?.chart?.directory ?? []),
    target(join(chart, templates), "--chart", ({ fallback }) => fallback?.chart?.templates ?? []),
    target(join(chart, files), "--chart", ({ fallback }) => fallback?.chart?.files ?? []),
  ];
  const [directory = ""] = targets.map((one) => one.directory);
  const manifests = out === undefined ? undefined : target(out, "--out", () => []).directory;
  if (manifests === undefined || !(isWithin(directory, manifests) || isWithin(manifests, directory))) return targets;
  throw new HelpfulError(
    `the chart ${chart} and the manifests in ${out ?? ""} would lie within each other`,
    "a chart is no manifests, and `kubectl apply`, `verify` and `uninstall` read all that is below: give it a directory beside them, " +
      "`--chart charts/holdfast`",
  );
}

/** Each directory would take what the other holds for left over. */
function requireApart(targets: readonly Target[]): void {
  const directories = targets.map(({ directory }) => directory);
  const twice = targets.find(({ directory }, at) => directories.indexOf(directory) !== at);
  if (twice === undefined) return;
  throw new HelpfulError(
    `${twice.name} would hold the files of \`--out\` and those of \`--static\``,
    "what goes onto the disks of API servers is not applied to the API: give it a directory of its own",
  );
}
