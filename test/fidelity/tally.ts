import type { Request } from "../language/language-case.ts";
import { type Problem, type Said, problems } from "./execution.ts";

/** A rule and an object about which the executions do not agree, or which one of them could not answer. */
export interface Finding {
  readonly problem: Problem;
  /** The number of the rule, and of the object among those that it meets; with the seed they make both again. */
  readonly rule: number;
  readonly object: number;
  readonly ruleText: string;
  readonly request: Request | undefined;
  readonly said: Readonly<Record<string, Said>>;
}

export type Counts = Readonly<Record<string, number>>;

/** What is counted over rules and cases; two of them add up. */
export interface Tally {
  readonly rules: number;
  readonly cases: number;
  /** Of rules that are equal the text is the same, and so is its hash. */
  readonly hashes: readonly string[];
  readonly rejectedRules: number;
  /** Rules by the code of a rejection. */
  readonly rejections: Counts;
  /** Cases by what is in their rule. */
  readonly constructs: Counts;
  /** Cases by what is odd about their object. */
  readonly labels: Counts;
  readonly kinds: Counts;
  readonly evaluations: Counts;
  readonly problems: Counts;
  /** The shortest of them. */
  readonly findings: readonly Finding[];
}

/** So many findings are kept of each problem. */
const kept = 5;

export const emptyTally: Tally = {
  rules: 0,
  cases: 0,
  hashes: [],
  rejectedRules: 0,
  rejections: {},
  constructs: {},
  labels: {},
  kinds: {},
  evaluations: {},
  problems: {},
  findings: [],
};

export function addTallies(a: Tally, b: Tally): Tally {
  return {
    rules: a.rules + b.rules,
    cases: a.cases + b.cases,
    hashes: [...a.hashes, ...b.hashes],
    rejectedRules: a.rejectedRules + b.rejectedRules,
    rejections: addCounts(a.rejections, b.rejections),
    constructs: addCounts(a.constructs, b.constructs),
    labels: addCounts(a.labels, b.labels),
    kinds: addCounts(a.kinds, b.kinds),
    evaluations: addCounts(a.evaluations, b.evaluations),
    problems: addCounts(a.problems, b.problems),
    findings: problems.flatMap((problem) => shortest([...a.findings, ...b.findings].filter((one) => one.problem === problem))),
  };
}

function shortest(findings: readonly Finding[]): readonly Finding[] {
  return findings
    .toSorted((a, b) => a.ruleText.length - b.ruleText.length || a.rule - b.rule || a.object - b.object)
    .slice(0, kept);
}

function addCounts(a: Counts, b: Counts): Counts {
  const sum = new Map(Object.entries(a));
  for (const [name, count] of Object.entries(b)) sum.set(name, (sum.get(name) ?? 0) + count);
  return Object.fromEntries(sum);
}

/** Each of `names`, `times` times. */
export function countOf(names: Iterable<string>, times = 1): Counts {
  let counts: Counts = {};
  for (const name of names) counts = { ...counts, [name]: (counts[name] ?? 0) + times };
  return counts;
}
