import type { Span } from "../diagnostics/span.ts";
import { and } from "../ir/boolean.ts";
import { type Expression, binary, identifier, listLiteral, literal, method, optionalSelect, select } from "../ir/expression.ts";
import type { ContentKind } from "../ir/guards.ts";
import type { ParametersIr, PolicyIr } from "../ir/policy.ts";
import { joinText } from "../ir/text.ts";
import type { GuardRule } from "./guard.ts";

/** Objects of a kind that are looked up in the Namespace of the request. */
export interface Held {
  readonly policy: PolicyIr;
  readonly kind: ContentKind;
  /** bool: the object in the Namespace is protected. */
  readonly isKept: Expression;
}

/** Deleting the Namespace would delete everything else in it, and leave it half dead (threats T10). */
export function contentRule({ policy: { span }, kind, isKept }: Held, params: ParametersIr): GuardRule {
  const message = joinText([
    ...holding("namespaceGuard", kind, span),
    literal(", which is protected against deletion. Delete that first, which says what is still to be done", span),
    ...(freelyNamed.has(kind.kind) ? [] : deleteCommand(kind, span)),
  ]);
  const parts = { action: "deny", operations: ["delete"], versionedReads: [], nestedIterations: [] } as const;
  return {
    aim: {
      ending: `guard-namespaces-with-${kind.resource}`,
      by: `by deleting the Namespace of its ${kind.resource}`,
      match: [{ group: "", version: undefined, resource: "namespaces" }],
      params,
    },
    rule: { name: "namespaceGuard", span, when: isKept, message, ...parts },
  };
}

/** Without its finalizers a Namespace is gone at once, and what it holds stays in storage, out of everybody's reach (threats T12). */
export function finalizeRule({ policy: { span }, kind, isKept }: Held, params: ParametersIr): GuardRule {
  const message = joinText([
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
  return {
    aim: {
      ending: `guard-finalize-with-${kind.resource}`,
      by: `by finalizing the Namespace of its ${kind.resource}`,
      match: [{ group: "", version: undefined, resource: "namespaces/finalize" }],
      params,
    },
    rule: { name: "finalizeGuard", span, when: and(changes, isKept), message, ...parts },
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

/** Namespaced kinds whose names may hold anything (lower/free-text.ts): no command has them. */
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
