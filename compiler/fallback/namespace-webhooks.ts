import { strongestOf } from "../ir/enforcement.ts";
import type { MatchEntry, PolicyIr } from "../ir/policy.ts";
import { asksAuthorizer, asksCluster } from "../ir/visit.ts";
import { type FeatureWebhook, deletesOf } from "./feature-webhook.ts";

/** A look at some hundred kinds takes seconds; the API server waits for 30 s at most, and for the whole delete 34 s. */
const timeoutSeconds = 20;

/** Where the API server asks whether a Namespace holds what the policy protects. */
export function namespacePath({ name }: PolicyIr): string {
  return `/namespaces/${name}`;
}

/**
 * Policies whose objects natively do not keep their Namespace, because their kinds are known only by pattern. Rules that ask the cluster
 * or who may do what cannot be asked about objects that nobody has asked to delete.
 */
export function needsNamespaceLook({ guards, unnamedContents, rules, enforcement }: PolicyIr): boolean {
  const refuses = rules.filter(({ action, operations }) => action === "deny" && operations.includes("delete"));
  const isAnswerable = refuses.length > 0 && !refuses.some(({ when }) => asksCluster(when) || asksAuthorizer(when));
  const isNeeded = guards.off.namespaces === undefined && unnamedContents.length > 0;
  return isNeeded && isAnswerable && strongestOf(enforcement) === "deny";
}

/** Whether the webhook looks into Namespaces for the policy, or would where its author asks for it. */
export function namespaceLookOf(
  policy: PolicyIr,
  fallback: { readonly namespaceContents: unknown } | undefined,
): "declared" | "possible" | "not needed" {
  if (!needsNamespaceLook(policy)) return "not needed";
  return fallback?.namespaceContents === undefined ? "possible" : "declared";
}

/**
 * What of a policy's match the webhook looks for: nothing that the API server looks up by itself, kind by kind, so that it may list no
 * more than it has to.
 */
export function lookedFor({ unnamedContents, rules }: PolicyIr): readonly MatchEntry[] {
  const seen = rules.flatMap(({ elsewhere }) => elsewhere?.asContent ?? []);
  const unanswered = seen.flatMap(({ kind, condition }) => (condition === undefined ? [kind] : []));
  return [...unnamedContents, ...unanswered.map(({ group, version, resource }) => ({ group, version, resource }))];
}

/** What the API server asks of each delete of a Namespace. It refuses where the webhook is gone: nobody knows then what is in it. */
export function namespaceWebhooks(policies: readonly PolicyIr[]): readonly FeatureWebhook[] {
  return policies.filter(needsNamespaceLook).map((policy) => ({
    name: `namespaces.${policy.name}.holdfast.dev`,
    path: namespacePath(policy),
    rules: deletesOf([{ group: "", resource: "namespaces" }]),
    timeoutSeconds,
  }));
}
