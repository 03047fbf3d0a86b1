import { Node } from "ts-morph";
import { InternalError } from "../../diagnostics/diagnostic.ts";
import { unlessExhausted } from "../../diagnostics/exhausted.ts";
import { askedOtherwise, asksOf } from "../../ir/webhook-rule.ts";
import type { Expression } from "../../ir/expression.ts";
import { isPolicyName } from "../../ir/valid-names.ts";
import type { PolicyIr, RuleIr } from "../../ir/policy.ts";
import type { MatchEntry } from "../../api/coverage.ts";
import { asksCluster } from "../../ir/expressions/visit.ts";
import type { PolicySource } from "../../source/find-policies.ts";
import { checkBuiltInKind, shapeWithin } from "./built-in-kind.ts";
import { unnamedContents } from "../guards/content-kinds.ts";
import { lowerEnforcement } from "./enforcement.ts";
import { lowerGuards, lowerMarks } from "../guards/guards.ts";
import { fieldsOf, warnOfVersions, withInferredVersions } from "./inferred-versions.ts";
import { lowerMatch } from "./match.ts";
import { nameIn, placeIn } from "../guards/place-in.ts";
import { lowerShown } from "./message.ts";
import { type Draft, lowerRule, inputOf } from "./rule.ts";
import { patternTextLimits } from "../../language/parse/number-in-text.ts";
import type { Scope } from "../scope.ts";
import type { ObjectValue, PolicyValue, Value } from "../value.ts";
import { lowerOverrides } from "./overrides.ts";

/** What a file exports by default, as the compiler knows it. */
export function lowerDefaultExport({ defaultExport }: PolicySource, scope: Scope): Value {
  const statement = defaultExport.getFirstAncestorOrThrow(Node.isStatement);
  scope.lowering.budget.renew();
  return unlessExhausted(
    () => scope.lowering.modules.run(statement, () => scope.lower(defaultExport)),
    () => scope.reject("too-large", defaultExport, { text: "export default" }),
  );
}

/** The policies of one file: its default export is one, or a list of them. */
export function lowerPolicies(source: PolicySource, scope: Scope): readonly PolicyIr[] {
  return policiesOf(lowerDefaultExport(source, scope), source, scope);
}

export function policiesOf(value: Value, { defaultExport }: PolicySource, scope: Scope): readonly PolicyIr[] {
  return policyValues(value, defaultExport, scope).flatMap((policy) => lowerPolicy(policy, scope) ?? []);
}

function policyValues(value: Value, node: Node, scope: Scope): readonly PolicyValue[] {
  if (value.kind === "rejected") return [];
  if (value.kind === "policy") return [value];
  if (value.kind === "list" && value.elements.length > 0) {
    return value.elements.flatMap((element) => policyValues(element, node, scope));
  }
  if (value.kind === "fallback") scope.reject("fallback-among-policies", value.node, {});
  else scope.reject("not-a-policy", node, { found: "this default export" });
  return [];
}

/** Once more, where assertions in it say more of its objects than its type. */
function lowerPolicy(value: PolicyValue, scope: Scope): PolicyIr | undefined {
  const { bag, claims } = scope.lowering;
  claims.begin();
  let policy = value;
  const again = (): boolean => {
    const objectShape = claims.take(policy.objectShape);
    if (objectShape !== undefined) policy = { ...policy, objectShape };
    return objectShape !== undefined;
  };
  return bag.repeat(() => lowerOnce(policy, scope), again);
}

function lowerOnce(value: PolicyValue, scope: Scope): PolicyIr | undefined {
  const { definition, node } = value;
  const name = requireName(definition, node, scope);
  const written = lowerMatch(definition.properties.get("match"), node, scope);
  checkBuiltInKind(value, written, scope);
  const inferred = withInferredVersions(written, value);
  const objectShape = shapeWithin(inferred, value);
  const rules = lowerRules({ ...value, objectShape }, inferred, scope);
  if (name === undefined || written.length === 0) return undefined;
  const reason = lowerReason({ ...value, objectShape }, inferred, scope);
  const { overrides, noOverride } = lowerOverrides({ policy: { ...value, objectShape }, match: inferred, rules }, scope);
  // What reads metadata alone is right in every version, later ones included.
  const readsFields = fieldsOf([...rules, ...overrides.map(({ rule }) => rule)]).length > 0;
  const match = readsFields ? inferred : written;
  warnOfVersions({ match, rules, overrides }, node, scope);
  const guards = lowerGuards(definition.properties.get("guards"), { node, match, rules }, scope);
  const marks = lowerMarks(definition.properties.get("marks"), { node, rules }, scope);
  const enforcement = lowerEnforcement(definition.properties.get("enforcement"), { node, match }, scope);
  const judged = rules.flatMap(({ when, message }) => [when, message]);
  rejectTwoResources(name, judged, scope);
  return {
    name,
    description: describePolicy(node),
    span: scope.span(node),
    match,
    rules,
    objectShape,
    coDenials: "messages",
    reason,
    overrides,
    ...(noOverride !== undefined && { noOverride }),
    guards,
    marks,
    enforcement,
    asks: asksOf(judged),
    unnamedContents: unnamedContents(match, value),
  };
}

/** The name of a ValidatingAdmissionPolicy (DNS-1123 subdomain; room for the endings that the compiler adds). */
function requireName(definition: ObjectValue, node: Node, scope: Scope): string | undefined {
  const value = definition.properties.get("name");
  const name = value?.kind === "static" && typeof value.value === "string" ? value.value : undefined;
  if (name !== undefined && isPolicyName(name)) return name;
  scope.reject("policy-name", placeIn(node, "name"), { name: name ?? "" });
  return undefined;
}

function lowerRules(policy: PolicyValue, match: readonly MatchEntry[], scope: Scope): readonly RuleIr[] {
  const rules = policy.definition.properties.get("rules");
  if (rules?.kind !== "object" || rules.properties.size === 0) {
    scope.reject("no-rules", placeIn(policy.node, "rules"), {});
    return [];
  }
  return [...rules.properties].flatMap(([name, value]) => {
    if (value.kind !== "object") return [];
    scope.lowering.budget.renew();
    const place = nameIn(policy.node, "rules", name);
    scope.lowering.patternTexts.isAny = false;
    const draft = { name, value, policy, match };
    const rule = unlessExhausted(
      () => withShortTexts(lowerRule(draft, scope), draft, scope),
      () => void scope.reject("too-large", place, { text: name }),
    );
    // A rule may be missing from the YAML only where something has been said about it.
    if (rule === undefined && !scope.lowering.bag.hasErrors) throw new InternalError(`rule ${name} was lost without a word`);
    if (rule !== undefined) rejectMessageThatAsks(rule, scope);
    return rule ?? [];
  });
}

/** The rule, and what it is where its patterns read no more of a text than so many characters. */
function withShortTexts(rule: RuleIr | undefined, draft: Draft, scope: Scope): RuleIr | undefined {
  const { patternTexts, bag, budget } = scope.lowering;
  if (rule === undefined || !patternTexts.isAny) return rule;
  const shorter = patternTextLimits.flatMap((most) => {
    budget.renew();
    patternTexts.most = most;
    try {
      const lowered = bag.attempt(() => lowerRule(draft, scope));
      return lowered === undefined ? [] : [{ ...lowered, mostText: most }];
    } finally {
      patternTexts.most = undefined;
    }
  });
  return { ...rule, withShortTexts: shorter };
}

/** `things.x.example.com` for two constants: a rule of one would be shown what the other's type says. */
function rejectTwoResources(policy: string, judged: readonly Expression[], { lowering }: Scope): void {
  for (const [{ resource: of, declaration }, { span, line }] of askedOtherwise(judged)) {
    const resource = of.group === "" ? of.resource : `${of.resource}.${of.group}`;
    lowering.bag.report("two-resources", declaration.span, { policy, resource, other: `${span.file}:${line}` });
  }
}

/**
 * CEL answers the whole rule, and has nobody to ask for its message. Where it answers a part: split/split-policy.ts.
 */
function rejectMessageThatAsks({ name, span, when, message }: RuleIr, { lowering }: Scope): void {
  if (asksCluster(message) && !asksCluster(when)) lowering.bag.report("asks-natively", span, { rule: name });
}

/** First paragraph of the comment above the default export (or above the constant it names), as one line. */
function describePolicy(node: Node): string {
  const statement = node.getFirstAncestor((ancestor) => Node.isExportAssignment(ancestor) || Node.isVariableStatement(ancestor));
  const own = node.getLeadingCommentRanges().at(-1)?.getText();
  const above = statement?.getLeadingCommentRanges().at(-1)?.getText();
  return firstParagraph(own ?? above ?? "");
}

function firstParagraph(comment: string): string {
  const lines = comment
    .replace(/^\/\*\*?/, "")
    .replace(/\*\/$/, "")
    .split("\n")
    .map((line) => line.replace(/^\s*(\*|\/\/)?\s?/, "").trim());
  const start = lines.findIndex((line) => line !== "");
  if (start === -1) return "";
  const end = lines.findIndex((line, at) => at > start && line === "");
  return lines.slice(start, end === -1 ? undefined : end).join(" ");
}

/** `reason: "example.com/reason"`: what rejections say of that annotation, as `reasonGiven` of the language does. */
function lowerReason(policy: PolicyValue, match: readonly MatchEntry[], scope: Scope): Expression | undefined {
  const annotation = policy.definition.properties.get("reason");
  const declaration = scope.lowering.ownFunctions.get("reasonGiven");
  if (annotation === undefined || declaration === undefined) return undefined;
  const node = placeIn(policy.node, "reason");
  const given = scope.lowering.modules.valueOf(declaration, node, scope);
  if (given.kind !== "function") return undefined;
  const text = scope.call(given, [annotation], node);
  const draft = { name: "reason", value: policy.definition, policy, match };
  return lowerShown(text, inputOf(draft, ["delete"], scope.span(node)), { name: "reason", before: "", node, scope });
}
