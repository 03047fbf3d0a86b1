import { identity } from "../ir/expressions/identity.ts";
import { notRefuted } from "../ir/expressions/endings.ts";
import { or, and } from "../ir/expressions/boolean.ts";
import { builtInGroups } from "../ir/built-in-groups.ts";
import { type Expression, binary, identifier, listLiteral, literal, method, optionalSelect, select } from "../ir/expression.ts";
import type { ContentKind } from "../ir/guards.ts";
import { splitResource, type MatchEntry } from "../api/coverage.ts";
import type { ParametersIr, PolicyIr, RuleIr, SeenAsParams, OverrideIr } from "../ir/policy.ts";
import { type Guard, type GuardRule, type PolicyProtection, notNeeded, off, on, open, unlessOpenElsewhere } from "./guard.ts";
import { nameAmong, neighbourParams, whyUnseen } from "./neighbours.ts";
import { literalKey, marksIn } from "./marks/marks.ts";
import { atMost } from "./marks/terms.ts";
import type { Span } from "../diagnostics/span.ts";
import { joinText } from "../ir/expressions/text.ts";

/**
 * No Namespace is deleted that holds a protected object, nor let go by its finalizers. The API server looks up the
 * objects of one kind in the Namespace.
 */
export function namespaceGuard({ policy }: PolicyProtection): Guard {
  const name = "namespaces";
  const reason = policy.guards.off[name];
  if (reason !== undefined) return { name, state: off(reason), rules: [] };
  const kinds = kindsIn(policy);
  const guarded = kinds.flatMap((kind) => rulesFor(policy, kind, nameAmong(kind, kinds)));
  const rules = guarded.flat();
  const { unnamedContents } = policy;
  if (unnamedContents.length > 0)
    return { name, state: open(`${unnamedContents.map(nameOfKinds).join(", ")}: ${unnamedText}`), rules };
  if (guarded.length < kinds.length)
    return {
      name,
      state: open(`${contentsGo}; ${whyUnseen(policy.rules.flatMap(({ elsewhere }) => elsewhere?.asContent ?? []))}`),
      rules,
    };
  if (rules.length === 0) return { name, state: notNeeded("nothing that is matched is in a Namespace"), rules };
  return { name, state: on(kinds.map(({ kind }) => kind).join(", ")), rules, ...looksAtAll(policy, rules) };
}

/** Where no label selects what is looked up, and an annotation is what marks it. */
function looksAtAll(policy: PolicyIr, rules: readonly GuardRule[]): Pick<Guard, "looksAtAll"> {
  const lookedUp = rules.flatMap(({ aim: { params } }) => params ?? []);
  const kinds = new Set(lookedUp.filter(({ selector }) => Object.keys(selector).length === 0).map(({ kind }) => kind));
  const annotation = annotationOf(policy);
  return kinds.size === 0 || annotation === undefined ? {} : { looksAtAll: { kinds: [...kinds].join(", "), annotation } };
}

function annotationOf({ rules }: PolicyIr): string | undefined {
  const marks = rules.filter(({ elsewhere }) => elsewhere !== undefined).flatMap(({ when }) => marksIn(when, "oldObject"));
  return marks.map(({ map, key }) => (map === "annotations" ? literalKey(key) : undefined)).find((key) => key !== undefined);
}

const contentsGo = "whoever may delete the Namespace deletes what it holds";

const unnamedText =
  "whoever may delete the Namespace deletes them with it, since their kinds are not known by name; " +
  "name the kinds in `guards.namespaces`, or mark the Namespaces";

function nameOfKinds(entry: MatchEntry): string {
  const [{ group }, { resource }] = [entry, splitResource(entry.resource)];
  if (resource === "*") return `every kind of ${group === "" ? "the core group" : group}`;
  return group === "" ? resource : `${resource}.${group}`;
}

function kindsIn({ rules }: PolicyIr): readonly ContentKind[] {
  const all = rules.flatMap(({ elsewhere }) => elsewhere?.asContent.map(({ kind }) => kind) ?? []);
  return [...new Map(all.map((kind) => [`${kind.resource}.${kind.group}`, kind])).values()];
}

/** None where the rules cannot be asked about such objects. */
function rulesFor(policy: PolicyIr, kind: ContentKind, name: string): readonly (readonly GuardRule[])[] {
  const conditions = policy.rules.flatMap(({ elsewhere }) => (elsewhere === undefined ? [] : [asContent(elsewhere, kind)]));
  if (conditions.some((condition) => condition === undefined)) return [];
  const holds = (conditions as readonly Expression[]).reduce((left, right) => or(left, right));
  // A delete of what is too large to be judged is denied as well, and would leave the Namespace half dead.
  const mayHold = notRefuted(atMost(holds));
  const keptUnless = (isTaken: (override: OverrideIr) => boolean): Held => {
    const overrides = policy.overrides.filter(isTaken);
    return { policy, kind, name, isKept: unlessOpenElsewhere(mayHold, overrides, (seen) => asContent(seen, kind)) };
  };
  const params = contentParams(kind, mayHold);
  // The controller that empties the Namespace deletes what is in it: only what is open to that one, too, lets it be
  // emptied. An object that stays behind in storage has not been deleted, whatever its deletes may do.
  const [deleted, finalized] = [keptUnless(({ isOfObject }) => isOfObject), keptUnless(({ disablesGuards }) => disablesGuards)];
  const rule = contentRule(deleted, params);
  // The same may be said of both, which then becomes one validation (plan/merge.ts).
  if (identity(deleted.isKept) !== identity(finalized.isKept)) return [[rule, finalizeRule(finalized, params)]];
  const [one, other] = [rule, finalizeRule(finalized, params, rule.rule)];
  const by = `by deleting or finalizing the Namespace of its ${name}`;
  return [[one, other].map(({ aim, ...more }) => ({ ...more, aim: { ...aim, by } }))];
}

function asContent({ asContent: seen }: SeenAsParams, { kind, group }: ContentKind): Expression | undefined {
  return seen.find((one) => one.kind.kind === kind && one.kind.group === group)?.condition;
}

/** A definition that no longer exists must not keep every Namespace from being deleted (docs/adr/0022). */
function contentParams(kind: ContentKind, holds: Expression): ParametersIr {
  const params = neighbourParams(kind, holds);
  return isBuiltIn(kind.group) ? params : { ...params, mayBeUnknown: true };
}

const isBuiltIn = (group: string): boolean => builtInGroups.some((builtIn) => builtIn === group);

/** Objects of a kind that are looked up in the Namespace of the request. */
interface Held {
  readonly policy: PolicyIr;
  readonly kind: ContentKind;
  /** Of the kind, among those of the policy. */
  readonly name: string;
  /** bool: the object in the Namespace is protected. */
  readonly isKept: Expression;
}

/** Deleting the Namespace would delete everything else in it, and leave it half dead (T10 of docs/security/bypass-matrix.md). */
function contentRule({ policy: { span }, kind, name, isKept }: Held, params: ParametersIr): GuardRule {
  const message = joinText([
    ...holding("namespaceGuard", kind, span),
    literal(", which is protected against deletion. Delete that first; if it is denied, the message says what to do", span),
    ...(freelyNamed.has(kind.kind) ? [] : deleteCommand(kind, span)),
  ]);
  const parts = { action: "deny", operations: ["delete"], versionedReads: [], nestedIterations: [] } as const;
  return {
    aim: {
      ending: `guard-namespaces-with-${name}`,
      by: `by deleting the Namespace of its ${name}`,
      match: [{ group: "", version: undefined, resource: "namespaces" }],
      params,
    },
    rule: { name: "namespaceGuard", span, when: isKept, message, ...parts },
  };
}

/**
 * Without its finalizers a Namespace is gone at once, and what it holds stays in storage, out of everybody's reach (T12
 * of docs/security/bypass-matrix.md).
 */
function finalizeRule({ policy: { span }, kind, name, isKept }: Held, params: ParametersIr, like?: RuleIr): GuardRule {
  const own = joinText([
    ...holding("finalizeGuard", kind, span),
    literal(
      ", which is protected against deletion, and this update of the Namespace's finalizers would let it go while that object " +
        "stays behind in storage, where nobody can reach it. Take out what is in it first",
      span,
    ),
  ]);
  const finalizersOf = (root: string): Expression => {
    const finalizers = optionalSelect(optionalSelect(identifier(root, span), "spec", span), "finalizers", span);
    return method(finalizers, "orValue", [listLiteral([], span)], span);
  };
  const changes = binary(finalizersOf("object"), "!=", finalizersOf("oldObject"), span);
  const parts = { action: "deny", operations: ["update"], versionedReads: [], nestedIterations: [] } as const;
  const message = like?.message ?? own;
  return {
    aim: {
      ending: `guard-finalize-with-${name}`,
      by: `by finalizing the Namespace of its ${name}`,
      match: [{ group: "", version: undefined, resource: "namespaces/finalize" }],
      params,
    },
    rule: { name: like?.name ?? "finalizeGuard", span, when: and(changes, isKept), message, ...parts },
  };
}

/** `namespaceGuard: Namespace shop holds ConfigMap settings` */
function holding(rule: string, { kind }: ContentKind, span: Span): readonly Expression[] {
  return [
    literal(`${rule}: Namespace `, span),
    nameOf("oldObject", span),
    literal(` holds ${kind} `, span),
    nameOf("params", span),
  ];
}

const nameOf = (root: string, span: Span): Expression => select(select(identifier(root, span), "metadata", span), "name", span);

/** Namespaced kinds whose names may hold anything (lower/text/free-text.ts): no command has them. */
const freelyNamed: ReadonlySet<string> = new Set(["Event", "PodDisruptionBudget", "Role", "RoleBinding"]);

/** `: kubectl delete databases.db.example.com/main -n shop` */
function deleteCommand({ resource, group }: ContentKind, span: Span): readonly Expression[] {
  const qualified = group === "" ? resource : `${resource}.${group}`;
  return [
    literal(`: kubectl delete ${qualified}/`, span),
    nameOf("params", span),
    literal(" -n ", span),
    nameOf("oldObject", span),
  ];
}
