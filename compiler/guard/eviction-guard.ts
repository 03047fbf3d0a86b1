import { judged, notRefuted } from "../ir/expressions/endings.ts";
import { and, or } from "../ir/expressions/boolean.ts";
import { type Expression, identifier, literal, local, select } from "../ir/expression.ts";
import { type ContentKind, anyObject, anyRequest } from "../ir/guards.ts";
import { negate } from "../ir/expressions/negate.ts";
import type { PolicyIr, RuleIr, SeenAsParams, OverrideIr } from "../ir/policy.ts";
import { joinText } from "../ir/expressions/text.ts";
import { some } from "../ir/expressions/visit.ts";
import { type Aim, type Guard, type GuardRule, type PolicyProtection, notNeeded, off, on, open } from "./guard.ts";
import { asNeighbour, isNamedInRequest, neighbourParams, whyUnseen } from "./neighbours.ts";
import { atLeast, atMost } from "./marks/terms.ts";

/**
 * No protected Pod is evicted: an eviction deletes the Pod, and admission sees nothing of it (T6 of
 * docs/security/bypass-matrix.md).
 */
export function evictionGuard({ policy }: PolicyProtection): Guard {
  const name = "evictions";
  const reason = policy.guards.off[name];
  if (reason !== undefined) return { name, state: off(reason), rules: [] };
  const seen = policy.rules.flatMap(({ elsewhere }) => elsewhere ?? []);
  if (!seen.some((one) => one.asNeighbour.some(({ kind }) => kind.kind === pods.kind)))
    return { name, state: notNeeded("no Pods are matched"), rules: [] };
  const conditions = seen.map(ofPods);
  if (conditions.includes(undefined))
    return {
      name,
      state: open(`whoever may evict Pods deletes them so; ${whyUnseen(seen.flatMap(({ asNeighbour: all }) => all))}`),
      rules: [],
    };
  const holds = (conditions as readonly Expression[]).reduce((left, right) => or(left, right));
  return { name, state: on("Pods"), rules: [evictionRule(policy, notRefuted(atMost(holds)))] };
}

const pods: ContentKind = { group: "", version: "v1", resource: "pods", kind: "Pod" };

const ofPods = (seen: SeenAsParams): Expression | undefined => asNeighbour(seen, pods);

/** Objects that cannot be judged are denied, too, so that the API server has to look them up. */
function aimFor(mayHold: Expression): Aim {
  const match = [{ group: "", version: undefined, resource: "pods/eviction" }];
  return { ending: "guard-evictions", by: "by evictions", match, params: neighbourParams(pods, mayHold) };
}

/** Every Pod that is selected in the Namespace is looked at; the one that is evicted has the name of the request. */
function evictionRule(policy: PolicyIr, mayHold: Expression): GuardRule {
  const { span } = policy;
  const metadata = select(identifier("params", span), "metadata", span);
  const message = joinText([
    literal("evictionGuard: Pod ", span),
    select(metadata, "namespace", span),
    literal("/", span),
    select(metadata, "name", span),
    literal(
      " is protected against deletion, and an eviction deletes it. Delete it instead; if that is denied, the message says what to do: kubectl delete pod/",
      span,
    ),
    select(metadata, "name", span),
    literal(" -n ", span),
    select(metadata, "namespace", span),
  ]);
  const parts = { action: "deny", operations: ["create"], versionedReads: [], nestedIterations: [] } as const;
  const isKept = policy.overrides.reduce(unlessOpen, mayHold);
  const rule: RuleIr = { name: "evictionGuard", span, when: and(isNamedInRequest(span), isKept), message, ...parts };
  return { aim: aimFor(mayHold), rule };
}

/**
 * Whoever evicts deletes, so that an override is open to them as to whoever deletes; what else it may read of a delete,
 * an eviction does not show.
 */
function unlessOpen(kept: Expression, { rule, elsewhere }: OverrideIr): Expression {
  const isOpen = elsewhere === undefined ? undefined : ofPods(elsewhere);
  if (isOpen === undefined) return kept;
  const shown = some(isOpen, isBeyondEviction) ? atLeast(isOpen) : isOpen;
  return and(kept, negate(local(rule.name, judged(shown), "author")));
}

const isBeyondEviction = (node: Expression): boolean =>
  node.kind === "identifier" && (node.name === anyRequest || node.name === anyObject || node.name === "authorizer");
