import type { Span } from "../diagnostics/span.ts";
import { type Expression, binary, identifier, literal, method, optionalSelect, select } from "../ir/expression.ts";
import type { ContentKind } from "../ir/guards.ts";
import type { ParametersIr, SeenAsParams, SeenKind } from "../ir/policy.ts";
import { annotationFor, selectorFor } from "../ir/expressions/needed-mark.ts";

/** The rule about objects of this kind in the Namespace of the request. */
export function asNeighbour({ asNeighbour: seen }: SeenAsParams, { kind, group }: ContentKind): Expression | undefined {
  return seen.find((one) => one.kind.kind === kind && one.kind.group === group)?.condition;
}

/** Why the rules cannot be asked about objects that are looked up, in the compiler's words. */
export function whyUnseen(seen: readonly SeenKind[]): string {
  const why = seen.find(({ condition }) => condition === undefined)?.why ?? "they need more than such a request shows";
  return `the rules cannot be asked about an object that is looked up: ${why}`;
}

/** Objects of a kind that are looked up in the Namespace of the request. A label selects them before an annotation does. */
export function neighbourParams({ group, version, kind }: ContentKind, condition: Expression): ParametersIr {
  const selector = selectorFor(condition, "params");
  const mark = selector.matchExpressions === undefined ? annotationFor(condition, "params") : undefined;
  const apiVersion = group === "" ? version : `${group}/${version}`;
  return { apiVersion, kind, selector, ...(mark !== undefined && { marks: [mark] }) };
}

/** `services`, or `services.serving.knative.dev` where another of these kinds has the same plural. */
export function nameAmong({ group, resource }: ContentKind, kinds: readonly ContentKind[]): string {
  const isAlone = kinds.every((other) => other.resource !== resource || other.group === group);
  return group === "" || isAlone ? resource : `${resource}.${group}`;
}

/** bool: of all that are looked up, the one whose subresource the request is about. */
export function isNamedInRequest(span: Span): Expression {
  const name = select(select(identifier("params", span), "metadata", span), "name", span);
  const asked = method(optionalSelect(identifier("request", span), "name", span), "orValue", [literal("", span)], span);
  return binary(name, "==", asked, span);
}
