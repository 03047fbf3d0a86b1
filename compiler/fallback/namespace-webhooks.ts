import { strongestOf } from "../ir/enforcement.ts";
import type { PolicyIr } from "../ir/policy.ts";
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

/** What the API server asks of each delete of a Namespace. It refuses where the webhook is gone: nobody knows then what is in it. */
export function namespaceWebhooks(policies: readonly PolicyIr[]): readonly FeatureWebhook[] {
  return policies.filter(needsNamespaceLook).map((policy) => ({
    name: `namespaces.${policy.name}.holdfast.dev`,
    path: namespacePath(policy),
    rules: deletesOf([{ group: "", resource: "namespaces" }]),
    timeoutSeconds,
  }));
}
