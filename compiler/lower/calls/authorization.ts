import { type Expression, method } from "../../ir/expression.ts";
import type { AuthorizationType } from "../../api/shape.ts";
import { toDynamic } from "../expressions/coerce.ts";
import { type Dynamic, type Value, dynamic, dynamicBoolean, rejected } from "../value.ts";
import { singleArgument } from "./argument.ts";
import type { CallSite } from "./call.ts";
import { lowerServiceAccount } from "./service-account.ts";

type LowerMethod = (receiver: Expression, call: CallSite) => Value;

const resourceOverride = "write the resource in the policy, or take `request.resource.resource`";
const pathOverride = 'begin the path with text that is written in the policy: `path("/metrics")`';

/** `authorizer` and what is asked with it: the same words as in CEL, so that it asks the same. */
export const authorizationMethods: Readonly<Record<AuthorizationType, Readonly<Record<string, LowerMethod>>>> = {
  authorizer: {
    path: withText("path", "pathCheck", pathOverride),
    group: withText("group", "groupCheck"),
    serviceAccount: lowerServiceAccount,
  },
  groupCheck: { resource: withText("resource", "resourceCheck", resourceOverride) },
  resourceCheck: {
    subresource: withText("subresource", "resourceCheck"),
    namespace: withText("namespace", "resourceCheck"),
    name: withText("name", "resourceCheck"),
    check: withText("check", "decision"),
  },
  pathCheck: { check: withText("check", "decision") },
  decision: { allowed: (value) => dynamicBoolean(method(value, "allowed", [], value.span)) },
};

/** With an `override`, CEL fails on blank text, which the argument must not be. */
function withText(name: string, type: AuthorizationType, override?: string): LowerMethod {
  return (value, call) => {
    const text = textOf(call);
    if (text === undefined) return rejected;
    if (override !== undefined && !isNeverBlank(text.expression))
      return call.scope.reject("not-an-authorizer-check", call.node, { text: call.node.getText(), help: override });
    return dynamic(method(value, name, [text.expression], call.scope.span(call.node)), { kind: "opaque", type });
  };
}

/** Undefined after a diagnostic. */
function textOf(call: CallSite): Dynamic | undefined {
  const argument = singleArgument(call);
  if (argument === undefined) return undefined;
  const text = toDynamic(call.scope.lower(argument), argument, call.scope);
  if (text === undefined || text.shape.kind === "string") return text;
  call.scope.reject("not-a-value", argument, { text: argument.getText() });
  return undefined;
}

/** Whether the text has something else than white space in it, whatever is stored (apiserver: strings.TrimSpace in authz.go). */
function isNeverBlank(node: Expression): boolean {
  switch (node.kind) {
    case "literal":
      return /[!-~]/.test(String(node.value));
    case "local":
      return isNeverBlank(node.definition);
    case "sequence":
      return isNeverBlank(node.then);
    case "binary":
      return node.operator === "+" && (isNeverBlank(node.left) || isNeverBlank(node.right));
    case "conditional":
      return isNeverBlank(node.whenTrue) && isNeverBlank(node.whenFalse);
    case "select":
      return node.field === "resource" && isResourceOfRequest(node.operand);
    default:
      return false;
  }
}

/** `request.resource` and `request.requestResource` */
function isResourceOfRequest(node: Expression): boolean {
  if (node.kind === "local") return isResourceOfRequest(node.definition);
  const isResource = node.kind === "select" && (node.field === "resource" || node.field === "requestResource");
  return isResource && node.operand.kind === "identifier" && node.operand.name === "request";
}
