import { type Expression, identifier } from "../ir/expression.ts";
import { anyGroup, anyObject, anyRequest } from "../ir/guards.ts";
import { identity } from "../ir/identity.ts";
import { children, mapChildren, once, some } from "../ir/visit.ts";

/** Where a rule finds what protects an object: on itself, or on its Namespace. */
export type MarkRoot = "oldObject" | "namespaceObject";

/** A label or annotation that a rule reads, or all of them where it reads more than single keys. */
export interface Mark {
  readonly root: MarkRoot;
  readonly map: "labels" | "annotations";
  /** The look-up (`oldObject.metadata.?labels[?'keep']`), or the whole map. */
  readonly read: Expression;
  /** The key, as the rule names it or works it out; undefined for the whole map. */
  readonly key: Expression | undefined;
}

/** The marks that `condition` reads of `root`, each once, in the order in which it reads them. */
export function marksIn(condition: Expression, root: MarkRoot): readonly Mark[] {
  const found = new Map<string, Mark>();
  const seen = new Set<Expression>();
  const visit = (node: Expression): void => {
    if (seen.has(node)) return;
    seen.add(node);
    const mark = markAt(node, root);
    if (mark === undefined) return children(node).forEach(visit);
    if (!found.has(identity(mark.read))) found.set(identity(mark.read), mark);
    if (node.kind === "index") visit(node.index);
  };
  visit(condition);
  return [...found.values()];
}

function markAt(node: Expression, root: MarkRoot): Mark | undefined {
  const map = markMap(node.kind === "index" ? node.operand : node, root);
  if (map === undefined) return undefined;
  // The key of one round of a walk is any key.
  if (node.kind === "index" && !some(node.index, isOfWalk)) return { root, map, read: node, key: node.index };
  return { root, map, read: node.kind === "index" ? node.operand : node, key: undefined };
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
function isOfWalk(node: Expression): boolean {
  return node.kind === "identifier" && !roots.has(node.name);
}

/** `oldObject.metadata.?labels`, under whatever names its parts go. */
function markMap(node: Expression, root: MarkRoot): Mark["map"] | undefined {
  const map = unnamed(node);
  if (map.kind !== "select" || (map.field !== "labels" && map.field !== "annotations")) return undefined;
  const metadata = unnamed(map.operand);
  if (metadata.kind !== "select" || metadata.field !== "metadata") return undefined;
  const owner = unnamed(metadata.operand);
  return owner.kind === "identifier" && owner.name === root ? map.field : undefined;
}

function unnamed(node: Expression): Expression {
  return node.kind === "local" ? unnamed(node.definition) : node;
}

/** `condition` with the labels and annotations of `object` in the place of those of `oldObject`; all else stays. */
export const withNewMarks: (condition: Expression) => Expression = once((node) => {
  if (markMap(node, "oldObject") !== undefined) return ofObject(node);
  const inside = mapChildren(node, withNewMarks);
  if (identity(inside) === identity(node)) return node;
  return inside.kind === "local" ? { ...inside, name: `${inside.name}After` } : inside;
});

function ofObject(node: Expression): Expression {
  if (node.kind === "identifier") return identifier("object", node.span);
  return node.kind === "local" ? ofObject(node.definition) : mapChildren(node, ofObject);
}
