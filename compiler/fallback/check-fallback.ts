import { Buffer } from "node:buffer";
import type { DiagnosticBag } from "../diagnostics/diagnostic.ts";
import { groupCovers, resourceCovers } from "../ir/coverage.ts";
import type { FallbackIr, ResourceTypeIr } from "../ir/fallback.ts";
import type { MatchEntry, Operation } from "../ir/policy.ts";
import type { WebhookRuleIr } from "../ir/webhook-rule.ts";
import { criticalServiceType, usageTypes } from "./manifests/webhook-rights.ts";
import type { FallbackFiles } from "./plan-fallback.ts";

/** A rule that nobody would answer refuses everything that it is asked about. Other mistakes come first: the declaration may be among them. */
export function checkFallback(asking: readonly WebhookRuleIr[], fallback: FallbackIr | undefined, bag: DiagnosticBag): void {
  const [first] = asking;
  if (first === undefined || fallback !== undefined || !bag.isEmpty) return;
  bag.report("no-fallback", first.rule.span, { rule: first.rule.name });
}

/** Which question makes a rule the one that keeps what the controller marks. */
interface Keeper {
  readonly key: string;
  readonly types: readonly ResourceTypeIr[];
  readonly operation: Operation;
  readonly asks: readonly ResourceTypeIr[];
  readonly copy: string;
}

/** A mark protects nothing by itself: each kind that is marked needs a rule that refuses. */
export function checkMarks(asking: readonly WebhookRuleIr[], fallback: FallbackIr, bag: DiagnosticBag): void {
  if (!bag.isEmpty) return;
  for (const { key, types, operation, asks, copy } of keepersOf(fallback)) {
    const keeping = asking.filter(({ rule, asks: asked }) => {
      return rule.operations.includes(operation) && asked.some(({ resource }) => asks.some((one) => isSame(one, resource)));
    });
    const loose = types.find((type) => !keeping.some(({ policy }) => policy.match.some((entry) => isMatched(type, entry))));
    if (loose === undefined) continue;
    const kind = loose.group === "" ? loose.resource : `${loose.resource}.${loose.group}`;
    bag.report("unkept-mark", fallback.span, { key, kind, operation, asked: asks[0]?.resource ?? "", copy });
  }
}

function keepersOf({ usages, criticalServices }: FallbackIr): readonly Keeper[] {
  const ofUsages = { key: "usages.of", operation: "delete", copy: "policies/fallback/usages.ts" } as const;
  const ofServices = {
    key: "criticalServices.providers",
    operation: "update",
    copy: "policies/fallback/critical-services.ts",
  } as const;
  return [
    ...(usages === undefined ? [] : [{ ...ofUsages, types: usages.of, asks: usageTypes(usages) }]),
    ...(criticalServices === undefined
      ? []
      : [{ ...ofServices, types: criticalServices.providers, asks: [criticalServiceType] }]),
  ];
}

function isSame(one: ResourceTypeIr, other: ResourceTypeIr): boolean {
  return one.group === other.group && one.resource === other.resource;
}

function isMatched({ group, resource }: ResourceTypeIr, entry: MatchEntry): boolean {
  return groupCovers(entry.group, group) && resourceCovers(entry.resource, resource);
}

/** 1 MiB for all of its data (kubernetes v1.37.1: pkg/apis/core/types.go, MaxSecretSize, which ConfigMaps share). */
const mostBytes = 1024 * 1024;

export function checkRulesSize({ rules }: FallbackFiles, fallback: FallbackIr | undefined, bag: DiagnosticBag): void {
  const size = Buffer.byteLength(rules ?? "");
  if (fallback === undefined || size <= mostBytes) return;
  bag.report("rules-too-large", fallback.span, { size: String(size), limit: String(mostBytes) });
}
