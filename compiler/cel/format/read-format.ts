import { Failure } from "../failures.ts";
import { parseInt64 } from "../values/integers.ts";

export type Verb = "s" | "d" | "f" | "e" | "b" | "x" | "X" | "o";

export interface Clause {
  readonly verb: Verb;
  readonly precision: number | undefined;
}

export interface Arguments {
  /** Asked before a clause is read. */
  hasArgument(index: number): boolean;
  readonly size: number;
  format(clause: Clause, index: number): string | Failure;
}

/** Puts formatted arguments into a template, one clause after the other; the first problem is the result. */
export function readFormat(template: string, values: Arguments): string | Failure {
  const parts: string[] = [];
  let index = 0;
  for (let at = 0; at < template.length;) {
    const next = template.indexOf("%", at);
    parts.push(template.slice(at, next === -1 ? undefined : next));
    if (next === -1) break;
    at = next + 1;
    if (template[at] === "%") {
      parts.push("%");
      at += 1;
      continue;
    }
    const read = readOne(template.slice(at), index, values);
    if (read instanceof Failure) return read;
    parts.push(read.text);
    at += read.length;
    index += 1;
  }
  return parts.join("");
}

interface Read {
  readonly text: string;
  readonly length: number;
}

function readOne(rest: string, index: number, values: Arguments): Read | Failure {
  if (!values.hasArgument(index)) return new Failure(`index ${index} out of range`);
  if (rest === "") return new Failure("unexpected end of string");
  if (index >= values.size) return new Failure(`index ${index} out of range`);
  const clause = readClause(rest);
  if (clause instanceof Failure) return new Failure(`could not parse formatting clause: ${clause.message}`);
  const text = values.format(clause, index);
  if (text instanceof Failure) return new Failure(`error during formatting: ${text.message}`);
  return { text, length: clause.length };
}

function readClause(rest: string): (Clause & { readonly length: number }) | Failure {
  const [dotted = "", digits] = /^\.(\d*)/.exec(rest) ?? [];
  if (dotted !== "" && dotted.length === rest.length) {
    return new Failure("error while parsing precision: could not find end of precision specifier");
  }
  const precision = digits === undefined ? undefined : precisionOf(digits);
  if (precision instanceof Failure) return precision;
  const verb = rest[dotted.length] ?? "";
  if (!isVerb(verb)) return new Failure(`unrecognized formatting clause "${firstByte(rest.slice(dotted.length))}"`);
  return { verb, precision, length: dotted.length + 1 };
}

function precisionOf(digits: string): number | Failure {
  const value = parseInt64(digits);
  if (value !== undefined) return Number(value);
  const problem = digits === "" ? "invalid syntax" : "value out of range";
  const words = `strconv.Atoi: parsing "${digits}": ${problem}`;
  return new Failure(`error while parsing precision: error while converting precision to integer: ${words}`);
}

function isVerb(text: string): text is Verb {
  return text !== "" && "sdfebxXo".includes(text);
}

/** cel-go reads bytes here, and shows the first as if it were a code point. */
function firstByte(text: string): string {
  return String.fromCharCode(Buffer.from(text)[0] ?? 0);
}
