/** Diagnostics about regular expressions. */
export const regularExpressionDiagnostics = {
  "pattern-syntax": {
    message: "`{text}` is not a regular expression ({reason})",
    help: "fix its syntax",
  },
  "pattern-flag": {
    message: "the flag `{flag}` of `{text}` has no exact equivalent in CEL",
    help: "remove it: `g` and `y` make `test` and `exec` remember where they stopped; with `m`, `test` supports only `^` at the beginning of the pattern and `$` at its end",
  },
  "pattern-without-u": {
    message: "`{text}` matches halves of characters, and CEL matches whole ones",
    help: "add the flag `u`: `/.../{flags}`",
  },
  "pattern-construct": {
    message: "`{text}` is {construct}, which RE2, the API server's regular expressions, does not have in this form",
    help: "{help}",
  },
  "pattern-misread": {
    message: "`{text}` has `{part}`, which V8, the engine of Node, evaluates incorrectly there",
    help: "{help}",
  },
  "pattern-ignores-case": {
    message: "`{text}` ignores the case of `{part}`, which depends on the version of Unicode",
    help: "remove the flag `i` and write both: `[éÉ]`",
  },
  "pattern-repeats": {
    message: "`{text}` repeats more than a thousand times, with nested repetitions multiplied",
    help: "write `+` or `*`, or a smaller number",
  },
  "unknown-pattern": {
    message: "`{text}` builds a regular expression from something that is not known at compile time",
    help: "write the pattern in the policy, `/^prod-/u`, or build it from constants",
  },
  "unplaced-group": {
    message: "a group in `{text}` may be anywhere in the match, and CEL finds only the whole match",
    help: "write `(?:...)` for groups that you do not read; put a fixed number of characters before and after a group, or repetitions that end where the next part begins: `/:v?([0-9]+)[.]/u`; a group may be optional, `(Mi|Gi)?`, but not repeated",
  },
  "all-without-g": {
    message: "`{text}` throws in JavaScript, because its pattern has no flag `g`",
    help: "add the flag: `/.../{flags}`",
  },
  "empty-match": {
    message: "`{text}` may match the empty text, and CEL counts such matches differently",
    help: "match at least one character: `+` instead of `*`",
  },
  "place-of-match": {
    message: "`{text}` reads more than the text of a match, and CEL finds only text",
    help: "read the match and its groups by number, `match[0]` and `match[1]`; `text.search(/.../u)` gives the position of the first match",
  },
  "asks-more-of-pattern": {
    message: "`{text}` uses a regular expression for more than a test",
    help: "write `/.../u.test(text)`, or `/.../u.exec(text)` for a match and its groups; `replace` and `split` accept a text, characters (`/[,;]/`, `/\\s+/g`), or a separator with spaces around it (`/\\s*,\\s*/`); `replace` also accepts a pattern at the beginning or the end, or for the first match",
  },
} as const;
