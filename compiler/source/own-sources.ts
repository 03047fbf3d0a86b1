import type { FunctionDeclaration, Project, SourceFile } from "ts-morph";
import { ownFile } from "../api/own-package.ts";
import { type TemplateName, templateNames } from "../ir/guards.ts";

/** What of ours is written in the language of rules: the compiler reads it as it reads the author's files. */
export interface OwnSources {
  readonly templates: Readonly<Record<TemplateName, SourceFile>>;
  /** What keeps policies themselves; only where it is asked for. */
  readonly protection: SourceFile | undefined;
  /** Functions that policies import from `holdfast` and that are put in place like the author's own. */
  readonly functions: ReadonlyMap<string, FunctionDeclaration>;
}

export function loadOwnSources(project: Project, { withProtection }: { readonly withProtection: boolean }): OwnSources {
  const load = (path: string): SourceFile => project.addSourceFileAtPath(sourcePath(path));
  const templates = templateNames.map((name) => [name, load(`guard/templates/${name}`)] as const);
  const functions = ["overrides", "released-until", "implied-overrides"].flatMap((name) =>
    load(`language/overrides/${name}`).getFunctions(),
  );
  return {
    templates: Object.fromEntries(templates) as Record<TemplateName, SourceFile>,
    protection: withProtection ? load("guard/templates/protection") : undefined,
    functions: new Map(functions.map((declaration) => [declaration.getName() ?? "", declaration])),
  };
}

/** In the package, where `owners.js` is what runs, the source stands beside it under another name. */
function sourcePath(path: string): string {
  return ownFile(`compiler/${path}.ts`, `compiler/${path}.source.ts`);
}
