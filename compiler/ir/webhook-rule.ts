import { withoutManagedFields } from "./well-known-shapes.ts";
import type { BindingIr } from "./enforcement.ts";
import type { Beyond, Expression, Query, ResourceDeclaration } from "./expression.ts";
import type { PolicyIr, RuleIr, SelectorIr } from "./policy.ts";
import type { AskedResource } from "../api/cluster-query.ts";
import { resourceKey } from "../api/resource.ts";
import { children, some } from "./expressions/visit.ts";

/** A rule that asks the cluster, or says what CEL cannot: the webhook answers it, where CEL has not denied already. */
export interface WebhookRuleIr {
  /** The author's policy, whole. */
  readonly policy: PolicyIr;
  /** As its author wrote it: what the webhook runs. */
  readonly rule: RuleIr;
  /** bool: CEL alone denies here, natively; undefined: never. */
  readonly certain: Expression | undefined;
  /** bool, without locals: the webhook is asked only where it holds. `true`: about everything that is matched. */
  readonly asked: Expression;
  /** What can be meant at all. */
  readonly objects: SelectorIr;
  /** Where it denies, warns or only records: as the bindings of a policy say. */
  readonly bindings: readonly BindingIr[];
  /** What it asks about, each once. */
  readonly asks: readonly AskedResource[];
}

/** No webhook is asked about configurations of admission, although policies are about those of webhooks (F4). */
export const unaskedGroup = "admissionregistration.k8s.io";

/** What the expressions ask the cluster about: each resource once, in the order in which it is asked. */
export function asksOf(expressions: readonly Expression[]): readonly AskedResource[] {
  const areRead = expressions.some((expression) => some(expression, isManagedFields));
  const asked = allQueries(expressions).map(({ resource, shape }) => {
    const kept = areRead ? shape : withoutManagedFields(shape);
    return [resourceKey(resource), { resource, shape: kept }] as const;
  });
  return [...new Map(asked).values()];
}

/** The webhook keeps of an object what its shape describes, and few rules want to know who has written it. */
const isManagedFields = (node: Expression): boolean => node.kind === "select" && node.field === "managedFields";

/**
 * Queries about what is declared another time before, each with that declaration. Objects of a resource are seen as one
 * of its declarations says, and no query says which.
 */
export function askedOtherwise(expressions: readonly Expression[]): readonly (readonly [Query, ResourceDeclaration])[] {
  const known = new Map<string, ResourceDeclaration>();
  return allQueries(expressions).flatMap((query) => {
    const key = resourceKey(query.resource);
    const first = known.get(key) ?? query.declaration;
    known.set(key, first);
    return first === query.declaration ? [] : [[query, first] as const];
  });
}

/** Each place once, in the order in which they stand. */
export function beyondIn(expression: Expression): readonly Beyond[] {
  const found = new Map<string, Beyond>();
  some(expression, (node) => {
    if (node.kind === "beyond" && !found.has(placeOf(node))) found.set(placeOf(node), node);
    return false;
  });
  return [...found.values()].toSorted((a, b) => (a.span.file === b.span.file ? a.span.start - b.span.start : 0));
}

const placeOf = ({ span: { file, start, end } }: Beyond): string => JSON.stringify([file, start, end]);

function allQueries(expressions: readonly Expression[]): readonly Query[] {
  const found: Query[] = [];
  const seen = new Set<Expression>();
  const look = (node: Expression): void => {
    if (seen.has(node)) return;
    seen.add(node);
    if (node.kind === "query") found.push(node);
    children(node).forEach(look);
  };
  expressions.forEach(look);
  return found;
}
