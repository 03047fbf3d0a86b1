import { ts, type SourceFile } from "ts-morph";
import { type DiagnosticBag, InternalError } from "../../diagnostics/diagnostic.ts";
import { isOwnModule } from "../../source/own-modules.ts";
import type { LoadedProject } from "../../source/project.ts";
import type { PolicyIr } from "../../ir/policy.ts";
import { type TemplateName, templateNames } from "../../ir/guards.ts";
import type { OwnSources } from "../../source/own-sources.ts";
import type { Modules } from "../modules.ts";
import { lowerPolicies } from "../policies/policies.ts";

interface Asked {
  readonly project: LoadedProject;
  /** Oldest Kubernetes that the YAML is for: its minor version. */
  readonly kube: number;
  readonly bag: DiagnosticBag;
}

/** By version and the displayed path of the templates, which is in their spans. */
const kept = new Map<string, LoweredTemplates>();

/**
 * The templates are files of this package and come out the same whatever the author wrote, and lowering them is half of
 * compiling a small policy: a process that compiles again takes those of its first compilation.
 */
export function keptTemplates({ project, kube, bag }: Asked, lower: () => LoweredTemplates): LoweredTemplates {
  const key = `${kube} ${project.display(project.ownSources.templates.owners)}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const templates = lower();
  if (!bag.hasErrors && !declaresMore(project)) kept.set(key, templates);
  return templates;
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

export type LoweredTemplates = Readonly<Record<TemplateName, PolicyIr>>;

/** Our own policies, through the same stages as the author's. */
export function lowerTemplates({ templates }: OwnSources, modules: Modules): LoweredTemplates {
  const entries = templateNames.map((name) => {
    return [name, lowerTemplate(name, templates[name], modules)] as const;
  });
  return Object.fromEntries(entries) as Record<TemplateName, PolicyIr>;
}

/** What keeps policies themselves, which only a compilation for files asks for. */
export function lowerProtection({ protection }: OwnSources, modules: Modules): PolicyIr | undefined {
  return protection && lowerTemplate("protection", protection, modules);
}

function lowerTemplate(name: string, file: SourceFile, modules: Modules): PolicyIr {
  const defaultExport = file.getVariableDeclarationOrThrow(name).getInitializerOrThrow();
  const [policy] = lowerPolicies({ file, path: name, stem: name, defaultExport }, modules.scopeOf(file));
  if (policy === undefined) throw new InternalError(`the template ${name} has no policy`);
  return policy;
}
