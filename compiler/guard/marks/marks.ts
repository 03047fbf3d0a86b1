import { type Expression, conditional, identifier, literal, local, method, optionalSelect, select } from "../../ir/expression.ts";
import { fieldPath, isWithinField } from "../../ir/expressions/field-path.ts";
import { anyGroup, anyObject, anyRequest } from "../../ir/guards.ts";
import { identity } from "../../ir/expressions/identity.ts";
import { once, onceHere } from "../../ir/once.ts";
import { children, mapChildren, some } from "../../ir/expressions/visit.ts";

/** Where a rule finds what protects an object: on itself, or on its Namespace. */
export type MarkRoot = "oldObject" | "namespaceObject";

/** Fields outside metadata that the policy calls marks: `[["spec", "deletionProtection"]]`. */
export type MarkFields = readonly (readonly string[])[];

const noFields: MarkFields = [];

/**
 * A label or annotation that a rule reads, or all of them where it reads more than single keys; the finalizers or
 * owners; or a field that is a mark.
 */
export interface Mark {
  readonly root: MarkRoot;
  readonly map: "labels" | "annotations" | "finalizers" | "ownerReferences" | "fields";
  /** The look-up (`oldObject.metadata.?labels[?'keep']`), or the whole map or list. */
  readonly read: Expression;
  /** The key, as the rule names it or works it out; undefined for the whole map or list. */
  readonly key: Expression | undefined;
}

/** The marks that `condition` reads of `root`, each once, in the order in which it reads them. */
export function marksIn(condition: Expression, root: MarkRoot, fields: MarkFields = noFields): readonly Mark[] {
  const found = new Map<string, Mark>();
  const seen = new Set<Expression>();
  const visit = (node: Expression): void => {
    if (seen.has(node)) return;
    seen.add(node);
    const mark = markAt(node, root) ?? (root === "oldObject" ? fieldMark(node, fields) : undefined);
    if (mark === undefined) return children(node).forEach(visit);
    if (!found.has(identity(mark.read))) found.set(identity(mark.read), mark);
    if (node.kind === "index") visit(node.index);
  };
  visit(condition);
  return [...found.values()];
}

export function markAt(node: Expression, root: MarkRoot): Mark | undefined {
  const map = markMap(node.kind === "index" ? node.operand : node, root);
  if (map === undefined) return undefined;
  // The key of one round of an iteration is any key, and a place in a list is that of any element.
  if (node.kind === "index" && !isListMark(map) && !some(node.index, isOfIteration))
    return { root, map, read: node, key: node.index };
  return { root, map, read: node.kind === "index" ? node.operand : node, key: undefined };
}

export const isListMark = (map: Mark["map"]): boolean => map === "finalizers" || map === "ownerReferences";

/** Undefined for a key that is known only when the rule runs, and for whole maps. */
export function literalKey(key: Expression | undefined): string | undefined {
  if (key?.kind === "local") return literalKey(key.definition);
  return key?.kind === "literal" && typeof key.value === "string" ? key.value : undefined;
}

const roots: ReadonlySet<string> = new Set([
  "object",
  "oldObject",
  "namespaceObject",
  "request",
  "authorizer",
  "params",
  anyObject,
  anyRequest,
  anyGroup,
]);

/** The variable of a comprehension, or what a type is called, which no key depends on. */
function isOfIteration(node: Expression): boolean {
  return node.kind === "identifier" && !roots.has(node.name);
}

/** A read that may find nothing; tests of its type are about the same field. */
function fieldMark(node: Expression, fields: MarkFields): Mark | undefined {
  const field = markedPath(node, fields);
  if (field === undefined || node.kind !== "select" || !node.optional) return undefined;
  return { root: "oldObject", map: "fields", read: node, key: literal(field.join("."), node.span) };
}

function markedPath(node: Expression, fields: MarkFields): readonly string[] | undefined {
  if (fields.length === 0 || node.kind !== "select") return undefined;
  const path = fieldPath(node);
  return path !== undefined && fields.some((field) => isWithinField(path, field)) ? path : undefined;
}

const mapsOfMetadata: ReadonlySet<string> = new Set(["labels", "annotations", "finalizers", "ownerReferences"]);

/** `oldObject.metadata.?labels`, under whatever names its parts go. */
function markMap(node: Expression, root: MarkRoot): Exclude<Mark["map"], "fields"> | undefined {
  const map = unnamed(node);
  if (map.kind !== "select" || !mapsOfMetadata.has(map.field)) return undefined;
  const metadata = unnamed(map.operand);
  if (metadata.kind !== "select" || metadata.field !== "metadata") return undefined;
  const owner = unnamed(metadata.operand);
  return owner.kind === "identifier" && owner.name === root ? (map.field as Exclude<Mark["map"], "fields">) : undefined;
}

function unnamed(node: Expression): Expression {
  return node.kind === "local" ? unnamed(node.definition) : node;
}

/** `condition` with the marks of `object` in the place of those of `oldObject`; all else stays. */
export function withNewMarks(condition: Expression, fields: MarkFields = noFields): Expression {
  const known = replacers.get(fields) ?? replacer(fields);
  replacers.set(fields, known);
  return known(condition);
}

type Replace = (node: Expression) => Expression;

const replacers = new WeakMap<MarkFields, Replace>();

function replacer(fields: MarkFields): Replace {
  const replace: Replace = onceHere((node) => {
    const map = markMap(node, "oldObject");
    if (map !== undefined && isListMark(map)) return unlessTerminating(node);
    if (map !== undefined || markedPath(node, fields) !== undefined) return ofObject(node);
    const inside = mapChildren(node, replace);
    if (identity(inside) === identity(node)) return node;
    return inside.kind === "local" ? { ...inside, name: `${inside.name}After` } : inside;
  });
  return replace;
}

/**
 * Controllers take their finalizers off what is being deleted, and the garbage collector its owners: there both count
 * as stored.
 */
function unlessTerminating(node: Expression): Expression {
  const { span } = node;
  const deletion = optionalSelect(select(identifier("oldObject", span), "metadata", span), "deletionTimestamp", span);
  const counted = conditional(method(deletion, "hasValue", [], span), [node, ofObject(node)], span);
  const { field } = unnamed(node) as Extract<Expression, { readonly kind: "select" }>;
  return local(`counted${field.charAt(0).toUpperCase()}${field.slice(1)}`, counted, "author");
}

const ofObject: (node: Expression) => Expression = once((node) => {
  if (node.kind === "identifier") return node.name === "oldObject" ? identifier("object", node.span) : node;
  if (node.kind !== "local") return mapChildren(node, ofObject);
  // A record that was tested is worth its name; a plain path is not.
  const { definition } = node;
  return definition.kind === "conditional"
    ? { ...node, name: `${node.name}After`, definition: ofObject(definition) }
    : ofObject(definition);
});
