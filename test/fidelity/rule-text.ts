import { textOf } from "./code.ts";
import type { RuleKind } from "./rule-kind.ts";
import type { Statement } from "./statements.ts";
import type { GeneratedRule } from "./write-rule.ts";

/** What a rule may use besides its input. Text of a declared type, so that any two compare. */
export const before = `
const s0: string = ""; const s1: string = "a"; const s2: string = "true"; const s3: string = "x/a"; const s4: string = "constructor"; const s5: string = "é🦀";
const n0: number = 0; const n1: number = 1; const n2: number = 2.5; const n3: number = -3;
const ON: boolean = true;
const TEXTS: readonly (string | undefined)[] = ["a", ""];
const TABLE: Readonly<Record<string, string | undefined>> = record<string>({ a: "true", constructor: "x/a", true: "" });
const isOdd = (value: string | undefined, other: string = "a"): boolean => value === other || value?.startsWith("x") === true;
function textIn(value: unknown): string | undefined { return typeof value === "string" ? value : undefined; }
function firstOf(value: string | readonly string[] | undefined): string | undefined { return typeof value === "string" ? value : value?.[0]; }
const PAIR = ["x/a", "true"] as const;
const secondOf = ([, second]: readonly string[]): string | undefined => second;
const labelOf = ({ metadata: { labels: { a = "none" } = {} } }: KubernetesObject): string => a;
function judge(value: string | undefined): boolean {
  interface Known { readonly text: string }
  type Word = string;
  function isLong(word: Word): boolean { return word.length > 1; }
  const known: Known = { text: "true" };
  ;
  { if (value === known.text) return true; }
  switch (value) { case "a": break; case undefined: return false; default: if (isLong(value)) return true; }
  return value !== "x/a";
}
function pick(first: string | undefined, second: string | undefined): string | undefined { if (first === undefined) return second; if (first === "true") return undefined; return first; }
`;

/** An element of lists and maps of records. */
const item =
  "{ name?: string; size?: number; on?: boolean; tags?: string[]; inner?: { name?: string; size?: number }; port?: number | string }";

/** The type of the objects that rules read. */
export const objectType = `spec?: { name?: string; size?: number; limit?: number; on?: boolean; inner?: { name?: string; on?: boolean; deep?: { name?: string; names?: string[] } }; map?: Record<string, string>; amount?: string; period?: string; since?: string; address?: string; range?: string; port?: number | string; any?: unknown; hosts?: string | string[]; names?: string[]; items?: ${item}[]; lists?: string[][]; numbers?: number[]; flags?: boolean[]; mixed?: (string | string[])[]; ports?: (number | string)[]; anys?: unknown[]; mapOfLists?: Record<string, string[]>; mapOfRecords?: Record<string, ${item}>; mapOfNumbers?: Record<string, number> }`;

/** `denyWhen`, as TypeScript. */
export function ruleText({ kind, statements, answer }: GeneratedRule): string {
  const lines = [...statements.map(textOfStatement), `return ${textOf(answer)};`].map((line) => renamed(line, kind));
  return `({ ${parameters(kind)}, authorizer }) => {\n        ${lines.join("\n        ")}\n      }`;
}

/** `message`, as TypeScript. */
export function messageText({ kind, shown }: GeneratedRule): string {
  const words = shown.map((code, at) => `${at === 0 ? "" : " and "}\${${renamed(textOf(code), kind)}}`);
  return shown.length === 0 ? `"no"` : `({ ${parameters(kind)} }) => \`no: ${words.join("")}\``;
}

/** The fields of a built-in kind by their own names. */
function renamed(text: string, { builtIn }: RuleKind): string {
  return Object.entries(builtIn?.fields ?? {}).reduce(
    (renaming, [thing, own]) => renaming.replaceAll(new RegExp(`(?<=bject\\.)${thing.replaceAll(/[?.]/g, "\\$&")}\\b`, "g"), own),
    text,
  );
}

function parameters({ roots }: RuleKind): string {
  return [...roots, "namespaceObject", "request"].join(", ");
}

function textOfStatement(statement: Statement): string {
  switch (statement.kind) {
    case "const":
      return `const ${statement.name} = ${textOf(statement.value)};`;
    case "if":
      return `if (${textOf(statement.condition)}) { return ${textOf(statement.answer)}; }`;
    case "ifUndefined":
      return `if (${statement.name} === undefined) return ${textOf(statement.answer)};`;
    case "ifDefined": {
      const [first, second] = statement.answers;
      const { name } = statement;
      const compared = `${name} === ${textOf(statement.subject)} || TEXTS.includes(${name})`;
      return `if (${name} !== undefined) return ${textOf(first)}; if (${compared}) return ${textOf(second)};`;
    }
    case "switch": {
      const [first, second] = statement.answers;
      return `switch (${textOf(statement.subject)}) { case s1: case s2: return ${textOf(first)}; case undefined: break; default: if (${textOf(second)}) return ${textOf(first)}; }`;
    }
  }
}
