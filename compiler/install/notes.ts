import { strongestOf } from "../ir/enforcement.ts";
import { hasDigest } from "../ir/fallback.ts";
import type { GroupResource } from "../api/resource.ts";
import { type MatchEntry, groupCovers, isPattern, resourceCovers, splitResource } from "../api/coverage.ts";
import type { PolicyIr, RuleIr } from "../ir/policy.ts";
import { asksCluster, some } from "../ir/expressions/visit.ts";
import type { WebhookRuleIr } from "../ir/webhook-rule.ts";
import type { Contents } from "./manifests/contents.ts";
import { lookedFor, needsNamespaceLook, rulesOfLook } from "./webhooks/namespace-webhooks.ts";

/** What whoever reviews the compiled files should not have to find out: whom they trust, and with what. */
export function notesOf({ fallback, rules, policies, processes }: Contents): readonly string[] {
  if (processes.length === 0) return ["the fallback has nothing to do: no rule asks the cluster, and it has no features"];
  const { image, usages, criticalServices, foregroundClaims, unprotected, appcat } = fallback;
  const unpinned = `${image} has no digest: whoever can push that image can change what decides about deletes`;
  const inPolicies = rules.flatMap((rule) => (asksSecrets(rule) ? [secretsOf(rule)] : []));
  const read = { "criticalServices.criteria": criticalServices?.criteria, "appcat.composites": appcat?.composites };
  const changed = {
    "usages.of": usages?.of,
    "criticalServices.providers": criticalServices?.providers,
    foregroundClaims: foregroundClaims?.flatMap(({ claim, composite }) => [claim, composite]),
    "unprotected.of": unprotected?.of,
  };
  return [
    ...(hasDigest(image) ? [] : [unpinned]),
    ...(isTricked(fallback) ? [tricked] : []),
    ...inPolicies,
    ...wide(read, "read"),
    ...wide({ "usages.by": usages?.by }, "read"),
    ...wide(changed, "change"),
    ...ofContents({ fallback, policies }),
    ...(isStranding(fallback) && !policies.some(keepsInstallation) ? [loose] : []),
  ];
}

/** Carried by all that is compiled into `fallback/`. */
const partOf = "app.kubernetes.io/part-of";

const loose =
  "nothing denies deleting the fallback before what it holds, and what it holds then stays Terminating: copy policies/fallback/holdfast-installation.ts beside the declaration";

/** Without the controller nobody takes its finalizers and marks off. */
function isStranding({ usages, criticalServices, foregroundClaims }: Contents["fallback"]): boolean {
  return [usages, criticalServices, foregroundClaims].some((feature) => feature !== undefined);
}

/** Whether a rule denies deletes by that label (policies/fallback/holdfast-installation.ts). */
function keepsInstallation({ rules, enforcement }: PolicyIr): boolean {
  if (strongestOf(enforcement) !== "deny") return false;
  return rules.some(
    ({ action, operations, when }) =>
      action === "deny" &&
      operations.includes("delete") &&
      some(when, (node) => node.kind === "literal" && node.value === partOf),
  );
}

const tricked = "whoever reaches the webhook can make it write Events about denials that never were: name apiServers or clients";

function isTricked({ events, apiServers, clients }: Contents["fallback"]): boolean {
  return events && apiServers.length === 0 && clients === undefined;
}

/** A group that is misspelled lists nothing, and the Namespaces of the group that is meant stay. */
function ofContents({ fallback: { namespaceContents }, policies }: Pick<Contents, "fallback" | "policies">): readonly string[] {
  if (namespaceContents === undefined) return [];
  const looking = policies.filter(needsNamespaceLook);
  const leftOut = policies.flatMap((policy) => rulesOfLook(policy).leftOut.map((rule) => leftOutOf(policy, rule)));
  if (looking.length === 0) return [`namespaceContents does nothing: ${nothingLookedFor(leftOut)}`, ...leftOut];
  const unmeant = namespaceContents.groups.filter(
    (group) => !looking.flatMap(lookedFor).some((entry) => isPattern(entry.group) && groupCovers(entry.group, group)),
  );
  const secrets = looking.filter((policy) => lookedFor(policy).some(isAboutSecrets));
  return [
    ...leftOut,
    ...unmeant.map((group) => `namespaceContents.groups names ${group}, which no pattern of a policy means`),
    ...secrets.map(({ name }) => `the webhook may list every Secret: ${name} protects them, and Namespaces are looked into`),
  ];
}

function nothingLookedFor(leftOut: readonly string[]): string {
  if (leftOut.length === 0) return "no policy protects kinds that the API server cannot look up";
  return "every rule that protects kinds that the API server cannot look up asks the cluster or the authorizer";
}

function leftOutOf({ name: policy }: PolicyIr, { name, when, message }: RuleIr): string {
  const asked = asksCluster(when) || asksCluster(message) ? "cluster" : "authorizer";
  return `what rule ${name} of ${policy} protects may go with its Namespace: the rule asks the ${asked}, so the webhook does not look for it`;
}

function isAboutSecrets({ group, resource }: MatchEntry): boolean {
  return group === "" && resourceCovers(splitResource(resource).resource, "secrets");
}

function asksSecrets({ asks }: WebhookRuleIr): boolean {
  return asks.some(({ resource }) => isSecrets(resource));
}

function secretsOf({ policy, rule }: WebhookRuleIr): string {
  return `the webhook may read every Secret: rule ${rule.name} of ${policy.name} asks about them`;
}

function isSecrets({ group, resource }: GroupResource): boolean {
  return group === "" && resource === "secrets";
}

function wide(lists: Readonly<Record<string, readonly GroupResource[] | undefined>>, verb: "read" | "change"): readonly string[] {
  return Object.entries(lists).flatMap(([key, types = []]) => {
    const every = types.find(({ group, resource }) => group === "*" || resource === "*");
    const secrets = types.some(isSecrets) ? [`the fallback may ${verb} every Secret: ${key} names them`] : [];
    if (every === undefined) return secrets;
    const what = `${every.resource === "*" ? "every resource" : every.resource} of ${every.group === "*" ? "every group" : groupName(every)}`;
    return [`the fallback may ${verb} ${what}: ${key} says so`, ...secrets];
  });
}

const groupName = ({ group }: GroupResource): string => (group === "" ? "core" : group);
