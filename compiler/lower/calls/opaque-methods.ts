import { type BinaryOperator, type Expression, binary, call as celCall, literal, method } from "../../ir/expression.ts";
import type { OpaqueType } from "../../api/shape.ts";
import { printedBigInt } from "../numbers/big-int.ts";
import { dateMethods, rejectDateMethod } from "../numbers/dates.ts";
import { toDynamic } from "../expressions/coerce.ts";
import { type Dynamic, type Value, dynamic, dynamicBoolean, rejected } from "../value.ts";
import { singleArgument } from "./argument.ts";
import { authorizationMethods } from "./authorization.ts";
import { clusterMethods } from "./cluster.ts";
import type { CallSite } from "./call.ts";

type LowerMethod = (receiver: Expression, call: CallSite) => Value;

/** Methods of what was parsed: those of CEL under their own names, and words for its operators; and of `authorizer`. */
export const opaqueMethods: Readonly<Record<OpaqueType, Readonly<Record<string, LowerMethod>>>> = {
  ...authorizationMethods,
  cluster: clusterMethods,
  bigint: { toString: alone(printedBigInt) },
  date: dateMethods,
  quantity: {
    isLessThan: withOther("quantity", (value, other) => dynamicBoolean(asked(value, "isLessThan", other))),
    isGreaterThan: withOther("quantity", (value, other) => dynamicBoolean(asked(value, "isGreaterThan", other))),
    // CEL's `==` fails on what `add` and `sub` give (measured): they hand on a pointer, which it does not take for a
    // quantity.
    equals: withOther("quantity", (value, other) =>
      dynamicBoolean(binary(asked(value, "compareTo", other), "==", literal(0, value.span), value.span)),
    ),
    compareTo: withOther("quantity", (value, other) => numberOf(asked(value, "compareTo", other))),
    // Declared as a function, although its documentation shows a method.
    sign: alone((value) => numberOf(celCall("sign", [value], value.span))),
    add: withOther("quantity", (value, other) => opaqueOf("quantity", asked(value, "add", other))),
    sub: withOther("quantity", (value, other) => opaqueOf("quantity", asked(value, "sub", other))),
  },
  duration: {
    isLessThan: compared("duration", "<"),
    isGreaterThan: compared("duration", ">"),
    equals: compared("duration", "=="),
  },
  timestamp: {
    isBefore: compared("timestamp", "<"),
    isAfter: compared("timestamp", ">"),
    equals: compared("timestamp", "=="),
    plus: withOther("duration", (value, other) => opaqueOf("timestamp", binary(value, "+", other, value.span))),
    minus: withOther("duration", (value, other) => opaqueOf("timestamp", binary(value, "-", other, value.span))),
    since: withOther("timestamp", (value, other) => opaqueOf("duration", binary(value, "-", other, value.span))),
  },
  ip: {
    family: alone((value) => numberOf(asked(value, "family"))),
    equals: compared("ip", "=="),
    ...Object.fromEntries(
      ["isUnspecified", "isLoopback", "isLinkLocalMulticast", "isLinkLocalUnicast", "isGlobalUnicast"].map((name) => [
        name,
        alone((value) => dynamicBoolean(asked(value, name))),
      ]),
    ),
  },
  cidr: {
    containsIP: withOther("ip", (value, other) => dynamicBoolean(asked(value, "containsIP", other))),
    containsCIDR: withOther("cidr", (value, other) => dynamicBoolean(asked(value, "containsCIDR", other))),
    prefixLength: alone((value) => numberOf(asked(value, "prefixLength"))),
    ip: alone((value) => opaqueOf("ip", asked(value, "ip"))),
    masked: alone((value) => opaqueOf("cidr", asked(value, "masked"))),
    equals: compared("cidr", "=="),
  },
};

export function lowerOpaqueMethod(
  type: OpaqueType,
  receiver: Dynamic,
  { name, call }: { readonly name: string; readonly call: CallSite },
): Value {
  const lower = Object.hasOwn(opaqueMethods[type], name) ? opaqueMethods[type][name] : undefined;
  if (lower === undefined && type === "date") return rejectDateMethod(name, call);
  if (lower === undefined) return call.scope.reject("unknown-method", call.node.getExpression(), { name });
  return lower(receiver.expression, call);
}

function asked(value: Expression, name: string, ...others: readonly Expression[]): Expression {
  return method(value, name, others, value.span);
}

function numberOf(expression: Expression): Dynamic {
  return dynamic(expression, { kind: "number" });
}

function opaqueOf(type: OpaqueType, expression: Expression): Dynamic {
  return dynamic(expression, { kind: "opaque", type });
}

function alone(lower: (value: Expression) => Value): LowerMethod {
  return (value, call) =>
    call.arguments.length === 0 ? lower(value) : call.scope.reject("not-a-value", call.node, { text: call.node.getText() });
}

function compared(type: OpaqueType, operator: BinaryOperator): LowerMethod {
  return withOther(type, (value, other) => dynamicBoolean(binary(value, operator, other, value.span)));
}

/** A method with another value, which TypeScript knows to be there. */
function withOther(type: OpaqueType, lower: (value: Expression, other: Expression) => Value): LowerMethod {
  return (value, call) => {
    const argument = singleArgument(call);
    if (argument === undefined) return rejected;
    const other = toDynamic(call.scope.lower(argument), argument, call.scope);
    if (other === undefined) return rejected;
    const { shape } = other;
    if (shape.kind !== "opaque" || shape.type !== type) {
      return call.scope.reject("not-a-value", argument, { text: argument.getText() });
    }
    return lower(value, other.expression);
  };
}
