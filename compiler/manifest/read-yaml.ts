import { errorMessage } from "../api/helpful-error.ts";
import { type Document, LineCounter, type Node, type Tags, isMap, isNode, isScalar, parseAllDocuments } from "yaml";
import type { Position } from "../diagnostics/format.ts";

/** Keys and positions from the root of a document: `["cases", 0, "expect"]`. */
export type YamlPath = readonly (string | number)[];

/** Something in a YAML file that cannot be read, and where. */
export class YamlProblem extends Error {
  override readonly name = "YamlProblem";
  readonly position: Position;

  constructor(message: string, position: Position) {
    super(message);
    this.position = position;
  }
}

/** One document as kubectl would read it, with the place of everything in it. */
export interface LocatedDocument {
  readonly value: unknown;
  /** Where the value at a path stands, or the nearest thing around it that is there. */
  positionOf(path: YamlPath): Position;
  /** Where the key of an entry stands. */
  positionOfKey(path: YamlPath): Position;
}

/**
 * The documents of a YAML file that a person has written; empty ones are left out. Throws a `YamlProblem`. YAML 1.1 as
 * kubectl understands it: `yes` is a boolean, dates and `12:30` are text.
 */
export function readYaml(text: string): readonly LocatedDocument[] {
  try {
    const lineCounter = new LineCounter();
    const documents = parseAllDocuments(text, { ...options, lineCounter });
    return [...documents].map((document) => locate(document, lineCounter)).filter(({ value }) => value !== null);
  } catch (error) {
    // Some ten thousand brackets in each other.
    if (error instanceof RangeError) throw new YamlProblem(tooDeep, { line: 1, column: 1 });
    throw error;
  }
}

const tooDeep = "this is nested too deeply";

/** The library catches most of its own overflows of the stack, and reports them as they are. */
function wordsOf(message: string): string {
  return message.startsWith("Maximum call stack") ? tooDeep : message;
}

/** No warnings on the error stream: what the library warns of is an error here. */
const options = { version: "1.1", intAsBigInt: true, prettyErrors: false, logLevel: "error", customTags: asKubectl } as const;

/** sigs.k8s.io/yaml knows neither timestamps nor numbers to the base of 60, nor sets and the like. */
function asKubectl(tags: Tags): Tags {
  const unknown = ["timestamp", "binary", "omap", "pairs", "set"].map((name) => `tag:yaml.org,2002:${name}`);
  return tags.filter(
    (tag) => typeof tag === "string" || (!unknown.includes(tag.tag) && !("format" in tag && tag.format === "TIME")),
  );
}

function locate(document: Document.Parsed, lines: LineCounter): LocatedDocument {
  const positionAt = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  const positionOf = (path: YamlPath): Position => positionAt(startOf(nodeAt(document, path)));
  const [problem] = [...document.errors, ...document.warnings];
  if (problem !== undefined) throw new YamlProblem(wordsOf(problem.message), positionAt(problem.pos[0]));
  const positionOfKey = (path: YamlPath): Position => {
    const map = nodeAt(document, path.slice(0, -1));
    const key = isMap(map) ? map.items.find(({ key: found }) => isScalar(found) && found.value === path.at(-1))?.key : undefined;
    return isNode(key) ? positionAt(startOf(key)) : positionOf(path);
  };
  const value = withNumbers(toJs(document, positionAt), (path) => {
    throw new YamlProblem("JSON and JavaScript have no such number: it is beyond 2^53-1, or none at all", positionOf(path));
  });
  return { value, positionOf, positionOfKey };
}

/** Too many aliases (a few of them can stand for gigabytes) are found only here. */
function toJs(document: Document.Parsed, positionAt: (offset: number) => Position): unknown {
  try {
    return document.toJS() as unknown;
  } catch (error) {
    if (error instanceof RangeError) throw error;
    throw new YamlProblem(errorMessage(error), positionAt(document.range[0]));
  }
}

/** Integers come as bigint, so that none is rounded without a word. */
function withNumbers(value: unknown, reject: (path: YamlPath) => never, path: YamlPath = []): unknown {
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : reject(path);
  if (typeof value === "number" && !Number.isFinite(value)) return reject(path);
  if (Array.isArray(value)) return value.map((item, at) => withNumbers(item, reject, [...path, at]));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, withNumbers(item, reject, [...path, key])] as const);
  return Object.fromEntries(entries);
}

/** Through an alias a path leads nowhere; the last node before it is near enough. */
function nodeAt(document: Document.Parsed, path: YamlPath): Node | null {
  for (let length = path.length; length > 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node)) return node;
  }
  return document.contents;
}

function startOf(node: Node | null): number {
  return node?.range?.[0] ?? 0;
}
