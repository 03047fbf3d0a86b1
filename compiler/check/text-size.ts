import type { NamedExpression } from "../ir/admission-policy.ts";
import type { Expression, Index, Select } from "../ir/expression.ts";
import { some } from "../ir/visit.ts";

/** Most bytes that an object can have: etcd's default request size. */
const objectBytes = 1_572_864;
/** All annotations of an object together (apimachinery: api/validation/objectmeta.go, TotalAnnotationSizeLimitB). */
const annotationBytes = 262_144;
/** A user name, a group: what fits into the headers of a request. */
const requestBytes = 65_536;
const nameBytes = 253;
const labelBytes = 63;

/** The variable of a comprehension: how many values it takes, and how many bytes all of them have together. */
export interface Walked {
  readonly entries: number;
  readonly bytes: number;
}

/** What is known around an expression while its size is estimated. */
export interface Surroundings {
  readonly variables: readonly NamedExpression[];
  readonly walked: ReadonlyMap<string, Walked>;
}

/** Most bytes of text that the value of `node` can have. */
export function mostBytes(node: Expression, around: Surroundings): number {
  const most = (parts: readonly Expression[]): number => Math.max(0, ...parts.map((part) => mostBytes(part, around)));
  switch (node.kind) {
    case "literal":
      return Buffer.byteLength(String(node.value));
    case "identifier":
      return around.walked.get(node.name)?.bytes ?? rootBytes(node.name);
    case "variable":
      return most(around.variables.filter(({ name }) => name === node.name).map(({ expression }) => expression));
    case "select":
    case "index":
      return fieldBytes(node, around);
    case "conditional":
      return most([node.whenTrue, node.whenFalse]);
    case "binary":
      return node.operator === "+" ? mostBytes(node.left, around) + mostBytes(node.right, around) : 0;
    case "call":
      return ["size", "double", "hasValue", "type"].includes(node.function) ? 0 : most([...(node.receiver === undefined ? [] : [node.receiver]), ...node.arguments]);
    case "list":
      return most(node.elements);
    case "map":
      return most(node.entries.flat());
    case "comprehension":
      return most(node.method === "map" ? [node.range, node.body] : [node.range]);
    default:
      return 0;
  }
}

/** The same on average over the entries of a walk: they share the bytes of what is walked. */
export function meanBytes(node: Expression, around: Surroundings): number {
  const most = mostBytes(node, around);
  const entries = [...around.walked].flatMap(([name, walked]) => (mentions(node, name) ? [walked.entries] : []));
  return most / Math.max(1, ...entries);
}

function mentions(node: Expression, name: string): boolean {
  return some(node, (part) => part.kind === "identifier" && part.name === name);
}

function rootBytes(name: string): number {
  if (name === "object" || name === "oldObject") return objectBytes;
  return name === "namespaceObject" ? annotationBytes : requestBytes;
}

function fieldBytes(node: Select | Index, around: Surroundings): number {
  const path = pathOf(node);
  if (path.includes("annotations")) return annotationBytes;
  if (path.includes("labels")) return node.kind === "index" ? labelBytes : objectBytes;
  const isName = path[0] === "kind" || path[0] === "apiVersion" || (path[0] === "metadata" && path.length === 2 && path[1] !== "finalizers");
  return isName ? nameBytes : mostBytes(node.operand, around);
}

/** `["metadata", "annotations"]`, from the object down, keys left out. */
function pathOf(node: Expression): readonly string[] {
  if (node.kind === "select") return [...pathOf(node.operand), node.field];
  if (node.kind === "index") return pathOf(node.operand);
  return node.kind === "call" && node.receiver !== undefined ? pathOf(node.receiver) : [];
}
