import { operandTypes, resultType, resultText } from "../../cel/emitted.ts";
import { maxObjectBytes } from "../../language/limits.ts";
import type { Binary, Call, Comprehension, Conditional, Expression, Index, Select } from "../../ir/expression.ts";
import { shownBytes } from "../../ir/expressions/shown-text.ts";
import { once, onceHere } from "../../ir/once.ts";
import { onceFor } from "../../ir/once-for.ts";
import { children, mentions } from "../../ir/expressions/visit.ts";
import { identity } from "../../ir/expressions/identity.ts";
import { type Iterated, type SizeContext, alone, having, mattering } from "./size-context.ts";
import { noSizes, sizesUnless, sizesWhere, testedEntries } from "./tested-size.ts";

/** All annotations of an object together (apimachinery: api/validation/objectmeta.go, TotalAnnotationSizeLimitB). */
const annotationBytes = 262_144;
/** A user name, a group: what fits into the headers of a request. */
const requestBytes = 65_536;
const nameBytes = 253;
const labelBytes = 63;
/** A prefix of 253, a slash and a name of 63. */
const keyBytes = 317;

/** Most bytes of text that the value of `node` can have. */
export function maxBytes(node: Expression, around: SizeContext): number {
  return measured(mattering(node, around)).max(node);
}

function maxStored(node: Expression, around: SizeContext): number {
  const most = (parts: readonly Expression[]): number => Math.max(0, ...parts.map((part) => maxBytes(part, around)));
  switch (node.kind) {
    case "literal":
      return Buffer.byteLength(String(node.value));
    case "identifier":
      return around.iterated.get(node.name)?.most ?? rootBytes(node.name);
    case "variable":
      return most(around.variables.filter(({ name }) => name === node.name).map(({ expression }) => expression));
    case "select":
    case "index":
      return node.maxBytes ?? fieldBytes(node, around);
    case "conditional":
      return shownBytes(node) ?? branchBytes(node, around);
    case "binary":
      return node.operator === "+" ? joinedBytes(node, around) : 0;
    case "call":
      return resultSize(node, (part) => maxBytes(part, around));
    case "comprehension":
      return listBytes(node, { around, sizeOf: maxBytes });
    default:
      return most(children(node));
  }
}

interface Measuring {
  readonly around: SizeContext;
  readonly sizeOf: (node: Expression, around: SizeContext) => number;
}

/** Of all elements together of what a comprehension gives, unless that is a bool. */
function listBytes(node: Comprehension, { around, sizeOf }: Measuring): number {
  if (node.method === "filter") return sizeOf(node.range, around);
  if (node.method !== "map") return 0;
  const entries = Math.min(node.entries, testedEntries(node.range, around.tested));
  const items = { ...iteratedItems(node.range, entries, around), together: sizeOf(node.range, around) };
  return entries * meanBytes(node.body, { ...around, iterated: new Map([...around.iterated, [node.variable, items]]) });
}

/** Two lists that stand apart in one object have no more text together than the object. */
function joinedBytes(node: Binary, around: SizeContext): number {
  const sum = maxBytes(node.left, around) + maxBytes(node.right, around);
  const paths = measured(around)
    .lists(node)
    ?.map((path) => `${path.join(".")}.`);
  const areApart = paths?.every((path, at) => paths.every((other, place) => at === place || !path.startsWith(other)));
  return areApart === true ? Math.min(sum, maxObjectBytes) : sum;
}

/** The fields of the object whose lists are joined; undefined where they come from anywhere else. */
function storedLists(node: Expression, around: SizeContext): readonly (readonly string[])[] | undefined {
  const all = (...parts: readonly Expression[]): readonly (readonly string[])[] | undefined => {
    const found = parts.map((part) => measured(around).lists(part));
    const known = found.filter((paths) => paths !== undefined);
    return known.length < found.length ? undefined : known.flat();
  };
  switch (node.kind) {
    case "list":
      return node.elements.length === 0 ? [] : undefined;
    case "binary":
      return node.operator === "+" ? all(node.left, node.right) : undefined;
    case "variable":
      return all(...around.variables.filter(({ name }) => name === node.name).map(({ expression }) => expression));
    case "call":
      return node.function === "orValue" && node.receiver !== undefined ? all(node.receiver) : undefined;
    case "select":
      return ["object", "oldObject"].includes(rootOf(node) ?? "") ? [[rootOf(node) ?? "", ...pathOf(node)]] : undefined;
    default:
      return undefined;
  }
}

/** `size(x) <= 63 ? x : ''` is short. */
function branchBytes({ condition, whenTrue, whenFalse }: Conditional, around: SizeContext): number {
  const held = maxBytes(whenTrue, having(sizesWhere(condition, around), around));
  return Math.max(held, maxBytes(whenFalse, having(sizesUnless(condition, around), around)));
}

/** Cost goes by characters; bytes are as many or more, and stand for them where the length is not known. */
function testedSize(node: Expression, { tested }: SizeContext): number | undefined {
  return tested.size === 0 ? undefined : tested.get(identity(node));
}

/**
 * The same on average over the iterations around: the entries of a list share its bytes. What costs goes by the bytes, so
 * that the average is as good as each of them.
 */
export function meanBytes(node: Expression, around: SizeContext): number {
  return measured(mattering(node, around)).mean(node);
}

interface Measured {
  readonly lists: (node: Expression) => readonly (readonly string[])[] | undefined;
  readonly max: (node: Expression) => number;
  readonly mean: (node: Expression) => number;
}

/** Each node once in each context: what is above asks for the sizes of all that is below. */
function measured(around: SizeContext): Measured {
  return around === alone ? measuredAlone : measuredAmong(around);
}

const measuredAlone = measuring(alone, once);

const measuredAmong = onceFor((around: SizeContext) => measuring(around, onceHere));

function measuring(around: SizeContext, each: typeof once): Measured {
  return {
    lists: each((node) => storedLists(node, around)),
    max: each((node) => testedSize(node, around) ?? maxStored(node, around)),
    mean: each((node) => {
      const tested = testedSize(node, around);
      if (tested !== undefined) return Math.min(tested, meanBytes(node, having(noSizes, around)));
      return Math.min(maxBytes(node, around), meanStored(node, around));
    }),
  };
}

function meanStored(node: Expression, around: SizeContext): number {
  const mean = (part: Expression): number => meanBytes(part, around);
  const most = (parts: readonly Expression[]): number => Math.max(0, ...parts.map(mean));
  switch (node.kind) {
    case "literal":
      return maxBytes(node, around);
    case "identifier":
      return meanItem(node.name, around);
    case "variable":
      return most(around.variables.filter(({ name }) => name === node.name).map(({ expression }) => expression));
    case "select":
      return mean(node.operand);
    case "index":
      return mean(node.operand) / Math.max(entriesLookedUp(node, around), placesLookedUp(node, around));
    case "binary":
      return node.operator === "+" ? mean(node.left) + mean(node.right) : 0;
    case "call":
      return resultSize(node, (part) => (isPutIn(part, node) ? maxBytes(part, around) : mean(part)));
    case "comprehension":
      return listBytes(node, { around, sizeOf: meanBytes });
    default:
      return most(children(node));
  }
}

/** What takes the place of a part may be long where the text is, too. */
function isPutIn(part: Expression, call: Call): boolean {
  return resultText(call) === "replaced" && part !== children(call)[0];
}

function meanItem(name: string, { iterated }: SizeContext): number {
  const item = iterated.get(name);
  return item === undefined ? rootBytes(name) : item.together / Math.max(1, item.entries);
}

/** Every entry of a map is looked up once where the keys are its own. Other keys may all be that of the longest text. */
function entriesLookedUp({ operand, index: key }: Index, around: SizeContext): number {
  const item = key.kind === "identifier" ? around.iterated.get(key.name) : undefined;
  if (item === undefined) return 1;
  const [range, map] = [storedPath(item.range, around), storedPath(operand, around)];
  return range !== undefined && range === map ? Math.max(1, item.entries) : 1;
}

/** `[0, 1, 2].map(i, list[i])`: another element each time. */
function placesLookedUp(node: Index, { iterated }: SizeContext): number {
  const places = [...iterated].flatMap(([name, { range, entries }]) => (isOfNumbers(range) ? [[name, entries] as const] : []));
  const found = places.find(([name]) => mentions(node, [name]));
  return Math.max(1, found?.[1] ?? 1);
}

function isOfNumbers(range: Expression): boolean {
  if (range.kind === "comprehension") return range.method === "filter" && isOfNumbers(range.range);
  return range.kind === "list" && range.elements.every((one) => one.kind === "literal" && typeof one.value === "number");
}

/** Where a list or map is stored, `oldObject.spec.data`, also if only a part of it is taken; undefined for others. */
function storedPath(node: Expression, around: SizeContext): string | undefined {
  const inside = (part: Expression | undefined): string | undefined =>
    part === undefined ? undefined : storedPath(part, around);
  switch (node.kind) {
    case "identifier":
      return node.name;
    case "select": {
      const owner = inside(node.operand);
      return owner === undefined ? undefined : `${owner}.${node.field}`;
    }
    case "variable":
      return inside(around.variables.find(({ name }) => name === node.name)?.expression);
    case "call":
      return node.function === "orValue" ? inside(node.receiver) : undefined;
    case "conditional":
      return isEmpty(node.whenFalse) ? inside(node.whenTrue) : undefined;
    case "comprehension":
      return node.method === "filter" ? inside(node.range) : undefined;
    default:
      return undefined;
  }
}

function isEmpty(node: Expression): boolean {
  return (node.kind === "list" && node.elements.length === 0) || (node.kind === "map" && node.entries.length === 0);
}

/** What the variable of an iteration over `range` holds. Keys of labels and annotations are qualified names, and so are finalizers. */
export function iteratedItems(range: Expression, entries: number, around: SizeContext): Iterated {
  const [most, together] = [maxBytes(range, around), meanBytes(range, around)];
  if (!isMarks(range, around)) return { range, entries, most, together };
  return { range, entries, most: keyBytes, together: Math.min(together, entries * keyBytes) };
}

function isMarks(range: Expression, around: SizeContext): boolean {
  if (range.kind === "variable")
    return around.variables.some(({ name, expression }) => name === range.name && isMarks(expression, around));
  if (range.kind === "comprehension") return range.method === "filter" && isMarks(range.range, around);
  if (range.kind === "conditional") return isMarks(range.whenTrue, around);
  const [owner, last] = pathOf(range).slice(-2);
  return last === "labels" || last === "annotations" || (last === "finalizers" && owner === "metadata");
}

function rootBytes(name: string): number {
  if (name === "object" || name === "oldObject") return maxObjectBytes;
  return name === "namespaceObject" ? annotationBytes : requestBytes;
}

function fieldBytes(node: Select | Index, around: SizeContext): number {
  const path = pathOf(node);
  if (path.includes("annotations")) return annotationBytes;
  if (path.includes("labels")) return node.kind === "index" ? labelBytes : maxObjectBytes;
  if (rootOf(node) === "request") return path[0] === "userInfo" ? requestBytes : nameBytes;
  if (path[0] === "kind") return labelBytes;
  const isName = path[0] === "apiVersion" || (path[0] === "metadata" && path.length === 2 && path[1] !== "finalizers");
  return isName ? nameBytes : maxBytes(node.operand, around);
}

function rootOf(node: Expression): string | undefined {
  if (node.kind === "identifier") return node.name;
  return node.kind === "select" || node.kind === "index" ? rootOf(node.operand) : undefined;
}

/** `["metadata", "annotations"]`, from the object down, keys left out. */
const pathOf: (node: Expression) => readonly string[] = once((node) => {
  if (node.kind === "select") return [...pathOf(node.operand), node.field];
  if (node.kind === "index") return pathOf(node.operand);
  return node.kind === "call" && node.receiver !== undefined ? pathOf(node.receiver) : [];
});

/** Whether the value is certainly a list, of which cel-go charges other costs than of text. */
export function yieldsList(node: Expression, around: SizeContext): boolean {
  const either = (...parts: readonly Expression[]): boolean => parts.some((part) => yieldsList(part, around));
  switch (node.kind) {
    case "list":
      return true;
    case "comprehension":
      return node.method === "filter" || node.method === "map";
    case "conditional":
      return either(node.whenTrue, node.whenFalse);
    case "binary":
      return node.operator === "+" && either(node.left, node.right);
    case "call":
      return givesList(node, either);
    case "variable":
      return either(...around.variables.filter(({ name }) => name === node.name).map(({ expression }) => expression));
    default:
      return false;
  }
}

/** By its signature; `optional(V).(V): V` gives a list where an operand that is a V is one. */
function givesList(call: Call, isAnyList: (...parts: readonly Expression[]) => boolean): boolean {
  const result = resultType(call);
  if (result?.kind !== "parameter") return result?.kind === "list";
  const types = operandTypes(call);
  return isAnyList(
    ...children(call).filter((_, at) => types[at]?.kind === "parameter" && types[at].typeName === result.typeName),
  );
}

/** As CEL writes it: -1.7976931348623157e+308. */
const numberBytes = 24;

/** Most bytes of text that a call gives, by those of its operands. */
export function resultSize(call: Call, sizeOf: (part: Expression) => number): number {
  const operands = children(call);
  const [target] = operands;
  const text = resultText(call);
  if (text === "none" || target === undefined) return 0;
  if (text === "number") return numberBytes;
  if (text === "target") return sizeOf(target);
  return text === "replaced" ? replacedSize(call, sizeOf(target), sizeOf) : Math.max(...operands.map(sizeOf));
}

/** Of a text of `whole` bytes after `x.replace(part, by)`, or with a third argument after the first of them. */
function replacedSize({ arguments: args }: Call, whole: number, sizeOf: (part: Expression) => number): number {
  const [part, by] = args.map(sizeOf);
  if (part === undefined || by === undefined || by <= part) return whole;
  if (args.length > 2) return whole + by;
  // The empty text stands before each character and at the end.
  return part === 0 ? whole + (whole + 1) * by : Math.ceil((whole / part) * by) + part;
}
