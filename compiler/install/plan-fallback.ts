// in: FallbackIr, WebhookRuleIr[]; out: PlannedFile[] for `fallback/`, and what a person should know of them; next: manifest/output.ts
import type { FallbackIr } from "../ir/fallback.ts";
import type { GroupResource } from "../api/resource.ts";
import type { KubernetesObject, ValidatingWebhookConfiguration } from "../manifest/kubernetes-objects.ts";
import { kustomizationFile } from "../manifest/kustomization.ts";
import type { Origin } from "../manifest/metadata.ts";
import type { PlannedFile } from "../manifest/output.ts";
import { checkObject, checkText } from "../manifest/schema/check-file.ts";
import { renderFile } from "../manifest/yaml.ts";
import { webhookArguments } from "./arguments.ts";
import { configurationFile } from "./layout.ts";
import { definitionObjects } from "./definitions/definitions.ts";
import { accountObjects } from "./manifests/accounts.ts";
import { certificateObjects } from "./manifests/certificate.ts";
import { type Contents, processesFor } from "./manifests/contents.ts";
import { controllerObjects } from "./manifests/controller-workload.ts";
import { namespaceObjects } from "./manifests/namespace.ts";
import { networkObjects } from "./manifests/network.ts";
import { rulesObject } from "./manifests/rules.ts";
import { webhookObjects } from "./manifests/webhook-workload.ts";
import { needsNamespaceLook } from "./namespace-webhooks.ts";
import { notesOf } from "./notes.ts";
import { type BundledPolicy, type BundledRule, bundleRules } from "./rules-bundle.ts";
import { buildWebhookConfiguration } from "./webhook-configuration.ts";

/** What belongs into the directory beside the policies. */
export interface FallbackFiles {
  readonly files: readonly PlannedFile[];
  /** Sentences for the summary. */
  readonly notes: readonly string[];
  /** The module with the rules that ask; undefined: none does. */
  readonly rules: string | undefined;
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
  readonly fallback: FallbackIr;
  readonly rules: readonly BundledRule[];
  readonly policies: readonly BundledPolicy[];
}

/** Of all files; they have one source. */
interface Context {
  readonly header: readonly string[];
  readonly origin: Origin;
  readonly workingDirectory: string;
}

/** The files in the order in which they are applied. None where there is nothing to do. */
export function planFallback(
  { fallback, rules, policies }: Declared,
  { header, origin, workingDirectory }: Context,
): FallbackFiles {
  const asking = { rules: rules.map(({ rule }) => rule), policies: policies.map(({ policy }) => policy) };
  const processes = processesFor(fallback, asking);
  const looked = fallback.namespaceContents === undefined ? [] : policies.filter(({ policy }) => needsNamespaceLook(policy));
  const bundle = rules.length + looked.length === 0 ? undefined : bundleRules(rules, workingDirectory, looked);
  const contents: Contents = { ...asking, fallback, origin, bundle, processes };
  const filled = Object.entries(objectsByFile(contents)).filter(([, objects]) => objects.length > 0);
  const files = processes.length === 0 ? [] : filled.map(([name, objects]) => plan(name, header, objects));
  const kustomization = kustomizationOf(files.map(({ name }) => name));
  return {
    files: files.length === 0 ? [] : [...files, plan(kustomizationFile, header, [kustomization])],
    notes: notesOf(contents),
    rules: bundle?.text,
    webhook: processes.includes("webhook")
      ? {
          arguments: webhookArguments(fallback, bundle?.sha256),
          configuration: buildWebhookConfiguration(asking.rules, fallback, asking.policies),
          composites: fallback.appcat?.composites ?? [],
        }
      : undefined,
  };
}

function objectsByFile(contents: Contents): Readonly<Record<string, readonly object[]>> {
  const { fallback, rules, policies, bundle, processes } = contents;
  const hasWebhook = processes.includes("webhook");
  return {
    "namespace.yaml": namespaceObjects(contents),
    "definitions.yaml": definitionObjects(contents),
    "accounts.yaml": accountObjects(contents),
    "network.yaml": networkObjects(contents),
    "rules.yaml": bundle === undefined ? [] : [rulesObject(contents, bundle)],
    "certificate.yaml": hasWebhook ? certificateObjects(contents) : [],
    "controller.yaml": processes.includes("controller") ? controllerObjects(contents) : [],
    "webhook.yaml": hasWebhook ? webhookObjects(contents) : [],
    [configurationFile]: hasWebhook ? [checked(buildWebhookConfiguration(rules, fallback, policies))] : [],
  };
}

/**
 * In the order in which it is applied. kubectl has an order of kinds besides, which is no other where it matters: Namespaces and definitions
 * first, webhook configurations last. To be told one here makes it print a warning each time.
 */
function kustomizationOf(files: readonly string[]): object {
  const apiVersion = "kustomize.config.k8s.io/v1beta1";
  return checked({ apiVersion, kind: "Kustomization", resources: files });
}

function checked(object: KubernetesObject): object {
  checkObject("fallback", object);
  return object;
}

function plan(name: string, header: readonly string[], objects: readonly object[]): PlannedFile {
  const commented = objects.map((object) => ({ object, above: [], within: [] }));
  const text = renderFile(header, commented);
  checkText(name, text, objects);
  return { name, text };
}
