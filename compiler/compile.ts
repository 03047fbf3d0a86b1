import { checkPartly } from "./check/check-partly.ts";
import { checkStatic } from "./check/check-static.ts";
import { checkPolicies } from "./check/index.ts";
import { requireAccepted } from "./manifest/type-check.ts";
import type { Built, Compilation, CompileOptions } from "./compilation.ts";
import { DiagnosticBag } from "./diagnostics/diagnostic.ts";
import { guardSources, protectionPolicies } from "./guard/index.ts";
import { checkFallback } from "./install/check-fallback.ts";
import { planFallback } from "./install/plan-fallback.ts";
import type { AdmissionPolicyIr } from "./ir/admission-policy.ts";
import type { FallbackIr } from "./ir/fallback.ts";
import { defaultMinor } from "./ir/kubernetes-version.ts";
import type { PolicyFile } from "./ir/policy.ts";
import { lowerSources } from "./lower/index.ts";
import { planFiles } from "./manifest/build.ts";
import { sharedDirectory } from "./manifest/header.ts";
import { limitEntries } from "./plan/limits/entries.ts";
import { type PlannedPolicy, admissionFiles, planPolicy, planSources } from "./plan/index.ts";
import { type SharedGuards, withGuardsShared } from "./plan/shared-guards/shared-guards.ts";
import { filePartsOf } from "./report/file-parts.ts";
import { emptyReport, planReport, reportOf } from "./report/index.ts";
import { KeptFiles } from "./report/kept-files.ts";
import { findPolicies, sharedStem } from "./source/find-policies.ts";
import { loadProject } from "./source/project.ts";
import { SourceTexts } from "./source/texts.ts";
import { splitSources } from "./split/index.ts";
import { planStatic } from "./static/plan-static.ts";

export type { Compilation, CompileOptions } from "./compilation.ts";
export type { CompiledGuard, CompiledPolicy, CompiledRule, NativePart, WebhookPart } from "./report/compiled-policy.ts";

/**
 * Compiles policies to YAML. The body lists the stages in order: each takes the result of the previous one, and a bag
 * for diagnostics. Reads policy files, but never runs them, and writes nothing.
 */
export function compile(options: CompileOptions): Compilation {
  return compileOne({ ...options, forgetsLast: false });
}

/**
 * The same, for a process that compiles many times: it takes half the time. Policies of the previous compilation can no
 * longer be evaluated in TypeScript.
 */
export function compileNext(options: CompileOptions): Compilation {
  return compileOne({ ...options, forgetsLast: true });
}

function compileOne(options: CompileOptions & { readonly forgetsLast: boolean }): Compilation {
  const bag = new DiagnosticBag();
  const kube = options.kube ?? defaultMinor;

  const project = loadProject(options, bag);
  const found = findPolicies(project, bag, options);
  const { files: lowered, partly, templates, protection, fallback } = lowerSources({ project, sources: found, kube }, bag);
  const split = splitSources(limitEntries(lowered, bag), fallback?.namespace, bag);
  const guarded = guardSources(split, templates);
  const apart = planSources(guarded, bag);
  const planned: Planned = {
    apart,
    ...sharing(apart, options),
    protection: protectionPolicies(protection).flatMap(planPolicy),
    fallback,
  };
  check(planned, options, bag);
  checkPartly(partly, bag);
  const texts = new SourceTexts(project);
  const kept = new KeptFiles(options.kept, project.order);
  if (!kept.fits({ project, files: planned.files, fallback })) return { ...nothing, sources: texts.byPath };
  const built = build(planned, { ...options, texts, kept }, bag);
  for (const path of built.fallback?.bundled ?? []) options.reads?.bundled(path);
  typeCheck(built, kube);
  const report = bag.hasErrors ? emptyReport : reportOf(planned, texts);
  const compiled = { ...report, ...built, diagnostics: bag.errors(), warnings: bag.warnings(), sources: texts.byPath };
  if (options.reads === undefined) return compiled;
  // Shared guards belong to several files.
  const isByFile = options.installation === undefined;
  const parts = isByFile ? filePartsOf({ ...compiled, project, fallback, planned: planned.files }) : undefined;
  for (const warning of kept.warnings) bag.add(warning);
  const policies = kept.withPolicies(report.policies, planned.files);
  const sources = kept.withTexts(texts.byPath);
  return { ...compiled, policies, warnings: bag.warnings(), sources, ...(parts && { parts }) };
}

const nothing: Omit<Compilation, "sources"> = { ...emptyReport, files: [], diagnostics: [], warnings: [] };

interface Planned extends SharedGuards {
  /** With each guard in the file of its policy. */
  readonly apart: readonly PolicyFile<PlannedPolicy>[];
  /** Policies that protect the policies. */
  readonly protection: readonly AdmissionPolicyIr[];
  readonly fallback: FallbackIr | undefined;
}

/** Guards are shared only with an installation name, which keeps several repositories in one cluster apart. */
function sharing(files: readonly PolicyFile<PlannedPolicy>[], { installation }: CompileOptions): SharedGuards {
  return installation === undefined ? { files, shared: [] } : withGuardsShared(files, installation);
}

/** Reports what the API server would reject, for each policy and for all of them together. */
function check({ apart, files, shared, fallback }: Planned, options: CompileOptions, bag: DiagnosticBag): void {
  const policies = files.flatMap((file) => file.policies);
  checkPolicies([...policies.flatMap(({ admissionPolicies }) => admissionPolicies), ...shared], bag);
  if (options.static?.contents === "everything") checkStatic(apart, bag);
  checkFallback({ fallback, policies }, bag);
}

interface Building extends Omit<CompileOptions, "kept"> {
  readonly texts: SourceTexts;
  readonly kept: KeptFiles;
}

/** Every requested file, or none if there is an error. */
function build(planned: Planned, options: Building, bag: DiagnosticBag): Built {
  const { workingDirectory, command = "npx holdfast compile", texts, static: asked, kept } = options;
  const context = { workingDirectory, command, lineOf: texts.lineOf, chart: options.chart === true };
  const fallback = bag.hasErrors ? undefined : planFallback(planned, context, bag);
  if (bag.hasErrors) return { files: [] };
  const admission = admissionFiles(planned.files);
  const shared = sharedFiles(planned, options);
  const isEmpty = admission.length + kept.yaml.ofFiles.length === 0;
  const own = isEmpty ? [] : planFiles(admission, { ...context, shared, kept: kept.yaml });
  const files = isEmpty ? [] : [...own, planReport({ ...planned, kept: kept.reported }, command)];
  const { protection } = planned;
  const staticFiles =
    asked && planStatic({ files: [...admission, ...shared], protection, kept: kept.static }, asked, context.lineOf);
  return { files, ...(fallback && { fallback }), ...(staticFiles && { staticFiles }) };
}

/** The file of the guards that several policies share. */
function sharedFiles(
  { files, shared }: Planned,
  { installation }: Pick<CompileOptions, "installation">,
): readonly PolicyFile<AdmissionPolicyIr>[] {
  if (installation === undefined || shared.length === 0) return [];
  return [{ file: sharedDirectory(files.map(({ file }) => file)), stem: sharedStem(installation), policies: shared }];
}

/** Throws if the API server would reject the type of an expression. That is a bug of Holdfast. */
function typeCheck({ files, fallback, staticFiles }: Built, kube: number): void {
  const configuration = fallback?.webhook?.configuration;
  const asked = configuration === undefined ? [] : [{ name: "fallback", objects: [configuration] }];
  requireAccepted([...files, ...asked, ...(staticFiles?.policies ?? [])], kube);
}
