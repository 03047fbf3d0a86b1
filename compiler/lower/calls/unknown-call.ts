import { type Expression, Node } from "ts-morph";
import { decidesFromInput } from "../../diagnostics/answered-by.ts";
import type { Value } from "../value.ts";
import type { CallSite } from "./call.ts";

/** What a function of JavaScript needs, where CEL has none of it. */
export function unknownCall(call: CallSite): Value {
  const { node, scope, arguments: args } = call;
  const callee = node.getExpression();
  const text = callee.getText();
  if (text === "Date.now" || text === "Date") return scope.reject("needs-the-time", callee, { text });
  if (text === "JSON.parse" || text === "JSON.stringify") return scope.reject("needs-json", callee, { text });
  if (text === "Math.random") return scope.reject("not-in-a-rule", callee, { text, need: "randomness", help: decidesFromInput });
  if (text === "Object.groupBy" || text === "Map.groupBy") return rejectGroups(call);
  if (/^Math\.\w+$/.test(text)) return scope.reject("no-such-function", callee, { text, help: helpForMath(text, args) });
  return scope.reject("unknown-call", callee, { text });
}

/** `Object.groupBy(list, key)`, in the author's own words. */
function rejectGroups({ node, scope, arguments: [list, key] }: CallSite): Value {
  const text = node.getExpression().getText();
  const written = inParentheses(list, "list");
  const same = `${written}.some((x) => ${written}.filter((y) => key(y) === key(x)).length > 1)`;
  return scope.reject("gathers-values", node.getExpression(), { text, same, key: key?.getText() ?? "(x) => x" });
}

function helpForMath(name: string, [argument]: readonly Expression[]): string {
  const of = inParentheses(argument, "x");
  if (name === "Math.sqrt") return `compare squares: \`${of} > 2 * 2\` for \`Math.sqrt(x) > 2\``;
  if (name === "Math.pow") return `multiply: \`${of} * ${of}\``;
  return "compare what the function is given with a constant of the policy";
}

function inParentheses(node: Expression | undefined, otherwise: string): string {
  const isOne = Node.isBinaryExpression(node) || Node.isConditionalExpression(node);
  return isOne ? `(${node.getText()})` : (node?.getText() ?? otherwise);
}
