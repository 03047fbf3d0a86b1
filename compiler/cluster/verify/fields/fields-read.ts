import { fieldsOf, type JsonObject, objectsOf, textAt } from "../../../api/json.ts";
import { CelCompileError } from "../../../cel/index.ts";
import type { CelCall, CelComprehension, CelExpression } from "../../../cel/syntax/expression.ts";
import { parse } from "../../../cel/syntax/parse.ts";

/** Names of fields from the object down; `[]` is any element of a list. */
export type FieldPath = readonly string[];

/** As OpenAPI names types; `integer` counts as `number`. */
export type FieldType = "string" | "boolean" | "number" | "array" | "object";

/** A field of the object that rules of a policy read. */
export interface FieldRead {
  readonly path: FieldPath;
  readonly rules: Set<string>;
  /** As what it is compared or read; empty where any type will do. */
  readonly types: Set<FieldType>;
}

/** The fields of `object` and `oldObject` that decide; what only messages read is left out. */
export function fieldsRead(policy: JsonObject, minor: number): readonly FieldRead[] {
  const spec = fieldsOf(policy["spec"]);
  const variables = new Map(
    objectsOf(spec["variables"]).map((one) => [textAt(one, "name") ?? "", textAt(one, "expression") ?? ""] as const),
  );
  const found = new Map<string, FieldRead>();
  for (const { rule, text } of decidingTexts(spec)) new RuleFields(rule, { variables, minor, found }).read(text);
  return [...found.values()];
}

function decidingTexts(spec: JsonObject): readonly { readonly rule: string; readonly text: string }[] {
  const textOf = (one: JsonObject): string => textAt(one, "expression") ?? "";
  return [
    ...objectsOf(spec["matchConditions"]).map((one) => ({ rule: textAt(one, "name") ?? "", text: textOf(one) })),
    ...objectsOf(spec["validations"]).map((one) => ({
      rule: /^(\w+): /.exec(textAt(one, "message") ?? "")?.[1] ?? "a validation",
      text: textOf(one),
    })),
  ];
}

interface Policy {
  readonly variables: ReadonlyMap<string, string>;
  readonly minor: number;
  readonly found: Map<string, FieldRead>;
}

/** What an expression may stand for, as far as that is a part of the object. */
type Places = readonly FieldPath[];
type Scope = ReadonlyMap<string, Places>;

const literalTypes: Readonly<Record<string, FieldType>> = {
  string: "string",
  boolean: "boolean",
  bigint: "number",
  number: "number",
};
/** Names of CEL's types, in `type(x) == map`. */
const typeNames: Readonly<Record<string, FieldType>> = {
  string: "string",
  bool: "boolean",
  int: "number",
  double: "number",
  list: "array",
  map: "object",
};
/** Calls that hand on one of their operands. */
const passesOn = new Set(["_?_:_", "or", "orValue", "dyn", "optional.of", "optional.ofNonZeroValue", "value"]);
const selects = new Set(["_?._", "_[_]", "_[?_]"]);

/** Follows one expression of a policy, through the variables that it reads. */
class RuleFields {
  readonly #rule: string;
  readonly #policy: Policy;
  readonly #known = new Map<string, Places>();

  constructor(rule: string, policy: Policy) {
    this.#rule = rule;
    this.#policy = policy;
  }

  /** An expression that does not compile is denied by the API server; there is nothing to say of its fields. */
  read(text: string): Places {
    try {
      return this.#follow(parse(text, this.#policy.minor), new Map());
    } catch (error) {
      if (error instanceof CelCompileError) return [];
      throw error;
    }
  }

  #follow(node: CelExpression, scope: Scope): Places {
    const follow = (inner: CelExpression): Places => this.#follow(inner, scope);
    switch (node.kind) {
      case "literal":
        return [];
      case "identifier":
        return scope.get(node.name) ?? (node.name === "object" || node.name === "oldObject" ? [[]] : []);
      case "select":
        return isVariables(node.operand, scope) ? this.#variable(node.field) : this.#inner(follow(node.operand), node.field);
      case "list":
        for (const { value } of node.elements) follow(value);
        return [];
      case "map":
        for (const { key, value } of node.entries) void [follow(key), follow(value)];
        return [];
      case "comprehension":
        return this.#comprehension(node, scope);
      case "call":
        return this.#call(node, scope);
    }
  }

  #variable(name: string): Places {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    // A variable reads none that comes after it; whatever does reads nothing.
    this.#known.set(name, []);
    const places = this.read(this.#policy.variables.get(name) ?? "null");
    this.#known.set(name, places);
    return places;
  }

  #comprehension(node: CelComprehension, scope: Scope): Places {
    const elements = this.#follow(node.range, scope).map((path) => [...path, "[]"]);
    const own: readonly (readonly [string, Places])[] =
      node.secondVariable === undefined
        ? [[node.variable, elements]]
        : [
            [node.variable, []],
            [node.secondVariable, elements],
          ];
    const inner = new Map([...scope, [node.accumulator, []] as const, ...own]);
    for (const part of [node.initial, node.condition, node.step, node.result]) this.#follow(part, inner);
    return [];
  }

  #call(node: CelCall, scope: Scope): Places {
    const operands = [...(node.target === undefined ? [] : [node.target]), ...node.arguments];
    const places = operands.map((one) => this.#follow(one, scope));
    if (selects.has(node.name)) return this.#selected(places[0] ?? [], operands[1]);
    this.#noteTypes(node, operands, places);
    if (!passesOn.has(node.name)) return [];
    return (node.name === "_?_:_" ? places.slice(1) : places).flat();
  }

  #selected(outer: Places, key: CelExpression | undefined): Places {
    if (key?.kind !== "literal") return [];
    if (typeof key.value === "string") return this.#inner(outer, key.value);
    return outer.map((path) => [...path, "[]"]);
  }

  #inner(outer: Places, field: string): Places {
    const places = outer.map((path) => [...path, field]);
    for (const path of places) this.#note(path);
    return places;
  }

  /** `x == 'a'`, `x.orValue('')`, `x in ['a']`, `type(x) == map` say of which type `x` is. */
  #noteTypes({ name }: CelCall, operands: readonly CelExpression[], places: readonly Places[]): void {
    if (!["_==_", "_!=_", "orValue", "@in"].includes(name)) return;
    for (const [at, operand] of operands.entries()) {
      const type = typeOf(name === "@in" && operand.kind === "list" ? operand.elements[0]?.value : operand);
      const other = operands[1 - at];
      const isOfType = operand.kind === "identifier" && other?.kind === "call" && other.name === "type";
      if (operand.kind === "identifier" && !isOfType) continue;
      const about = isOfType ? this.#typed(other) : (places[1 - at] ?? []);
      if (type !== undefined) for (const path of about) this.#note(path).types.add(type);
    }
  }

  /** The paths that `type(...)` was called with were followed already; here they are asked for once more. */
  #typed(call: CelCall): Places {
    const [argument] = call.arguments;
    return argument === undefined ? [] : this.#follow(argument, new Map());
  }

  #note(path: FieldPath): FieldRead {
    const key = path.join("\0");
    const field = this.#policy.found.get(key) ?? { path, rules: new Set<string>(), types: new Set<FieldType>() };
    this.#policy.found.set(key, field);
    field.rules.add(this.#rule);
    return field;
  }
}

function isVariables(node: CelExpression, scope: Scope): boolean {
  return node.kind === "identifier" && node.name === "variables" && !scope.has(node.name);
}

function typeOf(node: CelExpression | undefined): FieldType | undefined {
  if (node?.kind === "literal") return literalTypes[typeof node.value];
  if (node?.kind === "identifier") return typeNames[node.name];
  return node?.kind === "list" ? "array" : node?.kind === "map" ? "object" : undefined;
}
