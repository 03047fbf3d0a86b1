import { planGuards } from "../../compiler/plan/index.ts";
import { planWithinReach } from "../../compiler/plan/within-limits.ts";
import { checkPolicies } from "../../compiler/check/index.ts";
import { DiagnosticBag } from "../../compiler/diagnostics/diagnostic.ts";
import { guardPolicy } from "../../compiler/guard/index.ts";
import type { AdmissionPolicyIr } from "../../compiler/ir/admission-policy.ts";
import { lowerSources } from "../../compiler/lower/index.ts";
import { planFiles } from "../../compiler/manifest/build.ts";
import { type PolicySource, findPolicies } from "../../compiler/source/find-policies.ts";
import { type LoadedProject, loadProject } from "../../compiler/source/project.ts";
import { SourceTexts } from "../../compiler/source/texts.ts";
import { requireAccepted } from "../../compiler/manifest/type-check.ts";
import { CaseFiles, type CompiledCase, interfaceOf, sourceOf } from "../language/case-files.ts";
import { before, messageText, objectType, ruleText } from "./rule-text.ts";
import type { RuleKind } from "./rule-kind.ts";
import type { GeneratedRule } from "./write-rule.ts";

/** A rule after the compiler: compiled, or the codes of what it rejects, or what the compiler broke down with. */
export type CompiledRule = { readonly rule: GeneratedRule } & Outcome;

type Outcome =
  | { readonly one: CompiledCase; /** YAML of its guards. */ readonly guards: () => string }
  | { readonly rejected: readonly [string, ...string[]] }
  | { readonly crashed: string };

interface CompileOptions {
  /** Minor version of the oldest Kubernetes that the YAML is for. */
  readonly kube: number;
  /** Of the policies' names. */
  readonly prefix: string;
  /** Called with each as soon as it is compiled. */
  readonly onCompiled?: (one: CompiledRule) => void;
}

/**
 * Compiles rules as `compile` does, but each for itself: it gives all or nothing, and here some may be rejected. The
 * types of all are read in one go, since most of a run is TypeScript's start.
 */
export async function compileRules(
  rules: readonly GeneratedRule[],
  { kube, prefix, onCompiled = () => {} }: CompileOptions,
): Promise<readonly CompiledRule[]> {
  const files = new CaseFiles();
  try {
    const named = rules.map((rule, at) => ({ rule, name: `${prefix}-${at}` }));
    files.write("thing.ts", `import type { KubernetesObject } from "holdfast";\nexport ${interfaceOf(objectType)}\n`);
    for (const { rule, name } of named) files.write(`${name}.ts`, fileOf(rule, name));
    const bag = new DiagnosticBag();
    const project = loadProject({ paths: named.map(({ name }) => `${name}.ts`), workingDirectory: files.directory }, bag);
    const sources = new Map(findPolicies(project, bag).map((source) => [source.stem, source]));
    const wrong = Map.groupBy(bag.errors(), ({ span }) => span.file);
    const compiled: CompiledRule[] = [];
    for (const { rule, name } of named) {
      const source = sources.get(name);
      const [first, ...others] = (wrong.get(`${name}.ts`) ?? []).map(({ code }) => code);
      if (first === undefined && source === undefined) throw new Error(`no policy in\n${fileOf(rule, name)}`);
      const outcome: Outcome =
        first !== undefined || source === undefined
          ? { rejected: [first ?? "no-policy", ...others] }
          : await compileOne({ files, project, source, name, kube }).catch(crash);
      compiled.push({ rule, ...outcome });
      onCompiled({ rule, ...outcome });
    }
    return compiled;
  } finally {
    files.remove();
  }
}

export function fileOf(rule: GeneratedRule, name: string): string {
  const { operation, isTyped, action } = rule.kind;
  const about = {
    ...(isTyped ? { typeModule: "./thing.ts" } : {}),
    ...(operation === undefined ? {} : { operation }),
    ...(action === undefined ? {} : { action }),
  };
  return ofKind(sourceOf(about, { rule: ruleText(rule), message: messageText(rule), before }, name), rule.kind);
}

/** The same file about another kind than Things. */
function ofKind(text: string, { about, builtIn }: RuleKind): string {
  if (about === undefined) return text;
  const typed =
    builtIn === undefined
      ? text
      : text.replace(`{ Thing } from "./thing.ts"`, `{ ${builtIn.type} as Thing } from "holdfast/kinds"`);
  return typed
    .replace(`group: "language.example.com"`, `group: "${about.group}"`)
    .replace(`resource: "things"`, `resource: "${about.resource}"`);
}

interface OneRule {
  readonly files: CaseFiles;
  readonly project: LoadedProject;
  readonly source: PolicySource;
  readonly name: string;
  readonly kube: number;
}

async function compileOne({ files, project, source, name, kube }: OneRule): Promise<Outcome> {
  const bag = new DiagnosticBag();
  const { files: lowered, templates } = lowerSources(
    { project: { ...project, files: [source.file] }, sources: [source], kube },
    bag,
  );
  const ir = lowered[0]?.policies[0];
  const policies = !bag.hasErrors && ir !== undefined ? planWithinReach(ir, bag) : [];
  checkPolicies(policies, bag);
  const [first, ...others] = bag.errors().map(({ code }) => code);
  if (first !== undefined) return { rejected: [first, ...others] };
  const texts = new SourceTexts(project);
  const yamlOf = (of: readonly AdmissionPolicyIr[]): string | undefined => {
    const planned = planFiles([{ file: source.path, stem: source.stem, policies: of }], {
      command: "npx holdfast compile",
      lineOf: texts.lineOf,
    });
    requireAccepted(planned, kube);
    return planned.find((file) => file.name === `${name}.yaml`)?.text;
  };
  const yaml = yamlOf(policies);
  if (yaml === undefined || ir === undefined || templates === undefined) throw new Error(`${name} compiled to nothing`);
  return {
    one: { name, yaml, ir, policy: await files.importPolicy(`${name}.ts`) },
    guards: () => yamlOf(planGuards(guardPolicy(ir, templates), bag).admissionPolicies) ?? "",
  };
}

function crash(error: unknown): Outcome {
  return { crashed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}
