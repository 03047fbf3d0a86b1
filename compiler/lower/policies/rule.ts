import type { Node } from "ts-morph";
import type { Span } from "../../diagnostics/span.ts";
import { type Expression, identifier } from "../../ir/expression.ts";
import { type RuleIr, operationsOf } from "../../ir/policy.ts";
import { isRuleName } from "../../ir/valid-names.ts";
import type { Action, RuleOperation } from "../../api/rules-module.ts";
import { type MatchEntry, isPattern, splitResource } from "../../api/coverage.ts";
import type { RecordShape } from "../../api/shape.ts";
import { createdMetadataShape, namespaceShape, requestShape } from "../../ir/well-known-shapes.ts";
import { asBoolean } from "../expressions/as-boolean.ts";
import { freeTextOf, withFree, withFreeMetadata } from "../text/free-text.ts";
import { limitNestedIterations } from "../collections/nested-iterations.ts";
import { nameIn, placeIn } from "../guards/place-in.ts";
import { needsWebhook } from "../../ir/expressions/visit.ts";
import { beyondIn } from "../../ir/webhook-rule.ts";
import type { Scope } from "../scope.ts";
import { contentKinds, neighbourKinds } from "../guards/content-kinds.ts";
import { reevaluated } from "../guards/reevaluated.ts";
import { type Dynamic, type FunctionValue, type ObjectValue, type PolicyValue, type Value, dynamic, nullable } from "../value.ts";
import { judgedBy } from "../fallback/by-webhook.ts";
import { lowerMessage } from "./message.ts";
import { allThatMayBeWrong } from "../../ir/expressions/endings.ts";
import { versionedReads } from "./versioned-reads.ts";
import { areOfOneVersion } from "./inferred-versions.ts";

export interface Draft {
  readonly name: string;
  readonly value: ObjectValue;
  readonly policy: PolicyValue;
  readonly match: readonly MatchEntry[];
}

export function lowerRule(draft: Draft, scope: Scope): RuleIr | undefined {
  const { loopsByPosition: loops } = scope.lowering;
  loops.found.clear();
  loops.lengthsRead.clear();
  const rule = lowerOnce(draft, scope);
  if (rule === undefined || loops.found.size === 0) return rule;
  const loopsByPosition = [...loops.found.values()];
  loops.counted = new Set([...loops.found.keys()].filter((key) => loops.lengthsRead.has(key)));
  if (loops.counted.size === 0) return { ...rule, loopsByPosition };
  scope.lowering.budget.renew();
  try {
    const again = lowerOnce(draft, scope);
    return again && { ...again, loopsByPosition };
  } finally {
    loops.counted = new Set();
  }
}

function lowerOnce(draft: Draft, scope: Scope): RuleIr | undefined {
  const { name, value, policy } = draft;
  const [action, judge] = judgeOf(value);
  const operation = value.properties.get("operation");
  const of = operationsOf(operation?.kind === "static" ? String(operation.value) : undefined);
  if (!isRuleName(name)) scope.reject("rule-name", nameIn(policy.node, "rules", name), { name });
  if (judge?.kind !== "function" || of === undefined) return undefined;
  const input = inputOf(draft, of, scope.span(policy.node));
  const byWebhook = isByWebhook(value);
  const when = judgedBy(judge, input, { byWebhook, scope });
  const message = lowerMessage(draft, { action, input, ...(byWebhook && { when }) }, scope);
  if (when === undefined || message === undefined) return undefined;
  if (byWebhook) warnOfWebhook(draft, { action, of, when }, scope);
  const span = spanOf(judge, scope);
  const { expressions, nestedIterations } = limitNestedIterations([asBoolean(when), message.message]);
  const [condition, text] = expressions as readonly [Expression, Expression];
  const parts = { name, span, action, operations: of, when: condition, message: text, nestedIterations };
  const problem = allThatMayBeWrong(condition);
  const said = { ...(isConflict(value) && { isConflict: true as const }), ...(problem !== undefined && { problem }) };
  const rule: RuleIr = { ...message, ...parts, versionedReads: [], ...said };
  const versioned = {
    ...rule,
    versionedReads: versionedReads(rule),
    ...(areOfOneVersion(draft.match) && { isOfOneVersion: true as const }),
  };
  if (action !== "deny" || !of.includes("delete")) return versioned;
  const { match } = draft;
  const [contents, neighbours] = [contentKinds(match, policy), neighbourKinds(match, policy)];
  return { ...versioned, elsewhere: reevaluated(when, { judge, byWebhook, policy, match, contents, neighbours }, scope) };
}

function judgeOf(rule: ObjectValue): readonly [Action, Value | undefined] {
  const denies = rule.properties.get("denyWhen");
  return denies === undefined ? ["warn", rule.properties.get("warnWhen")] : ["deny", denies];
}

/** What the webhook is not needed for, and what no guard can keep. */
function warnOfWebhook(
  { name, policy }: Draft,
  { action, of, when }: { readonly action: Action; readonly of: readonly RuleOperation[]; readonly when: Expression },
  scope: Scope,
): void {
  if (!needsWebhook(when)) scope.warn("needless-webhook", placeIn(policy.node, "rules", name, "answeredBy"), { rule: name });
  if (action !== "deny" || !of.includes("delete")) return;
  for (const { wholes, text, span } of beyondIn(when))
    for (const whole of wholes) scope.lowering.bag.warn("reads-whole", span, { text, whole });
}

function isByWebhook(rule: ObjectValue): boolean {
  const answeredBy = rule.properties.get("answeredBy");
  return answeredBy?.kind === "static" && answeredBy.value === "webhook";
}

function isConflict(rule: ObjectValue): boolean {
  const status = rule.properties.get("status");
  return status?.kind === "static" && status.value === "Conflict";
}

/** The whole rule, `name: { ... }`: what `--show` prints and the YAML points to. */
function spanOf(judge: FunctionValue, scope: Scope): Span {
  const rule: Node = judge.node.getParent()?.getParent()?.getParent() ?? judge.node;
  return scope.span(rule);
}

export function inputOf({ policy, match }: Draft, of: readonly RuleOperation[], span: Span): ObjectValue {
  const free = freeTextOf(match, of);
  const object = (name: "object" | "oldObject", more: Partial<Dynamic> = {}): Value =>
    dynamic(identifier(name, span), withFreeMetadata(shapeOf(name, policy, of), free[name]), { path: [name], ...more });
  const properties = new Map<string, Value>([
    [
      "namespaceObject",
      dynamic(identifier("namespaceObject", span), namespaceShape, { path: ["namespaceObject"], presence: nullable }),
    ],
    ["authorizer", dynamic(identifier("authorizer", span), { kind: "opaque", type: "authorizer" })],
    ["cluster", dynamic(identifier("cluster", span), { kind: "opaque", type: "cluster" })],
    [
      "request",
      dynamic(identifier("request", span), withKnownResource(withFree(requestShape, free.request), match), { path: ["request"] }),
    ],
  ]);
  if (!of.includes("delete")) properties.set("object", object("object"));
  if (!of.includes("create")) properties.set("oldObject", object("oldObject"));
  else if (of.includes("update")) properties.set("oldObject", object("oldObject", { presence: nullable }));
  return { kind: "object", properties };
}

function shapeOf(name: "object" | "oldObject", { objectShape }: PolicyValue, of: readonly RuleOperation[]): RecordShape {
  if (name === "oldObject" || !of.includes("create")) return objectShape;
  const metadata = { shape: createdMetadataShape, presence: "always", typedByServer: true } as const;
  return { ...objectShape, fields: { ...objectShape.fields, metadata } };
}

/**
 * `request`, where the policy matches one resource alone: its name is then known, and stands in the YAML as a person
 * would have written it. `request.resource` is what was matched, whatever the client asked for.
 */
function withKnownResource(request: RecordShape, match: readonly MatchEntry[]): RecordShape {
  const named = new Set(match.map(({ group, resource }) => JSON.stringify([group, splitResource(resource).resource])));
  const [first] = match;
  if (first === undefined || named.size !== 1 || isPattern(first.group)) return request;
  const { resource } = splitResource(first.resource);
  const known = { group: first.group, ...(resource !== "*" && { resource }) };
  const of = request.fields["resource"];
  if (of?.shape.kind !== "record") return request;
  return { ...request, fields: { ...request.fields, resource: { ...of, shape: withKnown(of.shape, known) } } };
}

function withKnown(shape: RecordShape, known: Readonly<Record<string, string>>): RecordShape {
  const fields = Object.entries(shape.fields).map(([name, field]) => {
    const value = known[name];
    return [name, value === undefined ? field : { ...field, known: value }] as const;
  });
  return { ...shape, fields: Object.fromEntries(fields) };
}
