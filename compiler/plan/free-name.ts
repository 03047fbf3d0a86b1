import { type Expression, variablesOf } from "../ir/expression.ts";
import { some } from "../ir/expressions/visit.ts";
import { reservedWords, takenNames } from "../ir/valid-names.ts";

/** A method of what has such a name would be read as the function. */
const librariesOfFunctions: ReadonlySet<string> = new Set(["sets", "math", "strings", "base64"]);

/** A name that no variable of a comprehension around `node` or inside of it has. */
export function freeNameIn(node: Expression, around: readonly string[], wanted: string): string {
  const inside = namesIn(node);
  const isFree = (name: string): boolean =>
    !around.includes(name) && !inside.has(name) && !takenNames.has(name) && !librariesOfFunctions.has(name);
  return freeName(wanted, isFree);
}

/**
 * `wanted` as a name of CEL. Where it is taken, by what it is a part of, or else with a number behind it: `name`,
 * `providerName`, `name2`.
 */
export function freeName(wanted: string, isFree: (name: string) => boolean, longer?: string): string {
  // Of a key the part that says what it is: `locked-by` of `example.com/locked-by`.
  const last = identifierOf(wanted.slice(wanted.lastIndexOf("/") + 1));
  if (!reservedWords.has(last) && isFree(last)) return last;
  const plain = identifierOf(wanted);
  if (!reservedWords.has(plain) && isFree(plain)) return plain;
  if (longer !== undefined && isFree(identifierOf(longer))) return identifierOf(longer);
  const base = reservedWords.has(plain) ? `${plain}Value` : plain;
  if (isFree(base)) return base;
  let number = 2;
  while (!isFree(`${base}${number}`)) number += 1;
  return `${base}${number}`;
}

function namesIn(node: Expression): ReadonlySet<string> {
  const names = new Set<string>();
  some(node, (part) => {
    if (part.kind === "comprehension") variablesOf(part).forEach((name) => names.add(name));
    return false;
  });
  return names;
}

/**
 * `odd-key` -> `oddKey`: an identifier of CEL, without the double underscores that the API server would take for an
 * escape.
 */
function identifierOf(wanted: string): string {
  const words = wanted.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  const [first = "value", ...others] = words;
  const name = [first, ...others.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)].join("");
  return /^[0-9]/.test(name) ? `value${name}` : name;
}
