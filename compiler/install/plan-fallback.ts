// in: FallbackIr, WebhookRuleIr[]; out: PlannedFile[] for `fallback/`, and what a person should know of
// them; next: manifest/output.ts
import { resolve } from "node:path";
import type { DiagnosticBag } from "../diagnostics/diagnostic.ts";
import type { GroupResource } from "../api/resource.ts";
import type { FallbackIr } from "../ir/fallback.ts";
import type { PolicyIr, PolicyFile } from "../ir/policy.ts";
import type { WebhookRuleIr } from "../ir/webhook-rule.ts";
import { type LineOf, kustomizationFile } from "../manifest/build.ts";
import { header } from "../manifest/header.ts";
import type { ValidatingWebhookConfiguration } from "../manifest/kubernetes-objects.ts";
import type { Origin } from "../manifest/metadata.ts";
import type { PlannedFile } from "../manifest/output.ts";
import { checkText } from "../manifest/schema/check-file.ts";
import { renderFile } from "../manifest/yaml.ts";
import { webhookArguments } from "./arguments.ts";
import { checkFallbackFiles } from "./check-fallback.ts";
import { type Contents, processesFor } from "./manifests/contents.ts";
import { needsNamespaceLook } from "./webhooks/namespace-webhooks.ts";
import { type Chart, planChart } from "./chart/chart.ts";
import { notesOf } from "./notes.ts";
import { checked, objectsByFile } from "./objects-by-file.ts";
import { type PolicyInFile, bundleRules } from "./rules-bundle.ts";
import { buildWebhookConfiguration } from "./webhooks/webhook-configuration.ts";

/** What belongs into the directory beside the policies. */
export interface FallbackFiles {
  readonly files: readonly PlannedFile[];
  /** The same for Helm, where it is asked for. */
  readonly chart?: Chart;
  /** Sentences for the summary. */
  readonly notes: readonly string[];
  /** The module with the rules that ask; undefined: none does. */
  readonly rules: string | undefined;
  /** The files that the module is made of: absolute. */
  readonly bundled: readonly string[];
  /** For whoever starts the webhook elsewhere; undefined: it has nothing to do. */
  readonly webhook: ServedWebhook | undefined;
}

/** What the webhook is started with, and what API servers ask it. */
export interface ServedWebhook {
  readonly arguments: readonly string[];
  readonly configuration: ValidatingWebhookConfiguration;
  /** Of AppCat: what it looks up besides what rules ask about. */
  readonly composites: readonly GroupResource[];
}

/** What its author has written. */
interface Declared {
  readonly fallback: FallbackIr | undefined;
  readonly files: readonly PolicyFile<{ readonly policy: PolicyIr; readonly webhook: readonly WebhookRuleIr[] }>[];
}

interface Context {
  /** What makes the files anew. */
  readonly command: string;
  readonly lineOf: LineOf;
  readonly workingDirectory: string;
  /** Whether Helm is to install it, too. */
  readonly chart: boolean;
}

/**
 * The files in the order in which they are applied. None where there is nothing to do;
 * undefined where none is declared.
 */
export function planFallback({ fallback, files }: Declared, context: Context, bag: DiagnosticBag): FallbackFiles | undefined {
  if (fallback === undefined) return undefined;
  const { command, lineOf, workingDirectory, chart } = context;
  const policies = files.flatMap(({ file, policies: own }) =>
    own.map((one) => ({ ...one, file: resolve(workingDirectory, file) })),
  );
  const { file: source } = fallback.span;
  const planned = planDeclared(
    { fallback, policies },
    {
      header: header({ source, command }),
      origin: { file: source, line: lineOf(fallback.span) },
      workingDirectory,
      command,
      chart,
    },
  );
  checkFallbackFiles(planned, fallback, bag);
  return planned;
}

interface Contained {
  readonly fallback: FallbackIr;
  readonly policies: readonly (PolicyInFile & { readonly webhook: readonly WebhookRuleIr[] })[];
}

/** Of all files; they have one source. */
interface Head {
  readonly header: readonly string[];
  readonly origin: Origin;
  readonly command: string;
  readonly workingDirectory: string;
  readonly chart: boolean;
}

function planDeclared({ fallback, policies }: Contained, around: Head): FallbackFiles {
  const { header: head, origin, workingDirectory } = around;
  const rules = policies.flatMap(({ webhook, file }) => webhook.map((rule) => ({ rule, file })));
  const asking = { rules: rules.map(({ rule }) => rule), policies: policies.map(({ policy }) => policy) };
  const processes = processesFor(fallback, asking);
  const looked = fallback.namespaceContents === undefined ? [] : policies.filter(({ policy }) => needsNamespaceLook(policy));
  const bundle = rules.length + looked.length === 0 ? undefined : bundleRules(rules, workingDirectory, looked);
  const contents: Contents = { ...asking, fallback, origin, bundle, processes };
  const filled = Object.entries(objectsByFile(contents)).filter(([, objects]) => objects.length > 0);
  const files = processes.length === 0 ? [] : filled.map(([name, objects]) => plan(name, head, objects));
  const kustomization = kustomizationOf(files.map(({ name }) => name));
  return {
    files: files.length === 0 ? [] : [...files, plan(kustomizationFile, head, [kustomization])],
    ...(around.chart && files.length > 0 && { chart: planChart(contents, { source: origin.file, command: around.command }) }),
    notes: notesOf(contents),
    rules: bundle?.text,
    bundled: bundle?.inputs ?? [],
    webhook: processes.includes("webhook")
      ? {
          arguments: webhookArguments(fallback, bundle?.sha256),
          configuration: buildWebhookConfiguration(asking.rules, fallback, asking.policies),
          composites: fallback.appcat?.composites ?? [],
        }
      : undefined,
  };
}

/**
 * In the order in which it is applied. kubectl has an order of kinds besides, which is no other where
 * it matters: Namespaces and definitions first, webhook configurations last. To be told one here
 * makes it print a warning each time.
 */
function kustomizationOf(files: readonly string[]): object {
  const apiVersion = "kustomize.config.k8s.io/v1beta1";
  return checked({ apiVersion, kind: "Kustomization", resources: files });
}

function plan(name: string, head: readonly string[], objects: readonly object[]): PlannedFile {
  const commented = objects.map((object) => ({ object, above: [], within: [] }));
  const text = renderFile(head, commented);
  checkText(name, text, objects);
  return { name, text };
}
