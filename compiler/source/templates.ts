import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Project, SourceFile } from "ts-morph";

/** Policies of our own, in the language of rules, from which the guards of the author's policies are made. */
export const templateNames = ["release", "owners", "definitions"] as const;

export type TemplateName = (typeof templateNames)[number];

export type Templates = Readonly<Record<TemplateName, SourceFile>>;

/** The compiler reads them as it reads the author's files. */
export function loadTemplates(project: Project): Templates {
  const entries = templateNames.map((name) => [name, project.addSourceFileAtPath(templatePath(name))] as const);
  return Object.fromEntries(entries) as Record<TemplateName, SourceFile>;
}

/** In the package, where `owners.js` is what runs, the source stands beside it under another name. */
function templatePath(name: TemplateName): string {
  const source = fileURLToPath(new URL(`../guard/templates/${name}.ts`, import.meta.url));
  return existsSync(source) ? source : source.replace(/\.ts$/, ".source.ts");
}
