import type { Choices } from "./choices.ts";
import { type Code, leaf } from "./code.ts";
import { type CodeType, type Construct, constants, constructsFor, hole, simplestFor } from "./construct-table.ts";
import type { RuleKind } from "./rule-kind.ts";

/** A name that a piece may use, and what it stands for; `item` is an element of a list of records. */
export interface Name {
  readonly name: string;
  readonly type: CodeType | "item";
}

/** What surrounds a piece while it is written. */
export interface Context {
  readonly choices: Choices;
  readonly kind: RuleKind;
  /** Minor version of the oldest Kubernetes that the rule is for. */
  readonly kube: number;
  readonly names: readonly Name[];
  /** How many constructs may stand inside each other. */
  readonly depth: number;
  /**
   * Inside the function of an iteration only what does not iterate over itself is written: two iterations are a
   * construct of their own.
   */
  readonly isInIteration: boolean;
}

const keys = ['"a"', '"x/a"', '"constructor"', '"__proto__"'] as const;
const collectionTypes = ["texts", "maybeTexts", "items", "map", "lists", "numbers", "flags", "mixed", "anys"] as const;
const collections: ReadonlySet<string> = new Set([...collectionTypes, "mapOfLists", "mapOfRecords", "mapOfNumbers"]);
const takesCollection = new RegExp(`<(${[...collections].join("|")})\\b`);

/** Any piece that gives `type`. */
export function writeCode(type: CodeType, around: Context): Code {
  const { choices, names, depth, kind } = around;
  const known = names.filter((name) => fits(name.type, type));
  if (known.length > 0 && choices.below(3) === 0) return leaf(type, choices.any(known).name);
  const rows = constructsFor(kind, around.kube).filter(
    (row) => row.gives === type && row.mayBeRejected !== true && (!around.isInIteration || !iterations(row)),
  );
  if (depth <= 0 || rows.length === 0) return leaf(type, seen(choices.any(simplestFor(type, kind)), choices, kind.roots));
  return writeConstruct(choices.weighted(rows), { ...around, depth: depth - 1 });
}

function fits(given: Name["type"], wanted: CodeType): boolean {
  return given === wanted || (given === "item" && wanted === "maybeItem") || (given === "text" && wanted === "maybeText");
}

function iterations({ code, gives }: Construct): boolean {
  return collections.has(gives) || code.includes("=>") || takesCollection.test(code);
}

const narrows = /typeof|Array\.isArray/;

/** The construct with something in each of its holes. */
export function writeConstruct(construct: Construct, around: Context): Code {
  const fresh = `x${around.names.length}`;
  // What narrows a value has to read the same one again.
  const roots: RuleKind["roots"] = narrows.test(construct.code) ? [around.choices.any(around.kind.roots)] : around.kind.roots;
  const named = (text: string): string => text.replaceAll(/\$(?![{/&])/g, fresh);
  const parts: (string | Code)[] = [];
  let end = 0;
  for (const match of construct.code.matchAll(hole)) {
    parts.push(seen(named(construct.code.slice(end, match.index)), around.choices, roots));
    parts.push(fill(match[1] ?? "", named(match[2] ?? ""), around));
    end = match.index + match[0].length;
  }
  parts.push(seen(named(construct.code.slice(end)), around.choices, roots));
  return { gives: construct.gives, construct, parts };
}

/** A rule on update sees two objects and reads now this one, now that. */
function seen(text: string, choices: Choices, roots: RuleKind["roots"]): string {
  return text.replaceAll("oldObject", () => choices.any(roots));
}

function fill(what: string, declared: string, around: Context): string | Code {
  if (what === "constant text") return around.choices.any(constants.text);
  if (what === "constant number") return around.choices.any(constants.number);
  if (what === "key") return around.choices.any(keys);
  const names = [...declared.matchAll(/(\S+):(\w+)/g)].map(([, name = "", type]): Name => ({ name, type: type as Name["type"] }));
  const isInIteration = around.isInIteration || names.length > 0;
  return writeCode(what as CodeType, { ...around, names: [...around.names, ...names], isInIteration });
}
