/** Offsets leave out the parentheses around a node. */
interface Parsed<Operator, Arguments> {
  readonly op: Operator;
  readonly args: Arguments;
  readonly start: number;
  readonly end: number;
}

type Pair = readonly [ParsedNode, ParsedNode];

export type Relation = "==" | "!=" | "<" | "<=" | ">" | ">=" | "in";

export type RelationNode = Parsed<Relation, Pair>;

/** The tree of cel-js, as far as it is read: macros stand in it as the calls that they were written as. */
export type ParsedNode =
  | Parsed<"value", unknown>
  | Parsed<"id", string>
  | Parsed<"." | ".?", readonly [ParsedNode, string]>
  | Parsed<"[]" | "[?]", Pair>
  | Parsed<"call", readonly [string, readonly ParsedNode[]]>
  | Parsed<"rcall", readonly [string, ParsedNode, readonly ParsedNode[]]>
  | Parsed<"list", readonly ParsedNode[]>
  | Parsed<"map", readonly Pair[]>
  | OperatorNode;

export type OperatorNode =
  | Parsed<"?:", readonly [ParsedNode, ParsedNode, ParsedNode]>
  | Parsed<"||" | "&&", Pair>
  | Parsed<"!_" | "-_", ParsedNode>
  | Parsed<"+" | "-" | "*" | "/" | "%", Pair>
  | RelationNode;

const relations: ReadonlySet<string> = new Set<Relation>(["==", "!=", "<", "<=", ">", ">=", "in"]);

export function isRelation(node: ParsedNode): node is RelationNode {
  return relations.has(node.op);
}
