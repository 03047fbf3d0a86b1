import { ts } from "ts-morph";
import type { DiagnosticBag } from "../../diagnostics/diagnostic.ts";
import { isOwnModule } from "../../source/own-modules.ts";
import type { LoadedProject } from "../../source/project.ts";
import type { LoweredTemplates } from "./lower-templates.ts";

interface Asked {
  readonly project: LoadedProject;
  /** Oldest Kubernetes that the YAML is for: its minor version. */
  readonly kube: number;
  readonly bag: DiagnosticBag;
}

/** By version and the displayed path of the templates, which is in their spans. */
const kept = new Map<string, LoweredTemplates>();

/**
 * The templates are files of this package and come out the same whatever the author wrote, and lowering them is half of compiling a small
 * policy: a process that compiles again takes those of its first compilation.
 */
export function keptTemplates({ project, kube, bag }: Asked, lower: () => LoweredTemplates): LoweredTemplates {
  const key = `${kube} ${project.display(project.ownSources.templates.owners)}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const templates = lower();
  if (bag.isEmpty && !declaresMore(project)) kept.set(key, templates);
  return templates;
}

/**
 * What others declare for everybody (`declare global`, a file that is no module) may change what names of the language mean: for this
 * compilation, and for none after it.
 */
function declaresMore({ files }: LoadedProject): boolean {
  const program = files[0]?.getProject().getProgram().compilerObject;
  const foreign = program
    ?.getSourceFiles()
    .filter((file) => !program.isSourceFileDefaultLibrary(file) && !isOwnModule(file.fileName));
  return (foreign ?? []).some((file) => file.isDeclarationFile || !ts.isExternalModule(file) || /\bdeclare\b/.test(file.text));
}
