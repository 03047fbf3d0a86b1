import type { CallExpression, Node } from "ts-morph";
import { identifier } from "../../ir/expression.ts";
import { asksAuthorizer, asksCluster } from "../../ir/expressions/visit.ts";
import { objectShape, withoutManagedFields } from "../../ir/well-known-shapes.ts";
import { builtInKindOf, shapeWithin } from "../policies/built-in-kind.ts";
import { generatedForOf } from "../policies/inferred-versions.ts";
import type { CallSite } from "./call.ts";
import { isExactGroup, isPlural, isVersion } from "../policies/match.ts";
import { isServedMatch } from "../policies/served-match.ts";
import { objectShapeOf } from "../shapes/shapes.ts";
import { type FunctionValue, type ResourceValue, type Value, dynamic, rejected } from "../value.ts";

/** `deletionPolicy<T>({...})`: the definition as the compiler knows it; its rules are lowered later. */
export function declarePolicy(call: CallSite): Value {
  const [argument] = call.arguments;
  const definition = argument === undefined ? rejected : call.scope.lower(argument);
  if (definition.kind === "rejected") return rejected;
  if (definition.kind !== "object") return call.scope.reject("not-a-policy", call.node, { found: `\`${call.node.getText()}\`` });
  const { shape, builtInKind } = typeOf(call.node);
  const [type] = call.node.getTypeArguments();
  const generatedFor = type === undefined ? undefined : generatedForOf(type.getType(), builtInKind);
  return { kind: "policy", definition, node: call.node, objectShape: shape, builtInKind, generatedFor };
}

/** `fallback({...})`: the definition as the compiler knows it. */
export function declareFallback({ arguments: [argument], node, scope }: CallSite): Value {
  const definition = argument === undefined ? rejected : scope.lower(argument);
  if (definition.kind === "rejected") return rejected;
  if (definition.kind !== "object" || definition.sometimes !== undefined)
    return scope.reject("fallback-value", argument ?? node, { key: "fallback", problem: "it has to be written out" });
  return { kind: "fallback", definition, node };
}

/**
 * `resource<T>({...})`: what rules may ask the cluster about. Its indices are functions of the language, like rules.
 */
export function declareResource(call: CallSite): Value {
  const [argument] = call.arguments;
  const definition = argument === undefined ? rejected : call.scope.lower(argument);
  if (definition.kind === "rejected") return rejected;
  const of = Object.fromEntries(definition.kind === "object" ? definition.properties : []);
  const [group, version, resource] = [of["group"], of["version"], of["resource"]].map(textOf) as [string, string, string];
  const isWritten = isExactGroup(group) && isVersion(version) && isPlural(resource);
  if (!isWritten || of["group"] === undefined) return rejectResource(call);
  if (!isServedMatch({ group, version, resource }, call.node, call.scope)) return rejected;
  // For each entry that is iterated over the running rule would have indices of its own, and one answer for all of
  // them.
  if (call.scope.iterating.length > 0) return rejectResource(call);
  const declaration = { span: call.scope.span(call.node), line: call.node.getStartLineNumber() };
  const declared = { kind: "resource", resource: { group, version, resource }, declaration, ...typeOf(call.node) } as const;
  const indices = of["indices"];
  if (indices === undefined) return { ...declared, indices: new Set() };
  if (indices.kind !== "object") return rejectResource(call);
  const value: ResourceValue = { ...declared, indices: new Set(indices.properties.keys()) };
  const areKnown = [...indices.properties.values()].every((index) => isIndex(index, value, call));
  return areKnown ? value : rejected;
}

function rejectResource({ node, scope }: CallSite): Value {
  return scope.reject("cluster-resource", node, { text: node.getText() });
}

function textOf(value: Value | undefined): string {
  return value?.kind === "static" && typeof value.value === "string" ? value.value : "";
}

/** What the type argument says of the objects. */
function typeOf(node: CallExpression): Pick<ResourceValue, "shape" | "builtInKind"> {
  const [type] = node.getTypeArguments();
  if (type === undefined) return { shape: objectShape, builtInKind: undefined };
  return { shape: objectShapeOf(type.getType(), type), builtInKind: builtInKindOf(type.getType()) };
}

/** False after a diagnostic: an index is text, or nothing. */
function isIndex(index: Value, { resource, shape, builtInKind }: ResourceValue, call: CallSite): boolean {
  if (index.kind !== "function") return index.kind !== "rejected" && rejectResource(call).kind !== "rejected";
  const known = withoutManagedFields(shapeWithin([resource], { objectShape: shape, builtInKind }));
  const object = dynamic(identifier("object", call.scope.span(call.node)), known);
  const key = call.scope.call(index, [object], index.node);
  if (key.kind === "rejected") return false;
  const isText = key.kind === "dynamic" ? key.shape.kind === "string" : key.kind === "static" && typeof key.value === "string";
  if (!isText) call.scope.reject("not-a-value", bodyOf(index), { text: bodyOf(index).getText() });
  // Nobody would see that the rule asks.
  const isAsking = key.kind === "dynamic" && (asksCluster(key.expression) || asksAuthorizer(key.expression));
  if (isAsking) rejectResource(call);
  return isText && !isAsking;
}

function bodyOf({ node }: FunctionValue): Node {
  return node.getBody() ?? node;
}
