import type { Span } from "../../diagnostics/span.ts";
import { and, or } from "../../ir/expressions/boolean.ts";
import {
  type Comprehension,
  type Expression,
  binary,
  call,
  comprehension,
  identifier,
  literal,
  local,
  not,
  select,
} from "../../ir/expression.ts";

/** Versions of a definition that are compared. Nobody has as many; an update of a definition with more is denied. */
const maxVersions = 100;

/**
 * bool: some version that the stored definition serves is not served by the new one. The API server demands `name` and
 * `served` of every version, so that both are there.
 *
 *     oldObject.spec.versions.exists(version, version.served && !(version.name in variables.served))
 */
export function dropsServedVersion(span: Span): Expression {
  const [before, after] = [versionsOf("oldObject", span), versionsOf("object", span)];
  const served = local("served", iterate("map", iterate("filter", after, field("served", span)), field("name", span)), "author");
  const isKept = binary(field("name", span), "in", served, span);
  const drops = iterate("exists", before, and(field("served", span), not(isKept, span)));
  return or(or(isLarge(before), isLarge(after)), drops);
}

/** `object.spec.versions` */
export const versionsOf = (root: string, span: Span): Expression =>
  select(select(identifier(root, span), "spec", span), "versions", span);

const isLarge = (versions: Expression): Expression =>
  binary(call("size", [versions], versions.span), ">", literal(maxVersions, versions.span), versions.span);

const field = (name: string, span: Span): Expression => select(identifier("version", span), name, span);

function iterate(method: Comprehension["method"], range: Expression, body: Expression): Expression {
  return comprehension({ method, range, variable: "version", body, bound: undefined, entries: maxVersions, span: range.span });
}
