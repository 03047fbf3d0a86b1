import { Node, type PropertySignature, type Symbol as TypeScriptSymbol, type Type } from "ts-morph";
import { scalarShapeOf } from "../../../compiler/lower/shapes/scalar-shapes.ts";
import type { Schema, Schemas } from "./openapi.ts";

/** Where the comparison is, and what it looks things up in. */
interface Place {
  readonly path: string;
  readonly schemas: Schemas;
  /** Counts the fields that were compared. */
  readonly compared: string[];
  /** Types that the place is inside of: a schema of schemas has no end. */
  readonly inside?: readonly Type[];
}

/** Every difference between what our type says of a kind and what the API server's schema says. */
export function compareKind(type: Type, schema: Schema, place: Place): readonly string[] {
  return compareRecord(type, schema, place, ["apiVersion", "kind", "metadata"]);
}

function compareRecord(type: Type, schema: Schema, place: Place, common: readonly string[] = []): readonly string[] {
  const own = type.getProperties().filter((property) => !common.includes(property.getName()));
  const names = new Set([...common, ...own.map((property) => property.getName())]);
  const missing = Object.keys(schema.properties ?? {}).filter(
    (name) => !names.has(name) && !neverStored.test(`${place.path}.${name}`),
  );
  return [
    ...own.flatMap((property) => compareField(property, schema, place)),
    ...missing.map((name) => `${place.path}.${name} is missing`),
  ];
}

/** What a client sends, and the API server stores as something else. */
const neverStored = /^Secret\.stringData$/;

function compareField(property: TypeScriptSymbol, owner: Schema, { path, ...rest }: Place): readonly string[] {
  const name = property.getName();
  const place = { ...rest, path: `${path}.${name}` };
  const [declaration] = property.getDeclarations();
  const schema = owner.properties?.[name];
  if (declaration === undefined || !Node.isPropertySignature(declaration)) return [`${place.path} is no field`];
  if (schema === undefined) return [`${place.path} ${isLater(declaration) ? "has come later" : "is not in the API"}`];
  place.compared.push(place.path);
  const requirement = requirementOf(property, { owner, path: place.path });
  return [...requirement, ...compareValue(property.getTypeAtLocation(declaration).getNonNullableType(), schema, place)];
}

/** The API of an older server does not have it. */
function isLater(declaration: PropertySignature): boolean {
  return declaration.getJsDocs().some((comment) => comment.getText().includes("Since Kubernetes"));
}

function requirementOf(
  property: TypeScriptSymbol,
  { owner, path }: { readonly owner: Schema; readonly path: string },
): readonly string[] {
  const isRequired = owner.required?.includes(property.getName()) === true;
  // A null reads as absent.
  if (isRequired && property.isOptional() && mayBeNull(property)) return [];
  const is = isRequired ? "is required by the API" : "is not required by the API";
  return property.isOptional() === isRequired ? [`${path} ${is}`] : [];
}

function mayBeNull(property: TypeScriptSymbol): boolean {
  return property
    .getDeclarations()
    .some((one) => Node.isPropertySignature(one) && one.getTypeNode()?.getText().startsWith("MaybeNull<") === true);
}

function compareValue(declared: Type, schema: Schema, place: Place): readonly string[] {
  const type = declared.getNonNullableType();
  const { name, schema: found } = resolve(schema, place.schemas);
  const { inside = [] } = place;
  if (inside.includes(type) || isAnything(found)) return [];
  const element = type.getArrayElementType();
  const value = type.getStringIndexType();
  if (element !== undefined && found.items !== undefined)
    return compareValue(element, found.items, { ...place, path: `${place.path}[]` });
  if (value !== undefined && found.additionalProperties !== undefined)
    return compareValue(value, found.additionalProperties, { ...place, path: `${place.path}{}` });
  if (type.isInterface() && found.properties !== undefined)
    return compareRecord(type, found, { ...place, inside: [...inside, type] });
  if (value?.isUnknown() === true && found.type === "object" && found.properties === undefined) return [];
  const [ours, theirs] = [describeType(type), describeSchema(found, name)];
  return theirs.includes(ours) ? [] : [`${place.path} is ${ours}, in the API ${theirs.join(" or ")}`];
}

/** Of the schema of a custom resource: what it may hold is told in other words. */
function isAnything({ type, properties, oneOf }: Schema): boolean {
  return type === undefined && properties === undefined && oneOf === undefined;
}

/** `int32`, `string`, `boolean`, `"A" | "B"`, `int32 or string`: the words of `describeSchema`. */
function describeType(type: Type): string {
  const parts = type.isUnion() ? type.getUnionTypes() : [type];
  const literals = parts.map((part) => part.getLiteralValue()).filter((value) => typeof value === "string");
  if (literals.length === parts.length) return quoted(literals);
  const shapes = new Set(parts.map((part) => scalarShapeOf(part)).map((shape) => nameOf(shape, type)));
  return [...shapes].toSorted().join(" or ");
}

function nameOf(shape: ReturnType<typeof scalarShapeOf>, type: Type): string {
  if (shape?.kind === "number") return shape.format ?? "number";
  return shape?.kind ?? type.getText();
}

/** What our type may say: text need not name its values. */
function describeSchema({ type, format, enum: values, oneOf }: Schema, name: string): readonly string[] {
  // Either may be sent; the API server writes text.
  if (name.endsWith(".api.resource.Quantity")) return ["string"];
  if (name.endsWith(".util.intstr.IntOrString") && oneOf?.length === 2) return ["int32 or string"];
  if (type === "integer" || type === "number") return [format ?? type];
  if (type === "string" && values !== undefined) return [quoted(values), "string"];
  return [type ?? "anything"];
}

function quoted(values: readonly string[]): string {
  return values
    .toSorted()
    .map((value) => JSON.stringify(value))
    .join(" | ");
}

/** Through `$ref`, also where it stands in an `allOf` beside a default. */
function resolve(schema: Schema, schemas: Schemas, name = ""): { readonly name: string; readonly schema: Schema } {
  const [only] = schema.allOf ?? [];
  if (only !== undefined) return resolve(only, schemas, name);
  if (schema.$ref === undefined) return { name, schema };
  const target = schema.$ref.replace("#/components/schemas/", "");
  const found = schemas[target];
  if (found === undefined) throw new Error(`no schema ${target}`);
  return resolve(found, schemas, target);
}
