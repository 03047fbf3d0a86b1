import type { DiagnosticBag } from "../diagnostics/diagnostic.ts";
import type { PolicySource } from "./find-policies.ts";
import { type LoadedProject, withImports } from "./project.ts";

/**
 * The sources of which nothing has been reported, nor of a module that they import: a mistake in one file must not hide
 * those in others, and what follows from a mistake is noise.
 */
export function errorFreeSources<Source extends { readonly source: PolicySource }>(
  sources: readonly Source[],
  { display }: LoadedProject,
  bag: DiagnosticBag,
): readonly Source[] {
  const wrong = bag.files;
  return sources.filter(({ source }) => !withImports([source.file]).some((file) => wrong.has(display(file))));
}
