import { judged } from "../arrange/bound.ts";
import { and, or } from "../ir/boolean.ts";
import { groupCovers, resourceCovers, splitResource } from "../ir/coverage.ts";
import { type Expression, binary, identifier, literal, method, optionalSelect, select } from "../ir/expression.ts";
import type { PolicyIr, RuleIr } from "../ir/policy.ts";
import { joinText } from "../ir/text.ts";
import { type Aim, type Guard, type Protection, notNeeded, off, on, open, unlessReleasedElsewhere } from "./guard.ts";
import { selectorFor } from "./needed-label.ts";
import { atMost } from "./questions.ts";

/** No protected Pod is evicted: an eviction deletes the Pod, and admission sees nothing of it (threats T6). */
export function evictionGuard({ policy }: Protection): Guard {
  const name = "evictions";
  const reason = policy.guards.off[name];
  if (reason !== undefined) return { name, state: off(reason), rules: [] };
  const isAboutPods = policy.match.some(
    ({ group, resource }) => groupCovers(group, "") && resourceCovers(splitResource(resource).resource, "pods"),
  );
  if (!isAboutPods) return { name, state: notNeeded("no Pods are matched"), rules: [] };
  const conditions = policy.rules.flatMap(({ elsewhere }) => (elsewhere === undefined ? [] : [elsewhere.asEvicted]));
  if (conditions.includes(undefined)) return { name, state: open("the rules need more than an eviction shows"), rules: [] };
  const holds = (conditions as readonly Expression[]).reduce((left, right) => or(left, right));
  return { name, state: on("Pods"), rules: [{ aim: aimFor(holds), rule: evictionRule(policy, holds) }] };
}

function aimFor(condition: Expression): Aim {
  return {
    ending: "guard-evictions",
    by: "by evictions",
    match: [{ group: "", version: undefined, resource: "pods/eviction" }],
    params: { apiVersion: "v1", kind: "Pod", selector: selectorFor(condition, "params") },
  };
}

/** Every Pod that is selected in the Namespace is looked at; the one that is evicted has the name of the request. */
function evictionRule(policy: PolicyIr, condition: Expression): RuleIr {
  const { span } = condition;
  const metadata = select(identifier("params", span), "metadata", span);
  const asked = method(optionalSelect(identifier("request", span), "name", span), "orValue", [literal("", span)], span);
  const isThis = binary(select(metadata, "name", span), "==", asked, span);
  const message = joinText([
    literal("evictionGuard: Pod ", span),
    select(metadata, "namespace", span),
    literal("/", span),
    select(metadata, "name", span),
    literal(" is protected against deletion, and an eviction deletes it. The message of its delete says how to lift that", span),
  ]);
  const parts = { action: "deny", operations: ["create"], versionedReads: [], nestedWalks: [] } as const;
  const isKept = unlessReleasedElsewhere(judged(atMost(condition)), policy, ({ asEvicted }) => asEvicted);
  return { name: "evictionGuard", span, when: and(isThis, isKept), message, ...parts };
}
