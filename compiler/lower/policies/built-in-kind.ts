import type { Type } from "ts-morph";
import { isPattern, splitResource, type MatchEntry } from "../../api/coverage.ts";
import type { FieldShape, RecordShape, Shape } from "../../api/shape.ts";
import { objectShape } from "../../ir/well-known-shapes.ts";
import { type BuiltInKind, builtInKinds } from "../../language/served/built-in-kinds.ts";
import { belongsTo } from "../../source/own-modules.ts";
import { placeIn } from "../guards/place-in.ts";
import type { Scope } from "../scope.ts";
import type { PolicyValue } from "../value.ts";

/** The kind of `holdfast/kinds` that `type` is; a type made from one is the author's own. */
export function builtInKindOf(type: Type): BuiltInKind | undefined {
  const symbol = type.getSymbol();
  const isOurs =
    symbol?.getDeclarations().some((declaration) => belongsTo("holdfast/kinds", declaration.getSourceFile())) === true;
  return isOurs ? builtInKinds.find(({ type: name }) => name === symbol.getName()) : undefined;
}

/** Reports every entry that names another resource, or another version of it, than the type of the policy describes. */
export function checkBuiltInKind({ builtInKind, node }: PolicyValue, match: readonly MatchEntry[], scope: Scope): void {
  if (builtInKind === undefined) return;
  for (const [at, entry] of match.entries()) {
    if (isPattern(entry.group) || splitResource(entry.resource).resource === "*" || isAbout(entry, builtInKind)) continue;
    const { type, resource, group, version } = builtInKind;
    scope.reject("match-of-another-kind", placeIn(node, "match", at), {
      type,
      own: `{ group: "${group}", version: "${version}", resource: "${resource}" }`,
      other: [entry.resource, entry.version, entry.group].filter((part) => part !== undefined && part !== "").join("."),
    });
  }
}

function isAbout(entry: MatchEntry, { group, version, resource }: BuiltInKind): boolean {
  const isOtherVersion = entry.version !== undefined && entry.version !== version;
  return entry.group === group && !isOtherVersion && splitResource(entry.resource).resource === resource;
}

/**
 * The shape of the policy's objects, given what it matches: the API server types the fields of a built-in kind itself,
 * but only where every object that the policy sees is of that kind.
 */
export function shapeWithin(
  match: readonly MatchEntry[],
  { objectShape: shape, builtInKind }: Pick<PolicyValue, "objectShape" | "builtInKind">,
): RecordShape {
  const isCertain = builtInKind !== undefined && match.every((entry) => shows(entry, builtInKind));
  return isCertain ? shape : { ...shape, fields: { ...withoutTrust(shape.fields), ...objectShape.fields } };
}

function shows(entry: MatchEntry, kind: BuiltInKind): boolean {
  const { subresource } = splitResource(entry.resource);
  return isAbout(entry, kind) && entry.version !== undefined && (subresource === "" || kind.subresources.includes(subresource));
}

function withoutTrust(fields: RecordShape["fields"]): RecordShape["fields"] {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, untrusted(field)]));
}

/** Of a field that a rule reads, and of no other. */
function untrusted(field: FieldShape): FieldShape {
  let shape: Shape | undefined;
  return {
    get shape() {
      return (shape ??= untrustedShape(field.shape));
    },
    presence: field.presence,
    typedByServer: false,
  };
}

export function untrustedShape(shape: Shape): Shape {
  switch (shape.kind) {
    case "list":
      return { ...shape, element: untrustedShape(shape.element) };
    case "map":
      return { ...shape, value: untrustedShape(shape.value) };
    case "record":
      return { ...shape, fields: withoutTrust(shape.fields) };
    case "union":
      return { ...shape, members: shape.members.map(untrustedShape) };
    case "string":
      return { kind: "string" };
    default:
      return shape;
  }
}
