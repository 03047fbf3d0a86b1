import { type Expression, type ForStatement, SyntaxKind } from "ts-morph";
import { coalesce } from "../expressions/coalesce.ts";
import { asListOfAny } from "../shapes/inferred.ts";
import type { Scope } from "../scope.ts";
import { type Value, listValue, rejected, staticValue } from "../value.ts";
import type { Completion } from "./completion.ts";
import { type IndexLoop, indexLoopOf, isElementOf } from "./index-loop.ts";
import { overList, unrolled } from "./loops.ts";
import { noteLoop } from "./loops-by-position.ts";

/** More of them read badly. */
const mostWritten = 100;

/**
 * `for (let i = 0; i < list.length; i++)` goes through a list, of which `list[i]` is the element. Over what the compiler
 * knows the body is written out for each position.
 */
export function lowerFor(node: ForStatement, scope: Scope): Completion | undefined {
  const loop = indexLoopOf(node);
  if (loop === undefined) return undefined;
  if (loop.list !== undefined) return goThrough({ ...loop, list: loop.list }, scope);
  const end = scope.lower(loop.end);
  if (end.kind === "rejected") return failed();
  if (end.kind !== "static" || typeof end.value !== "number" || end.value > mostWritten) return undefined;
  return writtenOut(Math.ceil(end.value), loop, scope);
}

const failed = (): Completion => ({ kind: "return", value: rejected, store: new Map() });

function goThrough(loop: IndexLoop & { readonly list: Expression }, scope: Scope): Completion | undefined {
  const { node, list: receiver } = loop;
  const lowered = asListOfAny(scope.lower(receiver), receiver, scope);
  // `i < list?.length` is false where there is no list.
  const value = loop.isOptional ? coalesce(lowered, listValue([]), { node: receiver, scope }) : lowered;
  if (value.kind === "rejected") return failed();
  if (value.kind === "list") return writtenOut(value.elements.length, loop, scope);
  noteLoop(value, scope);
  const isList = value.kind === "entries" || (value.kind === "dynamic" && value.shape.kind === "list");
  if (!isList || !readsElementsAlone(loop, scope)) return isList ? failed() : undefined;
  const body = (element: Value, around: Scope): Completion => {
    const inside = around.nest();
    inside.bind(node, element);
    return { kind: "after", values: [element], then: inside.lowerBlock(node.getStatement()) };
  };
  return overList(value, { node, scope, receiver, name: undefined, body });
}

function writtenOut(length: number, { node, position }: IndexLoop, scope: Scope): Completion {
  const positions = Array.from({ length: Math.max(0, length) }, (_, at) => staticValue(at));
  const body = (at: Value): Completion => {
    const inside = scope.nest();
    inside.bind(position, at);
    return inside.lowerBlock(node.getStatement());
  };
  return unrolled(positions, body, { node, scope });
}

/** Where an element stands only the list knows. */
function readsElementsAlone(loop: IndexLoop, scope: Scope): boolean {
  const symbol = loop.position.getSymbol();
  const names = loop.node.getStatement().getDescendantsOfKind(SyntaxKind.Identifier);
  const others = names.filter((one) => one.getSymbol() === symbol && !isElementOf(one.getParentOrThrow(), loop));
  for (const one of others) scope.reject("position-in-loop", one, { text: one.getText() });
  return others.length === 0;
}
