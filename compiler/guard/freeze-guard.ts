import { notRefuted } from "../ir/expressions/endings.ts";
import { and, or } from "../ir/expressions/boolean.ts";
import { builtInGroups } from "../ir/built-in-groups.ts";
import { isPattern, splitResource } from "../api/coverage.ts";
import { type Expression, binary, identifier, literal, method, optionalSelect, select } from "../ir/expression.ts";
import type { ContentKind } from "../ir/guards.ts";
import type { PolicyIr, RuleIr, SeenAsParams } from "../ir/policy.ts";
import { joinText } from "../ir/expressions/text.ts";
import {
  type Guard,
  type GuardRule,
  type GuardTemplates,
  type PolicyProtection,
  notNeeded,
  on,
  open,
  requireTemplate,
  ruleWhere,
  unlessReleased,
  unlessOpenElsewhere,
  updatesOf,
} from "./guard.ts";
import { describeKinds } from "./definition-guard.ts";
import { asNeighbour, isNamedInRequest, nameAmong, neighbourParams, whyUnseen } from "./neighbours.ts";
import { asStored, atMost } from "./marks/terms.ts";

/**
 * Where the policy asks for it: what is protected is not scaled to nothing, not emptied, and its volume is retained.
 */
export function freezeGuard({ policy, condition }: PolicyProtection, templates: GuardTemplates): Guard {
  const name = "freeze";
  if (!policy.guards.freeze) return { name, state: notNeeded("the policy does not ask for it"), rules: [] };
  const freeze = requireTemplate(templates.freeze);
  const isKept = asStored(notRefuted(atMost(condition)));
  const own = freeze.rules.map(({ name: rule }): GuardRule => {
    return { aim: updatesOf(policy), rule: unlessReleased(ruleWhere(isKept, freeze, { rule, policy }), policy) };
  });
  const kinds = scaledKinds(policy);
  const scaled = kinds.map((kind) => ({ kind, rule: scaleRule(policy, kind, nameAmong(kind, kinds)) }));
  const rules = [...own, ...scaled.flatMap(({ rule }) => rule ?? [])];
  const unseen = scaled.flatMap(({ kind, rule }) => (rule === undefined ? [kind] : []));
  const reasons = [...unknownScales(policy), ...unseenScales(policy, unseen)];
  return { name, state: reasons.length === 0 ? on(frozen) : open(`${reasons.join("; ")}; guarded: ${frozen}`), rules };
}

const frozen = "scaling to nothing, emptied data, volumes that are retained";

/**
 * The definition of a custom kind says which field `/scale` writes (`specReplicasPath`) and what its data is. The
 * compiler knows neither, and cannot look up what a pattern matches.
 */
function unknownScales({ match }: PolicyIr): readonly string[] {
  const unknown = match.filter(({ group, resource }) => isCustom(group) || splitResource(resource).resource === "*");
  if (unknown.length === 0) return [];
  const names = [...new Set(unknown.map(describeKinds))].join(", ");
  return [
    `${names}: whoever may update them can still empty them by other fields than \`spec.replicas\` and \`data\`, and scale ` +
      `by \`/scale\` those that are not in \`guards.namespaces.kinds\`; deny updates of what else matters (another ` +
      `\`specReplicasPath\`) by a rule of your own`,
  ];
}

const isCustom = (group: string): boolean => isPattern(group) || !builtInGroups.some((builtIn) => builtIn === group);

function unseenScales({ rules }: PolicyIr, kinds: readonly ContentKind[]): readonly string[] {
  if (kinds.length === 0) return [];
  const why = whyUnseen(rules.flatMap(({ elsewhere }) => elsewhere?.asNeighbour ?? []));
  return [`\`/scale\` of ${kinds.map(({ resource }) => resource).join(", ")}: ${why}`];
}

function scaledKinds({ rules }: PolicyIr): readonly ContentKind[] {
  const all = rules.flatMap(({ elsewhere }) => elsewhere?.asNeighbour.map(({ kind }) => kind) ?? []);
  const scaled = all.filter(({ kind }) => kind !== "Pod");
  return [...new Map(scaled.map((kind) => [`${kind.resource}.${kind.group}`, kind])).values()];
}

/** `deployments/scale` hands over a Scale, without the labels and annotations of what is scaled: that is looked up. */
function scaleRule(policy: PolicyIr, kind: ContentKind, name: string): GuardRule | undefined {
  const find = (seen: SeenAsParams): Expression | undefined => asNeighbour(seen, kind);
  const conditions = policy.rules.flatMap(({ elsewhere }) => (elsewhere === undefined ? [] : [find(elsewhere)]));
  if (conditions.includes(undefined)) return undefined;
  const holds = (conditions as readonly Expression[]).reduce((left, right) => or(left, right));
  const mayHold = notRefuted(atMost(holds));
  const isKept = unlessOpenElsewhere(
    mayHold,
    policy.overrides.filter(({ disablesGuards }) => disablesGuards),
    find,
  );
  const { group, resource } = kind;
  return {
    aim: {
      ending: `guard-scale-of-${name}`,
      by: `by scaling its ${name} to nothing`,
      match: [{ group, version: undefined, resource: `${resource}/scale` }],
      params: neighbourParams(kind, mayHold),
    },
    rule: scaleText(policy, kind, and(isScaledToNothing(policy), and(isNamedInRequest(policy.span), isKept))),
  };
}

/** A Scale of nothing has no `replicas` in JSON. */
function isScaledToNothing({ span }: PolicyIr): Expression {
  const replicasOf = (root: string): Expression => {
    const replicas = optionalSelect(optionalSelect(identifier(root, span), "spec", span), "replicas", span);
    return method(replicas, "orValue", [literal(0, span)], span);
  };
  return and(
    binary(replicasOf("object"), "==", literal(0, span), span),
    binary(replicasOf("oldObject"), "!=", literal(0, span), span),
  );
}

/** A delete might go through, of what is approved for instance, so that the message names a dry run. */
function scaleText({ span }: PolicyIr, { kind, group, resource }: ContentKind, when: Expression): RuleIr {
  const metadata = select(identifier("params", span), "metadata", span);
  const message = joinText([
    literal(`scaleGuard: ${kind} `, span),
    select(metadata, "namespace", span),
    literal("/", span),
    select(metadata, "name", span),
    literal(
      ` is protected against deletion, so it cannot be scaled to zero either. A dry run of its delete says how to release it: ` +
        `kubectl delete ${group === "" ? resource : `${resource}.${group}`}/`,
      span,
    ),
    select(metadata, "name", span),
    literal(" -n ", span),
    select(metadata, "namespace", span),
    literal(" --dry-run=server", span),
  ]);
  const parts = { action: "deny", operations: ["update"], versionedReads: [], nestedIterations: [] } as const;
  return { name: "scaleGuard", span, when, message, ...parts };
}
