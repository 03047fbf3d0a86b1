import type { Node } from "ts-morph";
import { type Criterion, type Query, type Expression as CelExpression } from "../../ir/expression.ts";
import { shapeWithin } from "../policies/built-in-kind.ts";
import { toDynamic } from "../expressions/coerce.ts";
import { freeTextOf, withFreeMetadata } from "../text/free-text.ts";
import { type ObjectValue, type ResourceValue, type Value, dynamic, dynamicBoolean, knownObject, rejected } from "../value.ts";
import type { CallSite } from "./call.ts";

type LowerMethod = (receiver: CelExpression, call: CallSite) => Value;

/**
 * What `cluster` is asked. CEL has no equivalent: what depends on the answer is left to the webhook
 * (split/split-policy.ts).
 */
export const clusterMethods: Readonly<Record<string, LowerMethod>> = {
  exists: (_, call) => {
    const asked = query("exists", call);
    return asked === undefined ? rejected : dynamicBoolean(asked);
  },
  list: (_, call) => {
    const asked = query("list", call);
    if (asked === undefined) return rejected;
    // Where it is iterated over nothing limits it: no API server pays for that.
    return dynamic(asked, { kind: "list", element: asked.shape }, { small: true, path: ["cluster"] });
  },
};

/** Undefined after a diagnostic. */
function query(asks: Query["asks"], call: CallSite): Query | undefined {
  const { node, scope } = call;
  const [about, whichOnes] = call.arguments;
  const of = about === undefined ? rejected : scope.lower(about);
  if (of.kind === "rejected") return undefined;
  if (about === undefined || of.kind !== "resource") {
    scope.reject("cluster-resource", about ?? node, { text: (about ?? node).getText() });
    return undefined;
  }
  const which = whichOnes === undefined ? [] : criteriaOf(scope.lower(whichOnes), { of, node: whichOnes, call });
  if (which === undefined) return undefined;
  const { resource, declaration, shape: objectShape, builtInKind } = of;
  const shape = withFreeMetadata(
    shapeWithin([of.resource], { objectShape, builtInKind }),
    freeTextOf([of.resource], ["delete"]).oldObject,
  );
  return { kind: "query", asks, resource, declaration, shape, which, span: scope.span(node) };
}

interface Place {
  readonly of: ResourceValue;
  readonly node: Node;
  readonly call: CallSite;
}

/** Undefined after a diagnostic. */
function criteriaOf(value: Value, place: Place): readonly Criterion[] | undefined {
  if (value.kind === "rejected") return undefined;
  const properties = writtenOut(value);
  if (properties === undefined) return rejectWhich(place, "it has to be written out: `{ namespace, labels: { app: name } }`");
  return all([...properties].map(([name, entry]) => criteriaBy(name, entry, place)));
}

function criteriaBy(name: string, value: Value, place: Place): readonly Criterion[] | undefined {
  switch (name) {
    case "namespace":
    case "name":
    case "uid":
    case "finalizer":
    case "owner":
      return criterion({ by: name }, value, place);
    case "labels":
      return keyed("label", value, place);
    case "index":
      return keyed("index", value, place);
    default:
      return rejectWhich(place, `there is no \`${name}\` to find objects by`);
  }
}

function keyed(by: "label" | "index", value: Value, place: Place): readonly Criterion[] | undefined {
  const properties = writtenOut(value);
  if (properties === undefined) return rejectWhich(place, "its keys have to be written in the policy");
  const unknown = by === "index" ? [...properties.keys()].find((key) => !place.of.indices.has(key)) : undefined;
  if (unknown !== undefined) return rejectWhich(place, `the resource declares no index \`${unknown}\``);
  return all([...properties].map(([key, entry]) => criterion({ by, key }, entry, place)));
}

/** An absent value would mean every object. */
function criterion(what: Omit<Criterion, "value">, value: Value, place: Place): readonly Criterion[] | undefined {
  if (value.kind === "rejected") return undefined;
  const isAbsent =
    value.kind === "dynamic" ? value.presence.kind !== "always" : value.kind === "static" && value.value === undefined;
  if (isAbsent) return rejectWhich(place, `\`${what.key ?? what.by}\` may be absent; write what it is then: \`?? ""\``);
  const text = toDynamic(value, place.node, place.call.scope);
  if (text === undefined) return undefined;
  if (text.shape.kind !== "string") return rejectWhich(place, `\`${what.key ?? what.by}\` is no text`);
  return [{ ...what, value: text.expression }];
}

function writtenOut(value: Value): ObjectValue["properties"] | undefined {
  const object = knownObject(value);
  return object === undefined || object.sometimes !== undefined ? undefined : object.properties;
}

function all(parts: readonly (readonly Criterion[] | undefined)[]): readonly Criterion[] | undefined {
  return parts.every((part) => part !== undefined) ? parts.flat() : undefined;
}

function rejectWhich({ node, call }: Place, problem: string): undefined {
  call.scope.reject("cluster-which", node, { text: node.getText(), problem });
  return undefined;
}
