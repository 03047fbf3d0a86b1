// in: PolicySource[]; out: PolicyIr by file; next: split/
import { Node, type SourceFile, SyntaxKind } from "ts-morph";
import { DiagnosticBag } from "../diagnostics/diagnostic.ts";
import { StepBudget } from "../diagnostics/exhausted.ts";
import type { FallbackIr } from "../ir/fallback.ts";
import type { TemplateName } from "../ir/guards.ts";
import type { PolicyIr, PolicyFile } from "../ir/policy.ts";
import type { PolicySource } from "../source/find-policies.ts";
import { withImports } from "../source/imports.ts";
import type { LoadedProject } from "../source/project.ts";
import { lowerExpression } from "./expression.ts";
import { callFunction } from "./statements/call-function.ts";
import { lowerBlock } from "./statements/statements.ts";
import { Modules } from "./modules.ts";
import { lowerFallback } from "./fallback/fallback.ts";
import { keptTemplates, type LoweredTemplates, lowerProtection, lowerTemplate, templatesFor } from "./guards/templates.ts";
import { IllTyped } from "./policies/ill-typed.ts";
import { lowerDefaultExport, policiesOf } from "./policies/policies.ts";
import type { Lowering, Scope } from "./scope.ts";
import { Claims } from "./shapes/claims.ts";
import { isUnchecked } from "./shapes/type-predicates.ts";

interface Sources {
  readonly project: LoadedProject;
  readonly sources: readonly PolicySource[];
  /** Oldest Kubernetes that the YAML is for: its minor version. */
  readonly kube: number;
}

export interface LoweredProject {
  /** Of files about which nothing has been reported. */
  readonly files: readonly PolicyFile<PolicyIr>[];
  /** Of the other files: rules about which nothing has been reported. They become no YAML. */
  readonly partly: readonly PolicyFile<PolicyIr>[];
  /** What answers where CEL cannot, where a file declares it. */
  readonly fallback: FallbackIr | undefined;
  /** What guards are made from; undefined where no file has policies. */
  readonly templates: LoweredTemplates | undefined;
  /** What keeps policies themselves, where it is asked for. */
  readonly protection: PolicyIr | undefined;
}

interface LoweredSource {
  readonly source: PolicySource;
  readonly policies: readonly PolicyIr[];
  /** Of a file that declares what answers where CEL cannot; it has no policies. */
  readonly fallback?: FallbackIr;
}

/** Expressions that a rule or constant may take to lower, with every function that it calls put in place. */
const stepLimit = 200_000;

/** TypeScript to the middle form. Reports everything it can; what it returns counts only when nothing was reported. */
export function lowerSources({ project, sources, kube }: Sources, bag: DiagnosticBag): LoweredProject {
  const run: Run = { project, kube, bag };
  const typed = errorFree(sources, (source) => source, run);
  const modules = new Modules();
  const lowered = lowerAll(typed, modules, run);
  const fallback = oneFallback(lowered, bag);
  const protection = lowerProtection(project.ownSources, modules);
  const sound = new Set(errorFree(lowered, ({ source }) => source, run));
  const files = [...sound].filter((one) => one.fallback === undefined).map(fileOf);
  const others = sources.filter((source) => !typed.includes(source));
  const partly = [...lowered.filter((one) => !sound.has(one)), ...lowerIllTyped(others, run)].map(fileOf);
  const needed = templatesFor(files.flatMap(({ policies }) => policies));
  const lower = (name: TemplateName): PolicyIr => lowerTemplate(name, project.ownSources.templates[name], modules);
  const templates = files.length === 0 ? undefined : keptTemplates(run, needed, lower);
  return { files, partly, fallback, templates, protection };
}

function lowerAll(sources: readonly PolicySource[], modules: Modules, { project, kube, bag }: Run): readonly LoweredSource[] {
  const display = (node: Node): string => project.display(node.getSourceFile());
  const { functions: ownFunctions } = project.ownSources;
  const budget = new StepBudget(stepLimit);
  const patternTexts = { most: undefined, isAny: false };
  const loopsByPosition = { found: new Map(), lengthsRead: new Set<string>(), counted: new Set<string>() };
  const lowers = { lowerExpression, callFunction, lowerBlock };
  const state = {
    calls: [],
    claims: new Claims(),
    variables: { store: new Map() },
    carrying: new Set<Node>(),
    budget,
    patternTexts,
    loopsByPosition,
  };
  const lowering: Lowering = { ...lowers, ...state, bag, display, modules, ownFunctions, kube };
  modules.use(lowering);
  for (const file of withImports(sources.map((source) => source.file))) {
    reportUnsafeTypes(file, modules.scopeOf(file));
    modules.check(file);
  }
  return sources.map((source) => lowerSource(source, modules.scopeOf(source.file)));
}

/**
 * What else is wrong where types are: an author sees all of it at once. What breaks an invariant of ours follows from
 * them.
 */
function lowerIllTyped(sources: readonly PolicySource[], run: Run): readonly LoweredSource[] {
  const illTyped = new IllTyped(sources, run);
  const bag = new DiagnosticBag();
  try {
    const lowered = lowerAll(illTyped.sources, new Modules(), { ...run, bag });
    for (const one of bag.errors()) if (!illTyped.isConsequence(one)) run.bag.add(one);
    return lowered.map((source) => ({ ...source, policies: source.policies.map((one) => withUnaffectedRules(one, illTyped)) }));
  } catch {
    return [];
  }
}

function withUnaffectedRules(policy: PolicyIr, illTyped: IllTyped): PolicyIr {
  return { ...policy, rules: policy.rules.filter((rule) => illTyped.isUnaffected(rule)) };
}

const fileOf = ({ source: { path, stem }, policies }: LoweredSource): PolicyFile<PolicyIr> => ({ file: path, stem, policies });

function lowerSource(source: PolicySource, scope: Scope): LoweredSource {
  const value = lowerDefaultExport(source, scope);
  if (value.kind === "fallback") return { source, policies: [], fallback: lowerFallback(value, scope) };
  return { source, policies: policiesOf(value, source, scope) };
}

/** Which of two is meant is not for the compiler to say. */
function oneFallback(sources: readonly LoweredSource[], bag: DiagnosticBag): FallbackIr | undefined {
  const [first, ...others] = sources.flatMap(({ source, fallback }) => (fallback === undefined ? [] : { source, fallback }));
  for (const { fallback } of others) bag.report("two-fallbacks", fallback.span, { other: first?.source.path ?? "" });
  return first?.fallback;
}

interface Run {
  readonly project: LoadedProject;
  readonly kube: number;
  readonly bag: DiagnosticBag;
}

/**
 * Those of whose source nothing has been reported, nor of a module that it imports: a mistake in one file must not hide
 * those in others, and what follows from a mistake is noise.
 */
function errorFree<One>(all: readonly One[], sourceOf: (one: One) => PolicySource, { project, bag }: Run): readonly One[] {
  const wrong = bag.files;
  return all.filter((one) => !withImports([sourceOf(one).file]).some((file) => wrong.has(project.display(file))));
}

/** The compiler believes types, so whatever makes them lie is rejected wherever it stands in a policy. */
function reportUnsafeTypes(file: SourceFile, scope: Scope): void {
  file.forEachDescendant((node) => {
    if (node.getKind() === SyntaxKind.AnyKeyword) scope.lowering.claims.hasAny = true;
    if (Node.isTypePredicate(node) && isUnchecked(node)) scope.reject("type-predicate", node, { text: node.getText() });
  });
  reportSuppressions(file, scope);
}

function reportSuppressions(file: SourceFile, scope: Scope): void {
  const path = scope.lowering.display(file);
  for (const match of file.getFullText().matchAll(/@ts-(ignore|expect-error|nocheck)/g)) {
    const span = { file: path, start: match.index, end: match.index + match[0].length };
    scope.lowering.bag.report("suppressed-check", span, { text: match[0] });
  }
}
