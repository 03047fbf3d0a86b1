import { isReadable, type ReadableText } from "../../language/parse/readable.ts";
import { namespaceText, serviceAccountText } from "../../language/service-account.ts";
import { and } from "../../ir/expressions/boolean.ts";
import { type Expression, literal, local, method } from "../../ir/expression.ts";
import { knownLiteral, named } from "../expressions/coerce.ts";
import { ownField } from "../path.ts";
import { isDefined, narrowed } from "../expressions/presence.ts";
import { type Dynamic, type Value, always, dynamic, rejected, undefinedValue, isUndefined } from "../value.ts";
import { fits } from "./parse.ts";
import type { CallSite } from "./call.ts";

const override =
  "write names as Kubernetes takes them: lower-case letters, digits and `-`, in that of the service account also `.`";

/** `authorizer.serviceAccount(namespace, name)`, on which CEL fails where there can be none of that name. */
export function lowerServiceAccount(receiver: Expression, call: CallSite): Value {
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
    if (text === undefined) scope.reject("not-an-authorizer-check", node, { text: node.getText(), help: override });
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
