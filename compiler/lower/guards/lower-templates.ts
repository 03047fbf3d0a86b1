import type { SourceFile } from "ts-morph";
import { InternalError } from "../../diagnostics/diagnostic.ts";
import type { PolicyIr } from "../../ir/policy.ts";
import { type TemplateName, templateNames } from "../../ir/guards.ts";
import type { OwnSources } from "../../source/own-sources.ts";
import type { Modules } from "../modules.ts";
import { lowerPolicies } from "../policies/policies.ts";

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
