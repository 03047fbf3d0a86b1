import { ts, type SourceFile } from "ts-morph";
import { type DiagnosticBag, InternalError } from "../../diagnostics/diagnostic.ts";
import { isOwnModule } from "../../source/own-modules.ts";
import type { LoadedProject } from "../../source/project.ts";
import type { PolicyIr } from "../../ir/policy.ts";
import { definedKinds } from "../../ir/built-in-groups.ts";
import { type ByTemplate, type TemplateName, templateNames } from "../../ir/guards.ts";
import type { OwnSources } from "../../source/own-sources.ts";
import type { Modules } from "../modules.ts";
import { lowerPolicies } from "../policies/policies.ts";

interface Asked {
  readonly project: LoadedProject;
  /** Oldest Kubernetes that the YAML is for: its minor version. */
  readonly kube: number;
  readonly bag: DiagnosticBag;
}

/** By version, the displayed path of the templates, which is in their spans, and name. */
const kept = new Map<string, PolicyIr>();

/**
 * The templates are files of this package and come out the same whatever the author wrote, and lowering them is half of
 * compiling a small policy: a process that compiles again takes those of its first compilation.
 */
export function keptTemplates(
  { project, kube, bag }: Asked,
  names: readonly TemplateName[],
  lower: (name: TemplateName) => PolicyIr,
): LoweredTemplates {
  const place = `${kube} ${project.display(project.ownSources.templates.owners)}`;
  const keyOf = (name: TemplateName): string => `${place} ${name}`;
  const missing = names.filter((name) => !kept.has(keyOf(name)));
  const made = new Map(missing.map((name) => [name, lower(name)]));
  if (made.size > 0 && !bag.hasErrors && !declaresMore(project))
    for (const [name, template] of made) kept.set(keyOf(name), template);
  const entries = names.map((name) => [name, made.get(name) ?? kept.get(keyOf(name))] as const);
  return Object.fromEntries(entries) as LoweredTemplates;
}

/**
 * Those that the guards of these policies are made from. Most policies are about kinds that are built in, and the
 * template about definitions takes as long as all others together.
 */
export function templatesFor(policies: readonly PolicyIr[]): readonly TemplateName[] {
  const isNeeded: Readonly<Record<TemplateName, boolean>> = {
    release: true,
    owners: true,
    finalizers: policies.some(({ guards }) => guards.finalizers.length > 0),
    definitions: policies.some(({ match }) => definedKinds(match).length > 0),
    freeze: policies.some(({ guards }) => guards.freeze),
  };
  return templateNames.filter((name) => isNeeded[name]);
}

/**
 * What others declare for everybody (`declare global`, a file that is no module) may change what names of the language
 * mean: for this compilation, and for none after it.
 */
function declaresMore({ files }: LoadedProject): boolean {
  const program = files[0]?.getProject().getProgram().compilerObject;
  const foreign = program
    ?.getSourceFiles()
    .filter((file) => !program.isSourceFileDefaultLibrary(file) && !isOwnModule(file.fileName));
  return (foreign ?? []).some((file) => file.isDeclarationFile || !ts.isExternalModule(file) || /\bdeclare\b/.test(file.text));
}

export type LoweredTemplates = ByTemplate<PolicyIr>;

/** What keeps policies themselves, which only a compilation for files asks for. */
export function lowerProtection({ protection }: OwnSources, modules: Modules): PolicyIr | undefined {
  return protection && lowerTemplate("protection", protection, modules);
}

/** A policy of our own, through the same stages as the author's. */
export function lowerTemplate(name: string, file: SourceFile, modules: Modules): PolicyIr {
  const defaultExport = file.getVariableDeclarationOrThrow(name).getInitializerOrThrow();
  const [policy] = lowerPolicies({ file, path: name, stem: name, defaultExport }, modules.scopeOf(file));
  if (policy === undefined) throw new InternalError(`the template ${name} has no policy`);
  return policy;
}
