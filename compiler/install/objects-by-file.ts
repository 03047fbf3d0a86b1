import { checkObject } from "../manifest/schema/check-file.ts";
import type { EmittedObject } from "../manifest/kubernetes-objects.ts";
import { definitionObjects } from "./definitions/definitions.ts";
import { accountObjects } from "./manifests/accounts.ts";
import { certificateObjects } from "./manifests/certificate.ts";
import type { Contents } from "./manifests/contents.ts";
import { namespaceObjects } from "./manifests/namespace.ts";
import { networkObjects } from "./manifests/network.ts";
import { controllerObjects, webhookObjects, rulesObject } from "./manifests/workloads.ts";
import { webhookConfigurationFile } from "./settings.ts";
import { buildWebhookConfiguration } from "./webhooks/webhook-configuration.ts";

/** All that installs the fallback, in the order in which it is applied: of the kustomization, and of the chart. */
export function objectsByFile(contents: Contents): Readonly<Record<string, readonly object[]>> {
  const { fallback, rules, policies, bundle, processes } = contents;
  const hasWebhook = processes.includes("webhook");
  return {
    "namespace.yaml": namespaceObjects(contents),
    [definitionsFile]: definitionObjects(contents),
    "accounts.yaml": accountObjects(contents),
    "network.yaml": networkObjects(contents),
    [rulesObjectFile]: bundle === undefined ? [] : [rulesObject(contents, bundle)],
    "certificate.yaml": hasWebhook ? certificateObjects(contents) : [],
    "controller.yaml": processes.includes("controller") ? controllerObjects(contents) : [],
    "webhook.yaml": hasWebhook ? webhookObjects(contents) : [],
    [webhookConfigurationFile]: hasWebhook ? [checked(buildWebhookConfiguration(rules, fallback, policies))] : [],
  };
}

export const definitionsFile = "definitions.yaml";
export const rulesObjectFile = "rules.yaml";

export function checked(object: EmittedObject): object {
  checkObject("fallback", object);
  return object;
}
