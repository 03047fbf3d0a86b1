import { type Expression, method, literal, local } from "../../ir/expression.ts";
import type { AuthorizationType } from "../../api/shape.ts";
import { toDynamic, knownLiteral, named } from "../expressions/coerce.ts";
import { type Dynamic, type Value, dynamic, dynamicBoolean, rejected, always, undefinedValue, isUndefined } from "../value.ts";
import { singleArgument } from "./argument.ts";
import type { CallSite } from "./call.ts";
import { isReadable, type ReadableText } from "../../language/parse/readable.ts";
import { namespaceText, serviceAccountText } from "../../language/service-account.ts";
import { and } from "../../ir/expressions/boolean.ts";
import { ownField } from "../path.ts";
import { isDefined, narrowed } from "../expressions/presence.ts";
import { fits } from "./parse.ts";

type LowerMethod = (receiver: Expression, call: CallSite) => Value;

const resourceOverride = "write the resource in the policy, or take `request.resource.resource`";
const pathOverride = 'begin the path with text that is written in the policy: `path("/metrics")`';
const nameOverride =
  "write names as Kubernetes takes them: lower-case letters, digits and `-`, in that of the service account also `.`";

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

/**
 * Whether the text has something else than white space in it, whatever is stored (apiserver: strings.TrimSpace in
 * authz.go).
 */
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

/** `authorizer.serviceAccount(namespace, name)`, on which CEL fails where there can be none of that name. */
function lowerServiceAccount(receiver: Expression, call: CallSite): Value {
  const { node, scope } = call;
  const [namespace, name] = call.arguments.map((argument) => scope.lower(argument));
  if (namespace === undefined || name === undefined) return scope.reject("not-a-value", node, { text: node.getText() });
  if (isUndefined(namespace) || isUndefined(name)) return undefinedValue;
  const parts = [partOf(namespace, namespaceText, call), partOf(name, serviceAccountText, call)];
  const known = parts.filter((part) => part !== undefined);
  if (known.length < parts.length) return rejected;
  const guard = and(...(known.map(({ isName }) => isName) as [Expression, Expression]));
  // The type of an argument lists texts: TypeScript then believes that the value is there.
  if (guard.kind !== "literal" && !node.getType().isNullable())
    return scope.reject("type-lists-texts", node, { text: node.getText() });
  const texts = known.map(({ text }) => text);
  const presence = guard.kind === "literal" ? always : ({ kind: "guarded", guard } as const);
  const asker = method(receiver, "serviceAccount", texts, scope.span(node));
  return dynamic(asker, { kind: "opaque", type: "authorizer" }, { presence });
}

interface Part {
  readonly text: Expression;
  /** bool: CEL takes the text. */
  readonly isName: Expression;
}

/** Undefined after a diagnostic. */
function partOf(value: Value, taken: ReadableText, { node, scope }: CallSite): Part | undefined {
  if (value.kind === "rejected") return undefined;
  if (value.kind === "static" && typeof value.value === "string") {
    const text = isReadable(value.value, taken) ? knownLiteral(value.value, node, scope) : undefined;
    if (text === undefined) scope.reject("not-an-authorizer-check", node, { text: node.getText(), help: nameOverride });
    return text && { text, isName: literal(true, text.span) };
  }
  if (value.kind === "dynamic" && value.shape.kind === "string") return storedPart(value, taken);
  scope.reject("not-a-value", node, { text: node.getText() });
  return undefined;
}

function storedPart(value: Dynamic, taken: ReadableText): Part {
  const name = ownField(value.path) ?? "text";
  const text = named({ ...value, expression: narrowed(value), presence: always }, name).expression;
  // Absent text reads as empty where the API server types it, which is no name.
  const isText = value.presence.kind === "optional" && value.typed ? literal(true, text.span) : isDefined(value);
  return { text, isName: local(`${name}IsName`, and(isText, fits(taken)(text)), "compiler") };
}
