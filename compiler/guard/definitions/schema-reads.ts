import { type Expression, literal, optionalIndex, optionalSelect, variablesOf } from "../../ir/expression.ts";
import { once } from "../../ir/once.ts";
import { children } from "../../ir/expressions/visit.ts";

/** From a value down: to a field, to the elements of a list, or to what a map holds under a key, or under any. */
export type SchemaStep =
  | { readonly to: "field"; readonly name: string }
  | { readonly to: "elements" }
  | { readonly to: "entry"; readonly key: string | undefined };

/** From the object down. */
export type SchemaPath = readonly SchemaStep[];

/** `spec.items[].name`, `spec.flags["keep"]` */
export function describePath(path: SchemaPath): string {
  return path.map(describeStep).join("").slice(1);
}

function describeStep(step: SchemaStep): string {
  if (step.to === "field") return `.${step.name}`;
  return step.to === "elements" || step.key === undefined ? "[]" : `["${step.key}"]`;
}

/** Fields that every definition has, whatever its schema says. */
const ofEveryKind: ReadonlySet<string> = new Set(["metadata", "kind", "apiVersion"]);

/**
 * What of a stored object `condition` reads that the schema of its definition lets in: each once, in the order in which
 * it is read.
 */
export function schemaReads(condition: Expression): readonly SchemaPath[] {
  const found = new Map<string, SchemaPath>();
  const seen = new Seen();
  const visit = (node: Expression, around: Elements): void => {
    const elements = elementsOf(node, around);
    if (!seen.add(node, elements)) return;
    const path = pathOf(node, elements);
    const [first] = path ?? [];
    const isOfEveryKind = first === undefined || (first.to === "field" && ofEveryKind.has(first.name));
    if (path !== undefined && !isOfEveryKind) found.set(JSON.stringify(path), path);
    for (const part of path === undefined ? children(node) : besidePath(node)) visit(part, elementsIn(node, part, elements));
  };
  visit(condition, new Map());
  const paths = [...found.values()];
  return paths.filter((path) => !paths.some((other) => extend(path, other)));
}

function extend(path: SchemaPath, longer: SchemaPath): boolean {
  return longer.length > path.length && path.every((step, at) => JSON.stringify(longer[at]) === JSON.stringify(step));
}

/** Where the elements come from that variables of comprehensions stand for. */
type Elements = ReadonlyMap<string, SchemaPath>;

/** Those that `node` names: what is shared reads the same wherever it names none, and stands in many iterations. */
function elementsOf(node: Expression, elements: Elements): Elements {
  const names = elements.size === 0 ? noNames : namesIn(node);
  return [...elements.keys()].every((name) => names.has(name))
    ? elements
    : new Map([...elements].filter(([name]) => names.has(name)));
}

const noNames: ReadonlySet<string> = new Set();

const namesIn: (node: Expression) => ReadonlySet<string> = once((node) =>
  node.kind === "identifier" ? new Set([node.name]) : new Set(children(node).flatMap((part) => [...namesIn(part)])),
);

/** Parts that are shared are looked at once for the same elements. */
class Seen {
  readonly #known = new Map<Expression, Set<string>>();

  /** False where it was there. */
  add(node: Expression, elements: Elements): boolean {
    const known = this.#known.get(node) ?? new Set();
    this.#known.set(node, known);
    const key = JSON.stringify([...elements]);
    return !known.has(key) && known.add(key) === known;
  }
}

function elementsIn(node: Expression, part: Expression, elements: Elements): Elements {
  if (node.kind !== "comprehension" || part !== node.body) return elements;
  const range = pathOf(node.range, elements);
  const inside = new Map(elements);
  // An inner variable may have the name of an outer one.
  for (const name of variablesOf(node)) inside.delete(name);
  return range === undefined ? inside : inside.set(node.variable, [...range, { to: "elements" }]);
}

function pathOf(node: Expression, elements: Elements): SchemaPath | undefined {
  switch (node.kind) {
    case "identifier":
      return node.name === "oldObject" ? [] : elements.get(node.name);
    case "local":
      return pathOf(node.definition, elements);
    case "sequence":
      return pathOf(node.then, elements);
    case "conditional":
      // What a type test lets through, or nothing.
      return node.whenFalse.kind === "map" || node.whenFalse.kind === "list" ? pathOf(node.whenTrue, elements) : undefined;
    case "call":
      return node.function === "orValue" && node.receiver !== undefined ? pathOf(node.receiver, elements) : undefined;
    case "comprehension":
      return node.method === "filter" ? pathOf(node.range, elements) : undefined;
    case "select":
      return below(pathOf(node.operand, elements), { to: "field", name: node.field });
    case "index":
      return below(pathOf(node.operand, elements), stepOf(node.index));
    default:
      return undefined;
  }
}

const below = (path: SchemaPath | undefined, step: SchemaStep): SchemaPath | undefined =>
  path === undefined ? undefined : [...path, step];

function stepOf(index: Expression): SchemaStep {
  if (index.kind === "local") return stepOf(index.definition);
  if (index.kind === "literal" && typeof index.value === "number") return { to: "elements" };
  return { to: "entry", key: index.kind === "literal" && typeof index.value === "string" ? index.value : undefined };
}

/** The parts of a read that are no part of its path: conditions, keys that are worked out, the defaults. */
function besidePath(node: Expression): readonly Expression[] {
  switch (node.kind) {
    case "local":
      return [node.definition];
    case "sequence":
      return [node.first, node.then];
    case "conditional":
      return [node.condition, node.whenTrue];
    case "call":
      return [...(node.receiver === undefined ? [] : [node.receiver]), ...node.arguments];
    case "comprehension":
      return [node.range, node.body];
    case "select":
      return [node.operand];
    case "index":
      return [node.operand, node.index];
    default:
      return [];
  }
}

/** Of a version of a definition, the schema of what is at the path: an optional. */
export function schemaAt(path: SchemaPath, version: Expression): Expression {
  const { span } = version;
  return path.reduce<Expression>(schemaBelow, optionalSelect(optionalSelect(version, "schema", span), "openAPIV3Schema", span));
}

export function schemaBelow(schema: Expression, step: SchemaStep): Expression {
  if (step.to === "field") return propertyOf(schema, step.name);
  return optionalSelect(schema, step.to === "elements" ? "items" : "additionalProperties", schema.span);
}

export const propertyOf = (schema: Expression, name: string): Expression =>
  optionalIndex(optionalSelect(schema, "properties", schema.span), literal(name, schema.span), schema.span);
