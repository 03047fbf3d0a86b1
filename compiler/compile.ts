import { resolve } from "node:path";
import { planPolicy } from "./plan/plan.ts";
import { planWithinReach } from "./plan/plan-within-reach.ts";
import { checkPolicies } from "./check/index.ts";
import type { CompiledPolicy } from "./compiled-policy.ts";
import { type CompiledAdmissionPolicy, describeAdmissionPolicy } from "./compiled-admission-policy.ts";
import { type Diagnostic, DiagnosticBag } from "./diagnostics/diagnostic.ts";
import { fitPolicy, fitsLimits } from "./fits-limits.ts";
import { checkConfigurationSize, checkFallback, checkRulesSize } from "./install/check-fallback.ts";
import { checkMarks, checkTrust } from "./install/check-marks.ts";
import { checkWebhookNames } from "./install/check-webhook-names.ts";
import { namespaceLookOf } from "./install/namespace-webhooks.ts";
import { denyingWebhook } from "./install/webhook-name.ts";
import { type FallbackFiles, planFallback } from "./install/plan-fallback.ts";
import { type Guard, type GuardTemplates, guardPolicy } from "./guard/index.ts";
import type { AdmissionPolicyIr } from "./ir/admission-policy.ts";
import type { FallbackIr } from "./ir/fallback.ts";
import { defaultMinor } from "./ir/kubernetes-version.ts";
import type { PolicyIr } from "./ir/policy.ts";
import type { WebhookRuleIr } from "./ir/webhook-rule.ts";
import { type LoweredSource, lowerSources } from "./lower/index.ts";
import { planReport } from "./report/report-file.ts";
import { type LineOf, planFiles } from "./manifest/build.ts";
import { header, sharedDirectory } from "./manifest/header.ts";
import type { PlannedFile } from "./manifest/output.ts";
import { findPolicies } from "./source/find-policies.ts";
import { loadProject } from "./source/project.ts";
import { errorFreeSources } from "./source/error-free-sources.ts";
import { SourceTexts } from "./source/texts.ts";
import { requireAccepted } from "./type-check.ts";
import { type StaticFiles, checkStatic, planStatic, protectionPolicies } from "./static/index.ts";
import { checkWebhookRules } from "./split/check-webhook-rules.ts";
import { type SplitPolicy, splitPolicy } from "./split/split-policy.ts";
import { summarize } from "./summarize.ts";

export interface CompileOptions {
  /** Policy files and directories that hold them, absolute or relative to `workingDirectory`. */
  readonly paths: readonly string[];
  readonly workingDirectory: string;
  /** Oldest Kubernetes that the YAML is for, as its minor version (34 for 1.34); 1.30 if left out. */
  readonly kube?: number;
  /** What stands in the files as the command that makes them anew; `npx holdfast compile` if left out. */
  readonly command?: string;
  /** Also plan the files that API servers read from their disks. */
  readonly static?: StaticOptions;
}

export interface StaticOptions {
  /** Where the directory will lie on the disks of the API servers: absolute. */
  readonly path: string;
  /** `protection`: only what protects the policies of the API. `everything`: the compiled policies, too. */
  readonly contents: "everything" | "protection";
}

/** What one run of the compiler knows. `files` is empty when there is any diagnostic: all or nothing. */
export interface Compilation {
  readonly diagnostics: readonly Diagnostic[];
  /** Text of every file that a diagnostic may point into, by `span.file`. */
  readonly sources: ReadonlyMap<string, string>;
  readonly policies: readonly CompiledPolicy[];
  /** What the TypeScript execution needs to know of each policy (compiler/simulator/evaluate). */
  readonly ir: readonly PolicyIr[];
  /** What became of the policies: every ValidatingAdmissionPolicy, in the order of the files. */
  readonly admissionPolicies: readonly CompiledAdmissionPolicy[];
  readonly files: readonly PlannedFile[];
  /** Rules that ask the cluster: what of them the webhook answers. */
  readonly webhookRules: readonly WebhookRuleIr[];
  /** What answers where CEL cannot: files for a directory beside the policies. Only where a policy file declares it. */
  readonly fallback?: FallbackFiles;
  /** What was asked for with `static`. */
  readonly staticFiles?: StaticFiles;
}

export type { CompiledGuard, CompiledPolicy, CompiledRule, NativePart, WebhookPart } from "./compiled-policy.ts";

/** Policies in, YAML out. Reads files, never runs them, and writes nothing. */
export function compile(options: CompileOptions): Compilation {
  const bag = new DiagnosticBag();
  const project = loadProject(options, bag);
  const texts = new SourceTexts(project);
  const sources = findPolicies(project, bag);
  const kube = options.kube ?? defaultMinor;
  const sound = errorFreeSources(
    sources.map((source) => ({ source })),
    project,
    bag,
  ).map(({ source }) => source);
  const { sources: lowered, templates, protection } = lowerSources({ project, sources: sound, kube }, bag);
  const declared = lowered.find(({ fallback }) => fallback !== undefined)?.fallback;
  const split = errorFreeSources(lowered, project, bag)
    .filter(({ fallback }) => fallback === undefined)
    .map(({ source, policies }) => ({
      source,
      policies: policies.map((policy) => fitParts(policy, splitPolicy(policy))),
    }));
  const asking = split.flatMap(({ policies }) => policies.flatMap(({ webhook }) => webhook));
  for (const { whole, webhook } of split.flatMap(({ policies }) => policies)) checkWebhookRules(whole, webhook, bag);
  const planned = split.map((source) => planSource(source, templates(), bag));
  checkPolicies(planned, bag);
  if (options.static?.contents === "everything") checkStatic(planned, asking, bag);
  checkFallback(asking, declared, bag);
  const wholes = split.flatMap(({ policies }) => policies.map(({ whole }) => whole));
  if (declared !== undefined) checkMarks(asking, declared, bag);
  if (declared !== undefined) checkTrust(wholes, declared, bag);
  if (declared !== undefined) checkWebhookNames(asking, { fallback: declared, policies: wholes }, bag);
  const lineOf: LineOf = (span) => texts.line(span);
  const fallback = bag.isEmpty && declared ? planFallbackOf(declared, { planned, lineOf, ...options }) : undefined;
  if (fallback !== undefined) checkRulesSize(fallback, declared, bag);
  if (fallback !== undefined) checkConfigurationSize(fallback, declared, bag);
  if (!bag.isEmpty) return { ...nothing, diagnostics: bag.sorted(), sources: texts.byPath };
  const written = planWritten({ planned, declared, fallback, protection, kube, lineOf, options });
  return {
    diagnostics: [],
    sources: texts.byPath,
    policies: summarize(planned, texts),
    ir: wholes,
    webhookRules: asking,
    admissionPolicies: planned.flatMap(({ policies }) => policies.map(describeAdmissionPolicy)),
    ...written,
    ...(fallback && { fallback }),
  };
}

interface ForWritten extends ForFiles {
  readonly declared: FallbackIr | undefined;
  readonly fallback: FallbackFiles | undefined;
  readonly kube: number;
  readonly options: CompileOptions;
}

/** The files for the output directory, and for the disks of API servers; what is in them has been checked. */
function planWritten({ planned, declared, fallback, protection, kube, lineOf, options }: ForWritten) {
  const command = options.command ?? defaultCommand;
  const own = planned.length === 0 ? [] : [...planFiles(planned, { command, lineOf }), planReportOf(planned, declared, command)];
  const { staticFiles } = planStaticFiles(options.static, { planned, protection, lineOf });
  requireAccepted([...own, ...configurationOf(fallback), ...(staticFiles?.policies ?? [])], kube);
  return { files: own, ...(staticFiles && { staticFiles }) };
}

function configurationOf(fallback: FallbackFiles | undefined): readonly Pick<PlannedFile, "name" | "objects">[] {
  const configuration = fallback?.webhook?.configuration;
  return configuration === undefined ? [] : [{ name: "fallback", objects: [configuration] }];
}

interface ForFallback {
  readonly planned: readonly PlannedSource[];
  readonly lineOf: LineOf;
  readonly workingDirectory: string;
  readonly command?: string;
}

function planFallbackOf(
  fallback: FallbackIr,
  { planned, lineOf, workingDirectory, command = defaultCommand }: ForFallback,
): FallbackFiles {
  const { file: source } = fallback.span;
  const policies = planned.flatMap(({ file, guarded }) =>
    guarded.map(({ policy, webhook }) => ({ policy, webhook, file: resolve(workingDirectory, file) })),
  );
  const rules = policies.flatMap(({ webhook, file: path }) => webhook.map((rule) => ({ rule, file: path })));
  return planFallback(
    { fallback, rules, policies },
    { header: header({ source, command }), origin: { file: source, line: lineOf(fallback.span) }, workingDirectory },
  );
}

function planReportOf(sources: readonly PlannedSource[], fallback: FallbackIr | undefined, command: string): PlannedFile {
  const directory = sharedDirectory(sources.map(({ file }) => file));
  const reported = sources.flatMap(({ stem, guarded }) =>
    guarded.map((one) => ({
      ...one,
      webhooks: new Map(one.webhook.map((rule) => [rule.rule.name, denyingWebhook(rule)])),
      namespaceLook: namespaceLookOf(one.policy, fallback),
      file: `${stem}.yaml`,
    })),
  );
  return planReport(reported, { source: directory, command });
}

interface ForFiles {
  readonly planned: readonly PlannedSource[];
  readonly protection: PolicyIr | undefined;
  readonly lineOf: LineOf;
}

/** What protects policies goes through the same stages as the author's; that API servers take it is for our tests to see. */
function planStaticFiles(
  options: StaticOptions | undefined,
  { planned, protection, lineOf }: ForFiles,
): Pick<Compilation, "staticFiles"> {
  if (options === undefined || protection === undefined) return {};
  const own = protectionPolicies(protection).flatMap(planPolicy);
  const sources = options.contents === "everything" ? planned : [];
  return { staticFiles: planStatic({ sources, protection: own }, { lineOf, path: options.path }) };
}

/** Of a compilation that no command line asked for. */
const defaultCommand = "npx holdfast compile";

const nothing = { policies: [], ir: [], admissionPolicies: [], files: [], webhookRules: [] } as const;

export interface GuardedPolicy {
  readonly policy: PolicyIr;
  readonly guards: readonly Guard[];
  /** Rules that ask the cluster. */
  readonly webhook: readonly WebhookRuleIr[];
  /** Those of them that deny deletes, and of which CEL cannot say what they protect: by name. */
  readonly unguarded: readonly string[];
}

/** One source file with the ValidatingAdmissionPolicies that its policies become. */
export interface PlannedSource {
  readonly file: string;
  readonly stem: string;
  readonly policies: readonly AdmissionPolicyIr[];
  /** The author's policies, with the guards of each. */
  readonly guarded: readonly GuardedPolicy[];
}

interface SplitSource {
  readonly source: LoweredSource["source"];
  readonly policies: readonly FittingPolicy[];
}

interface FittingPolicy extends SplitPolicy {
  /** As its author wrote it: what TypeScript runs. */
  readonly whole: PolicyIr;
}

/** Messages that are shortened, and warnings that are left out, are so in every execution. */
function fitParts(whole: PolicyIr, split: SplitPolicy): FittingPolicy {
  const native = fitPolicy(split.native);
  return { ...split, native, whole: { ...whole, coDenials: native.coDenials, overrides: native.overrides } };
}

function planSource({ source, policies }: SplitSource, templates: GuardTemplates, bag: DiagnosticBag): PlannedSource {
  const guarded = policies.map(({ whole, native, guarded: kept, webhook }) => {
    const unguarded = rejectingDeletes(whole).filter((name) => !rejectingDeletes(kept).includes(name));
    return { policy: whole, native, webhook, unguarded, ...guardPolicy(kept, templates, fitsLimits) };
  });
  const planned = guarded
    .flatMap(({ native, policies: added }) => [native, ...added])
    .flatMap((policy) => planWithinReach(policy, bag));
  return { file: source.path, stem: source.stem, policies: planned, guarded };
}

function rejectingDeletes({ rules }: PolicyIr): readonly string[] {
  return rules.flatMap(({ name, action, operations }) => (action === "deny" && operations.includes("delete") ? [name] : []));
}
