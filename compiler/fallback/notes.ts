import { type ResourceTypeIr, hasDigest } from "../ir/fallback.ts";
import type { WebhookRuleIr } from "../ir/webhook-rule.ts";
import type { Contents } from "./manifests/contents.ts";

/** What whoever reviews the compiled files should not have to find out: whom they trust, and with what. */
export function notesOf({ fallback, rules, processes }: Contents): readonly string[] {
  if (processes.length === 0) return ["the fallback has nothing to do: no rule asks the cluster, and it has no features"];
  const { image, usages, criticalServices, foregroundClaims, appcat } = fallback;
  const unpinned = `${image} has no digest: whoever can push that image can change what decides about deletes`;
  const inPolicies = rules.flatMap((rule) => (asksSecrets(rule) ? [secretsOf(rule)] : []));
  const read = { "criticalServices.criteria": criticalServices?.criteria, "appcat.composites": appcat?.composites };
  const changed = {
    "usages.of": usages?.of,
    "criticalServices.providers": criticalServices?.providers,
    foregroundClaims: foregroundClaims?.flatMap(({ claim, composite }) => [claim, composite]),
  };
  return [
    ...(hasDigest(image) ? [] : [unpinned]),
    ...inPolicies,
    ...wide(read, "read"),
    ...wide({ "usages.by": usages?.by }, "read"),
    ...wide(changed, "change"),
  ];
}

function asksSecrets({ asks }: WebhookRuleIr): boolean {
  return asks.some(({ resource }) => isSecrets(resource));
}

function secretsOf({ policy, rule }: WebhookRuleIr): string {
  return `the webhook may read every Secret: rule ${rule.name} of ${policy.name} asks about them`;
}

function isSecrets({ group, resource }: ResourceTypeIr): boolean {
  return group === "" && resource === "secrets";
}

function wide(
  lists: Readonly<Record<string, readonly ResourceTypeIr[] | undefined>>,
  verb: "read" | "change",
): readonly string[] {
  return Object.entries(lists).flatMap(([key, types = []]) => {
    const every = types.find(({ group, resource }) => group === "*" || resource === "*");
    const secrets = types.some(isSecrets) ? [`the fallback may ${verb} every Secret: ${key} names them`] : [];
    if (every === undefined) return secrets;
    const what = `${every.resource === "*" ? "every resource" : every.resource} of ${every.group === "*" ? "every group" : groupName(every)}`;
    return [`the fallback may ${verb} ${what}: ${key} says so`, ...secrets];
  });
}

const groupName = ({ group }: ResourceTypeIr): string => (group === "" ? "core" : group);
