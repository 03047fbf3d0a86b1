import { NotEvaluatedHere } from "./failures.ts";
import type { ParsedNode } from "./parsed-node.ts";
import type { ComprehensionMethod, Syntax } from "./syntax.ts";

type Read = (node: ParsedNode) => Syntax;

/** `name(...)`; `has` is the one macro among them. */
export function readCall([name, args]: readonly [string, readonly ParsedNode[]], read: Read): Syntax {
  if (name === "has") return readHas(args, read);
  return { kind: "call", name, receiver: undefined, arguments: args.map(read) };
}

function readHas([argument]: readonly ParsedNode[], read: Read): Syntax {
  if (argument?.op !== ".") throw new NotEvaluatedHere("the API server takes only a field in has(...)");
  return { kind: "has", operand: read(argument.args[0]), field: argument.args[1] };
}

/** Functions with a namespace of their own read as methods of a name. */
const namespaces: ReadonlySet<string> = new Set(["optional", "math", "cel", "base64", "lists"]);

/** `receiver.name(...)` */
export function readMethod([name, receiver, args]: readonly [string, ParsedNode, readonly ParsedNode[]], read: Read): Syntax {
  if (receiver.op === "id" && namespaces.has(receiver.args)) {
    return { kind: "call", name: `${receiver.args}.${name}`, receiver: undefined, arguments: args.map(read) };
  }
  return (
    readComprehension([name, receiver, args], read) ?? { kind: "call", name, receiver: read(receiver), arguments: args.map(read) }
  );
}

const comprehensionMethods: ReadonlySet<string> = new Set<ComprehensionMethod>(["exists", "all", "filter", "map"]);

function isComprehensionMethod(name: string): name is ComprehensionMethod {
  return comprehensionMethods.has(name);
}

/** The names that cel-go keeps for the result of a comprehension, in its older and its newer version. */
const reserved: ReadonlySet<string> = new Set(["__result__", "@result"]);

function readComprehension(
  [method, receiver, args]: readonly [string, ParsedNode, readonly ParsedNode[]],
  read: Read,
): Syntax | undefined {
  const [variable, body] = args;
  if (!isComprehensionMethod(method) || variable?.op !== "id" || body === undefined) return undefined;
  if (args.length > 2) throw new NotEvaluatedHere(`${method} with ${args.length} arguments`);
  if (reserved.has(variable.args)) throw new NotEvaluatedHere(`the variable ${variable.args}`);
  return { kind: "comprehension", method, range: read(receiver), variable: variable.args, body: read(body) };
}
