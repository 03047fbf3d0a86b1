/** The part of the catalogue about regular expressions. */
export const regularExpressionDiagnostics = {
  "pattern-syntax": {
    message: "`{text}` is no regular expression ({reason})",
    help: "fix its syntax",
  },
  "pattern-flag": {
    message: "the flag `{flag}` of `{text}` has no exact form in CEL",
    help: "leave it out: `g` and `y` make `test` and `exec` remember where they stopped; `m` lets `test` ask for `^` at the beginning of the pattern and `$` at its end",
  },
  "pattern-without-u": {
    message: "`{text}` looks at halves of characters, and CEL at whole ones",
    help: "give it the flag `u`: `/.../{flags}`",
  },
  "pattern-construct": {
    message: "`{text}` is {construct}, which the regular expressions of the API server (RE2) do not have in this form",
    help: "{help}",
  },
  "pattern-misread": {
    message: "`{text}` has `{part}`, which V8, the engine of Node, gets wrong there",
    help: "{help}",
  },
  "pattern-ignores-case": {
    message: "`{text}` ignores the case of `{part}`, which depends on the version of Unicode",
    help: "leave the flag `i` out and write both: `[éÉ]`",
  },
  "pattern-repeats": {
    message: "`{text}` repeats more than a thousand times, repetitions inside of each other multiplied",
    help: "write `+` or `*`, or a smaller number",
  },
  "unknown-pattern": {
    message: "`{text}` makes a regular expression of something that the compiler does not know",
    help: "write the pattern in the policy, `/^prod-/u`, or put it together from constants",
  },
  "unplaced-group": {
    message: "a group in `{text}` may stand anywhere in what matches, and CEL finds nothing but the whole",
    help: "write `(?:...)` for groups that are not read; before and behind a group let there be a known number of characters, or repetitions that end where the next part begins: `/:v?([0-9]+)[.]/u`; a group may be there or not, `(Mi|Gi)?`, and may not be repeated",
  },
  "match-all-without-g": {
    message: "`{text}` throws in JavaScript, since its pattern does not have the flag `g`",
    help: "give it the flag: `/.../{flags}`",
  },
  "empty-match": {
    message: "`{text}` may match where nothing stands, and CEL counts such matches differently",
    help: "let a match have one character at least: `+` instead of `*`",
  },
  "place-of-match": {
    message: "`{text}` asks for more than the texts of a match, and CEL finds texts alone",
    help: "read the match and its groups by their numbers, `match[0]` and `match[1]`; `text.search(/.../u)` says where the first one is",
  },
  "asks-more-of-pattern": {
    message: "`{text}` asks more of a regular expression than yes or no",
    help: "write `/.../u.test(text)`, or `/.../u.exec(text)` for a match and its groups; `replace` and `split` take a text, characters (`/[,;]/`, `/\\s+/g`), a separator with spaces around it (`/\\s*,\\s*/`), and `replace` what stands at the beginning or the end or is found first",
  },
} as const;
