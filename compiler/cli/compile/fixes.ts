import type { Code } from "../../diagnostics/catalogue.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { isPolicyName, isRuleName } from "../../ir/valid-names.ts";

/** One place of a file, and what is to stand there. */
export interface Edit {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Where something is wrong: what stands there, and around it in the file. */
interface Culprit {
  readonly text: string;
  readonly before: string;
  readonly after: string;
}

type Fix = (culprit: Culprit) => Replacement | undefined;

interface Replacement {
  readonly text: string;
  /** How many characters before and after the culprit go with it; less than none where it lies behind. */
  readonly before?: number;
  readonly after?: number;
}

/**
 * What may be done for the author without asking: none of it changes what a rule decides. A pattern without the flag
 * `u` is not among it, since JavaScript may mean something else with the flag; nor is a guess at a name.
 */
const fixes: Readonly<Partial<Record<Code, Fix>>> = {
  "policy-name": ({ text }) =>
    ifValid(
      quotedLike(text, (name) => dashed(name)),
      isPolicyName,
    ),
  "rule-name": ({ text }) => ifValid({ text: camelCased(unquoted(text)) }, isRuleName),
  "not-const": declareWith,
  "type-predicate": withoutReturnType,
  "suppressed-check": withoutComment,
  "message-lines": onOneLine,
  "absent-in-message": orNone,
  "json-import": asOneValue,
  "unsupported-import": ({ text }) =>
    /^import (\{[^}]*\}|\w+|\* as \w+) from/.test(text) ? { text: text.replace("import", "import type") } : undefined,
  "no-default-export": exportedByDefault,
};

/** Codes that `compile --fix` knows something for. */
export const fixable: ReadonlySet<string> = new Set(Object.keys(fixes));

/** `source`: the text of the file of the diagnostic. */
export function editFor({ code, span }: Diagnostic, source: string): Edit | undefined {
  const { file, start, end } = span;
  const culprit = { text: source.slice(start, end), before: source.slice(0, start), after: source.slice(end) };
  const found = fixes[code]?.(culprit);
  if (found === undefined) return undefined;
  return { file, start: start - (found.before ?? 0), end: end + (found.after ?? 0), text: found.text };
}

const isQuoted = (text: string): boolean => /^(["'])[^"'\\]*\1$/.test(text);
const unquoted = (text: string): string => (isQuoted(text) ? text.slice(1, -1) : text);
function quotedLike(text: string, change: (inside: string) => string): Replacement | undefined {
  return isQuoted(text) ? { text: `${text[0]}${change(unquoted(text))}${text[0]}` } : undefined;
}

function ifValid(found: Replacement | undefined, isValid: (name: string) => boolean): Replacement | undefined {
  return found !== undefined && isValid(unquoted(found.text)) ? found : undefined;
}

/** `Keep_Databases` -> `keep-databases` */
function dashed(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9.]+/g, "-")
    .replaceAll(/^[-.]+|[-.]+$/g, "");
}

/** `keep-it` -> `keepIt` */
function camelCased(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  const [first = "", ...others] = words;
  return [
    first.charAt(0).toLowerCase() + first.slice(1),
    ...others.map((word) => word.charAt(0).toUpperCase() + word.slice(1)),
  ].join("");
}

/** At the top of a module `const`, and inside of a function `let` for a `var`: it may be assigned to. */
function declareWith({ text, before }: Culprit): Replacement | undefined {
  const [, exported = "", keyword = ""] = /^(export\s+)?(var|let)\b/.exec(text) ?? [];
  if (keyword === "") return undefined;
  const isTop = before === "" || before.endsWith("\n");
  return { text: `${exported}${isTop ? "const" : "let"}${text.slice(exported.length + keyword.length)}` };
}

function withoutReturnType({ before }: Culprit): Replacement | undefined {
  const found = /\s*:\s*$/.exec(before);
  return found === null ? undefined : { text: "", before: found[0].length };
}

/** The comment of `@ts-ignore`, and its line if nothing else stands there. */
function withoutComment({ before, after }: Culprit): Replacement | undefined {
  const [begin] = /\/\/[^\n]*$/.exec(before) ?? [];
  if (begin === undefined) return undefined;
  const rest = /^[^\r\n]*/.exec(after)?.[0].length ?? 0;
  const margin = /(\r?\n)?[ \t]*$/.exec(before.slice(0, before.length - begin.length))?.[0].length ?? 0;
  return { text: "", before: begin.length + margin, after: rest };
}

/** A text, or a function that gives one template: `\\n` in a text inside of it may be what something is split by. */
function onOneLine({ text }: Culprit): Replacement | undefined {
  const isText = /^(["'])(?:(?!\1)[^\\]|\\.)*\1$/.test(text);
  const isTemplate = /^(?:(?:\([^()]*\)|\w+) => )?`[^`"']*`$/.test(text);
  if (!isText && !isTemplate) return undefined;
  const blank = (found: string, escaped?: string): string => (escaped === undefined || "nrt".includes(escaped) ? "\n" : found);
  return { text: text.replaceAll(/\\(.)|[\r\t]/gs, blank).replaceAll(/[ ]*\n\s*/g, " ") };
}

/** A whole interpolation needs no parentheses. */
function orNone({ text, before, after }: Culprit): Replacement {
  const isWhole = before.endsWith("${") && after.startsWith("}");
  return { text: isWhole ? `${text} ?? "none"` : `(${text} ?? "none")` };
}

/** `import { names } from "./x.json"` -> `import data from "./x.json"; const { names } = data;` */
function asOneValue({ text, before, after }: Culprit): Replacement | undefined {
  const [, named, from] = /^import\s+(\{[^}]*\}|\* as \w+)\s+(from\s+.*)$/s.exec(text) ?? [];
  if (named === undefined || from === undefined) return undefined;
  const [, whole] = /^\* as (\w+)$/.exec(named) ?? [];
  if (whole !== undefined) return { text: `import ${whole} ${from}` };
  const name = ["data", "json", "fileData"].find((one) => !new RegExp(`\\b${one}\\b`).test(before + after));
  const names = named.replaceAll(/(\w+)\s+as\s+(\w+)/g, "$1: $2");
  return name === undefined || /\btype\b/.test(named) ? undefined : { text: `import ${name} ${from}\nconst ${names} = ${name};` };
}

/** `export const policy = deletionPolicy({...})`, if nothing else is said of `policy`. */
function exportedByDefault({ after }: Culprit): Replacement | undefined {
  const found = [...after.matchAll(/^export const (\w+)(?:: \w+)? = (?=(?:deletionPolicy|fallback)\b)/gm)];
  const [only] = found;
  if (only === undefined || found.length > 1) return undefined;
  const [head, name = ""] = only;
  if ([...after.matchAll(new RegExp(`\\b${name}\\b`, "g"))].length > 1) return undefined;
  return { text: "export default ", before: -only.index, after: only.index + head.length };
}
