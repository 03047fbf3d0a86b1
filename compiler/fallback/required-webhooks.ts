import type { FallbackIr } from "../ir/fallback.ts";
import type { PolicyIr } from "../ir/policy.ts";
import type { WebhookRuleIr } from "../ir/webhook-rule.ts";
import { type RequiredWebhook, askedHash } from "./asked-hash.ts";
import { criticalServices, criticalServicesPath } from "./critical-services.ts";
import { protectionGroup } from "./settings.ts";
import { buildWebhookConfiguration } from "./webhook-configuration.ts";
import { pathOf } from "./webhook-name.ts";

/** Where Usages are: those of Holdfast and of Crossplane. */
const usageGroups = [protectionGroup, "protection.crossplane.io", "apiextensions.crossplane.io"];

export interface RequiredWebhooks {
  readonly usages: readonly RequiredWebhook[];
  readonly criticalServices: readonly RequiredWebhook[];
}

/** What the controller compares with the configuration in the cluster before it says that something is protected. */
export function requiredWebhooks(
  fallback: FallbackIr,
  { rules, policies }: { readonly rules: readonly WebhookRuleIr[]; readonly policies: readonly PolicyIr[] },
): RequiredWebhooks {
  const { webhooks } = buildWebhookConfiguration(rules, fallback, policies);
  const named = (paths: ReadonlySet<string>): readonly RequiredWebhook[] =>
    webhooks
      .filter(({ clientConfig }) => paths.has(clientConfig.service.path))
      .map((webhook) => [webhook.name, askedHash(webhook)]);
  const isUsage = (group: string, resource: string): boolean =>
    usageGroups.includes(group) && ["usages", "clusterusages"].includes(resource);
  const isService = (group: string, resource: string): boolean =>
    group === criticalServices.group && resource === criticalServices.resource;
  return {
    usages: fallback.usages === undefined ? [] : named(pathsAbout(rules, isUsage)),
    criticalServices:
      fallback.criticalServices === undefined
        ? []
        : named(new Set([criticalServicesPath, ...pathsAbout(rules.filter(coversNamespaces), isService)])),
  };
}

/**
 * What keeps a provider and its mark covers its Namespace, too. A further policy may ask about CriticalServices for some kinds alone,
 * as that against scaling to nothing: being Ready promises nothing of it.
 */
const coversNamespaces = ({ policy }: WebhookRuleIr): boolean =>
  policy.match.some(({ resource }) => /^(namespaces|\*)(\/|$)/.test(resource));

/** Rules that ask about these, where they deny. */
function pathsAbout(rules: readonly WebhookRuleIr[], isMeant: (group: string, resource: string) => boolean): ReadonlySet<string> {
  const asking = rules.filter(({ asks }) => asks.some(({ resource }) => isMeant(resource.group, resource.resource)));
  return new Set(asking.map((rule) => pathOf(rule, "deny")));
}
