import type { Example } from "../example.ts";

const name = "oldObject.metadata.name";

/** What JavaScript can say in a regular expression and RE2 cannot, or says otherwise. */
export const regularExpressionExamples: readonly Example[] = [
  {
    code: "pattern-syntax",
    why: "A pattern that is put together is read when the policy is compiled.",
    bad: { top: 'const START = "^(prod";', rule: `({ oldObject }) => ⟦new RegExp(START, "u")⟧.test(${name})` },
    good: { top: 'const START = "^(prod)";', rule: `({ oldObject }) => new RegExp(START, "u").test(${name})` },
    says: '`new RegExp(START, "u")`',
    override: "fix its syntax",
  },
  {
    code: "pattern-flag",
    why: "With `g` and `y` the second `test` of a pattern begins where the first one stopped; `v` means something else in RE2, or nothing. `/x/g.test(text)` makes a new pattern each time, and is understood.",
    bad: { top: "const PROD = ⟦/^prod-/gu⟧;", rule: `({ oldObject }) => PROD.test(${name})` },
    good: { top: "const PROD = /^prod-/u;", rule: `({ oldObject }) => PROD.test(${name})` },
    says: "`g` of `/^prod-/gu`",
    override: "leave it out",
  },
  {
    code: "pattern-without-u",
    why: "`/^.$/` does not match `🦀`, which has two UTF-16 units. Most patterns may leave `u` out; those that count such characters, or whose match ends inside of one, may not.",
    bad: { rule: `({ oldObject }) => ⟦/^.{30,60}-db$/⟧.test(${name})` },
    good: { rule: `({ oldObject }) => /^.{30,60}-db$/u.test(${name}) || /^stage-.*-db$/.test(${name})` },
    says: "`/^.{30,60}-db$/`",
    override: "give it the flag `u`",
  },
  {
    code: "pattern-construct",
    why: "RE2 answers in one pass over the text, and has nothing that needs more: no look-around and no backreferences. Properties such as `\\p{L}` and words with the flag `i` hold other characters there.",
    bad: { rule: `({ oldObject }) => ⟦/^(?!prod-)[a-z-]+-db$/u⟧.test(${name})` },
    good: { rule: `({ oldObject }) => !/^prod-/u.test(${name}) && /^[a-z-]+-db$/u.test(${name})` },
    says: "`(?!` is looking around",
    override: "ask two patterns at the beginning",
  },
  {
    code: "pattern-misread",
    why: '`/[^-]$/u.test("🦀")` is false in Node 26, which looks for the beginning from the end and miscounts; the API server says true. `\\B` matches between the halves of `🦀` there.',
    bad: { rule: `({ oldObject }) => ⟦/[^-]$/u⟧.test(${name})` },
    good: { rule: `({ oldObject }) => /^[^]*[^-]$/u.test(${name})` },
    says: "`/[^-]$/u` has `$`",
    override: "begin the pattern with `^[^]*`",
  },
  {
    code: "pattern-ignores-case",
    why: "Which letters are the same in another case changes with Unicode, and JavaScript and the API server know different versions of it. Those of ASCII do not change.",
    bad: { rule: `({ oldObject }) => ⟦/^\\u00e9tat$/iu⟧.test(oldObject.metadata.labels?.["kind"] ?? "")` },
    good: { rule: `({ oldObject }) => /^[\\u00e9\\u00c9]tat$/u.test(oldObject.metadata.labels?.["kind"] ?? "")` },
    says: "the case of `é`",
    override: "write both",
  },
  {
    code: "pattern-repeats",
    why: "RE2 writes repetitions out and takes no more than a thousand; each of them is work for every character of a text.",
    bad: { rule: `({ oldObject }) => ⟦/^([a-z]{1,63}[.]){1,20}$/u⟧.test(${name})` },
    good: { rule: `({ oldObject }) => /^([a-z]+[.]){1,20}$/u.test(${name})` },
    says: "`/^([a-z]{1,63}[.]){1,20}$/u`",
    override: "write `+` or `*`",
  },
  {
    code: "unknown-pattern",
    why: "A pattern from the cluster may be none, which is an error in CEL and locks the object.",
    bad: { rule: `({ oldObject }) => ⟦new RegExp(oldObject.metadata.labels?.["fits"] ?? "", "u")⟧.test(${name})` },
    good: {
      top: 'const PREFIX = "prod";',
      rule: `({ oldObject }) => new RegExp(\`^\${PREFIX}-[0-9]+$\`, "u").test(${name})`,
    },
    says: '`new RegExp(oldObject.metadata.labels?.["fits"] ?? "", "u")`',
    override: "put it together from constants",
  },
  {
    code: "unplaced-group",
    why: "CEL finds the whole match; the compiler works out a group from what stands before and behind it.",
    bad: { rule: `({ oldObject }) => ⟦${name}.match(/^([a-z]+)(-[0-9]+)?$/u)⟧?.[1] === "db"` },
    good: { rule: `({ oldObject }) => ${name}.match(/^([a-z]+)(?:-[0-9]+)?$/u)?.[1] === "db"` },
    says: "a group in `oldObject.metadata.name.match(",
    override: "write `(?:...)` for groups that are not read",
  },
  {
    code: "asks-more-of-pattern",
    why: "What matches and where differs between the two: JavaScript counts UTF-16 units, and remembers groups.",
    bad: { rule: `({ oldObject }) => ⟦${name}.search⟧(/-db$/u) !== -1` },
    good: { rule: `({ oldObject }) => /-db$/u.test(${name})` },
    says: "`oldObject.metadata.name.search`",
    override: "write `/.../u.test(text)`",
  },
];
