import type { Scope } from "../scope.ts";
import { reservedWords, takenNames } from "../../ir/valid-names.ts";

/** Names for the variable of a comprehension, by nesting; the author's own name is taken where it is plain. */
const variableNames = ["x", "y", "z"];

/** The author's parameter, unless it is a pattern or would hide a name that CEL knows. */
export function freeVariable(wanted: string | undefined, { iterating, positions }: Scope): string {
  const taken = [...iterating, ...positions];
  const isPlain = wanted !== undefined && /^[a-z][A-Za-z0-9]*$/.test(wanted) && !reservedWords.has(wanted);
  const candidates = [...(isPlain ? [wanted] : []), ...variableNames, ...variableNames.map((name) => `${name}2`)];
  return candidates.find((name) => !taken.includes(name) && !takenNames.has(name)) ?? `x${taken.length}`;
}
