/** What the flag `u` lets stand behind a backslash. */
const escapes = /^[\^$\\.*+?()[\]{}|/dDsSwWbBcxukpPtnvfr0-9]$/;
const shorthand = /^\\[dDsSwW]$/;

/**
 * A pattern without the flag `u` as it is written with it: `\-` and `\_` as what they stand for, and `[\w-.]` as
 * `[\w\-.]`. What else has odd corners is left as it is, and no pattern with `u`.
 */
export function strictSyntax(pattern: string): string {
  const tokens = pattern.match(/\\.|[^]/gsu) ?? [];
  let isInClass = false;
  return tokens
    .map((token, at) => {
      if (token === "[") isInClass = true;
      else if (token === "]") isInClass = false;
      else if (token.startsWith("\\")) return escaped(token, isInClass);
      else if (token === "-" && isInClass) return dashBeside(tokens[at - 1] ?? "", tokens[at + 1] ?? "");
      return token;
    })
    .join("");
}

function escaped(token: string, isInClass: boolean): string {
  const character = token.slice(1);
  if (character === "-") return isInClass ? token : character;
  return escapes.test(character) ? token : character;
}

/** No range begins or ends with a shorthand. */
function dashBeside(before: string, after: string): string {
  if (after === "]" || after === "-") return "-";
  return shorthand.test(before) || shorthand.test(after) ? String.raw`\-` : "-";
}
