import type { Expression } from "./expression.ts";

/** What was worked out of a node, and of every node that says the same: functions, and what each of them said, in turn. */
export type Results = unknown[];

interface Kept {
  /** Nodes of one number say the same; `apart` of what shares its results with no other node. */
  readonly content: number;
  readonly results: Results;
}

const apart = 0;

/** Forgotten all at once: policies that come one after the other have much in common, and memory stays bounded. */
const mostContents = 20_000;

const byContent = new Map<string, Kept>();
let contents = 0;

/**
 * The results of a node, which are those of all nodes that are equal but for the place in the source: no stage after
 * lowering reads the place of an expression. Of 100 policies of one form nine nodes in ten are equal to one before.
 */
export function resultsOf(node: Expression): Results {
  return Known.of(node).results;
}

/** The same node, of which something is known that does not stand in it: equal nodes are something else. */
export function setApart<Node extends Expression>(node: Node): Node {
  Known.apart(node);
  return node;
}

function keptFor(node: Expression): Kept {
  const text = textOf(node);
  if (text === undefined) return { content: apart, results: [] };
  const known = byContent.get(text);
  if (known !== undefined) return known;
  if (byContent.size >= mostContents) byContent.clear();
  contents += 1;
  const kept = { content: contents, results: [] };
  byContent.set(text, kept);
  return kept;
}

/** All that a node says, its parts by their numbers; undefined of what is set apart, and of what is made of that. */
function textOf(node: Expression): string | undefined {
  // They hold what TypeScript knows of types, which is not to be kept for others.
  return node.kind === "query" || node.kind === "beyond" ? undefined : fieldsOf(node);
}

function fieldsOf(record: object): string | undefined {
  let text = "";
  for (const name in record) {
    if (name === "span") continue;
    const field = textOfField((record as Readonly<Record<string, unknown>>)[name]);
    if (field === undefined) return undefined;
    if (field !== "") text += name + field;
  }
  return text;
}

/** No text is the beginning of another: each says how long it is, or how it ends. */
function textOfField(value: unknown): string | undefined {
  if (value === undefined) return "";
  if (typeof value === "string") return `"${value.length}:${value}`;
  if (typeof value !== "object" || value === null) return `=${Object.is(value, -0) ? "-0" : String(value)};`;
  if (Array.isArray(value)) return textOfList(value);
  if ("kind" in value) return textOfPart(value as Expression);
  const fields = fieldsOf(value);
  return fields === undefined ? undefined : `{${fields}}`;
}

function textOfPart(part: Expression): string | undefined {
  const { content } = Known.of(part);
  return content === apart ? undefined : `#${content};`;
}

function textOfList(values: readonly unknown[]): string | undefined {
  let text = "[";
  for (const value of values) {
    const one = textOfField(value);
    if (one === undefined) return undefined;
    text += one;
  }
  return `${text}]`;
}

/** A class that extends it adds its fields to the object that its constructor is called with. */
const Given = function (node: object): object {
  return node;
} as unknown as new (node: object) => object;

/** A private field of the node: `{ ...node }` does not copy it, and nothing that lists the fields of a node sees it. */
class Known extends Given {
  #kept: Kept;

  private constructor(node: Expression, kept: Kept) {
    super(node);
    this.#kept = kept;
  }

  static of(node: Expression): Kept {
    return #kept in node ? (node as unknown as Known).#kept : new Known(node, keptFor(node)).#kept;
  }

  static apart(node: Expression): void {
    const kept: Kept = { content: apart, results: [] };
    const known = #kept in node ? (node as unknown as Known) : new Known(node, kept);
    known.#kept = kept;
  }
}
