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
  method,
  not,
  optionalIndex,
  optionalSelect,
  select,
} from "../../ir/expression.ts";
import { identity } from "../../ir/expressions/identity.ts";
import { type SchemaPath, schemaBelow, propertyOf, schemaAt } from "./schema-reads.ts";
import { type Versions, anyOf, changesValues } from "./schema-values.ts";
import { versionsOf } from "./served-versions.ts";

/**
 * Versions of a definition that are compared, each with each. Nobody has as many; an update of a definition with more
 * is denied.
 */
const maxVersions = 10;

/**
 * bool: an update of a definition takes one of these fields out of a version that let it in, gives it another type or
 * default, or has objects stored in a version that differs so from the one before. Nothing of a schema is iterated
 * over, so that its size does not matter.
 *
 *     oldObject.spec.versions.exists(was, object.spec.versions.filter(is, was.name == is.name).exists(is, ...))
 */
export function losesFields(paths: readonly SchemaPath[], span: Span): Expression {
  const [before, after] = [identifier("was", span), identifier("is", span)];
  const isSame = binary(nameOf(before, span), "==", nameOf(after, span), span);
  const isStored = and(select(before, "storage", span), select(after, "storage", span));
  const followers = iterate("filter", versionsOf("object", span), {
    variable: "is",
    body: or(isSame, isStored),
    entries: maxVersions,
  });
  // The version of that name, and the one in which objects are stored.
  const ofPair = iterate("exists", followers, { variable: "is", body: loses(paths, { before, after }), entries: 2 });
  const ofAny = iterate("exists", versionsOf("oldObject", span), { variable: "was", body: ofPair, entries: maxVersions });
  return or(or(isLarge("oldObject", span), isLarge("object", span)), ofAny);
}

/** bool: some version of the definition, as it will be, does not let one of these fields in. */
export function lacksFields(paths: readonly SchemaPath[], span: Span): Expression {
  const version = identifier("version", span);
  const lacks = anyOf(paths.map((path) => not(anyOf(waysIn(path, version)), span)));
  const ofAny = iterate("exists", versionsOf("object", span), { variable: "version", body: lacks, entries: maxVersions });
  return or(isLarge("object", span), ofAny);
}

/** The API server demands a DNS label. */
const nameOf = (version: Expression, span: Span): Expression => ({ ...select(version, "name", span), maxBytes: 63 });

const isLarge = (root: string, span: Span): Expression =>
  binary(call("size", [versionsOf(root, span)], span), ">", literal(maxVersions, span), span);

interface Iteration {
  readonly variable: string;
  readonly body: Expression;
  readonly entries: number;
}

const iterate = (of: Comprehension["method"], range: Expression, { variable, body, entries }: Iteration): Expression =>
  comprehension({ method: of, range, variable, body, bound: undefined, entries, span: range.span });

function loses(paths: readonly SchemaPath[], versions: Versions): Expression {
  const { before, after } = versions;
  const openedBy = (version: Expression): readonly Expression[] => paths.flatMap((path) => keptOpenings(path, version));
  const declaredBy = (version: Expression): readonly Expression[] => paths.flatMap((path) => declarations(path, version));
  const [closed, undeclared] = [
    pairs(openedBy(before), openedBy(after)).map(([was, is]) => and(was, not(is, is.span))),
    pairs(declaredBy(before), declaredBy(after)).map(([was, is]) => and(hasValue(was), not(isDeclaredAlike(was, is), is.span))),
  ];
  return anyOf([...undeclared, ...closed, changesValues(paths, versions, maxVersions)]);
}

/** Each once: fields of one record are let in by the same schemas. */
function pairs(before: readonly Expression[], after: readonly Expression[]): readonly (readonly [Expression, Expression])[] {
  const all = before.map((was, at) => [was, after[at] as Expression] as const);
  return [...new Map(all.map((pair) => [identity(pair[0]), pair])).values()];
}

const isDeclaredAlike = (was: Expression, is: Expression): Expression =>
  and(hasValue(is), binary(typeOf(was), "==", typeOf(is), is.span));

/** The API server knows seven types. */
const typeOf = (schema: Expression): Expression => ({ ...optionalSelect(schema, "type", schema.span), maxBytes: 7 });

/** bool, each: what lets the field in, so that the API server does not drop it. */
const waysIn = (path: SchemaPath, version: Expression): readonly Expression[] => [
  ...declarations(path, version).map(hasValue),
  ...openings(path, version),
];

/** The schemas that are the field's own: of a key of a map, that of all its values, or one for this key. */
function declarations(path: SchemaPath, version: Expression): readonly Expression[] {
  const last = path.at(-1);
  const owner = schemaAt(path.slice(0, -1), version);
  if (last === undefined) return [];
  const own = schemaBelow(owner, last);
  return last.to === "entry" && last.key !== undefined ? [own, propertyOf(owner, last.key)] : [own];
}

/** bool, each: a schema on the way to the field lets in what it does not know. */
function openings(path: SchemaPath, version: Expression): readonly Expression[] {
  return path.flatMap((_, length) => {
    const schema = schemaAt(path.slice(0, length), version);
    // The whole object has no entries.
    return [keepsUnknown(schema), ...(length === 0 ? [] : [hasEntries(schema)])];
  });
}

/** The same, without the entries that may not change at all (`changesValues`). */
function keptOpenings(path: SchemaPath, version: Expression): readonly Expression[] {
  return path.flatMap(({ to }, length) => {
    const schema = schemaAt(path.slice(0, length), version);
    return [keepsUnknown(schema), ...(length === 0 || to === "field" ? [] : [hasEntries(schema)])];
  });
}

const hasEntries = (schema: Expression): Expression => hasValue(optionalSelect(schema, "additionalProperties", schema.span));

function keepsUnknown(schema: Expression): Expression {
  const { span } = schema;
  const flag = optionalIndex(schema, literal("x-kubernetes-preserve-unknown-fields", span), span);
  return method(flag, "orValue", [literal(false, span)], span);
}

const hasValue = (optional: Expression): Expression => method(optional, "hasValue", [], optional.span);
