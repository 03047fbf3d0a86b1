import type { Node } from "ts-morph";
import type { ErrorCode } from "../../diagnostics/catalogue.ts";
import type { Parameters } from "../../diagnostics/diagnostic.ts";
import { placeIn } from "../guards/place-in.ts";
import type { Scope } from "../scope.ts";
import { type Value, knownObject } from "../value.ts";

/** A part of the declaration of a fallback, and where it is written. */
export interface FallbackPart {
  readonly value: Plain;
  readonly path: readonly (string | number)[];
  readonly node: Node;
  readonly scope: Scope;
}

/** `usages.of` */
export const keyOfPart = ({ path }: FallbackPart): string => path.filter((step) => typeof step === "string").join(".");

export function partOf(part: FallbackPart, step: string | number): FallbackPart {
  return { ...part, path: [...part.path, step], value: isRecord(part.value) ? part.value[String(step)] : undefined };
}

/** Each of a list; none where there is no list. */
export function listedParts(part: FallbackPart): readonly FallbackPart[] {
  const { value, path } = part;
  return isPlainList(value) ? value.map((one, at) => ({ ...part, path: [...path, at], value: one })) : [];
}

export function writtenText({ value }: FallbackPart): string | undefined {
  return typeof value === "string" ? value : undefined;
}

export function isRecord(value: Plain): value is Readonly<Record<string, Plain>> {
  return typeof value === "object" && !isPlainList(value);
}

export function isPlainList(value: Plain): value is readonly Plain[] {
  return Array.isArray(value);
}

export function rejectPart<C extends ErrorCode>(code: C, part: FallbackPart, parameters: Parameters<C>): void {
  part.scope.reject(code, placeIn(part.node, ...part.path), parameters);
}

export function rejectValue(part: FallbackPart, problem: string): void {
  rejectPart("fallback-value", part, { key: keyOfPart(part), problem });
}

/** What a constant of the author's holds, as data. */
type Plain = string | number | boolean | undefined | readonly Plain[] | { readonly [key: string]: Plain };

/** Undefined where the compiler does not know all of it. */
export function plainValue(value: Value): { readonly plain: Plain } | undefined {
  if (value.kind === "static") return value.value === null ? undefined : { plain: value.value };
  if (value.kind === "list") {
    const elements = value.elements.map(plainValue);
    return elements.every((element) => element !== undefined) ? { plain: elements.map(({ plain }) => plain) } : undefined;
  }
  const object = knownObject(value);
  if (object === undefined || object.sometimes !== undefined) return undefined;
  const entries = [...object.properties].map(([key, entry]) => [key, plainValue(entry)] as const);
  if (entries.some(([, entry]) => entry === undefined)) return undefined;
  return { plain: Object.fromEntries(entries.map(([key, entry]) => [key, entry?.plain])) };
}
