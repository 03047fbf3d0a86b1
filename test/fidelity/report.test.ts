import { expect, test } from "vitest";
import { missedQuotas } from "./report.ts";
import { ruleKinds } from "./rule-kind.ts";
import { emptyTally, type Tally } from "./tally.ts";
import { constructNames } from "./write-rule.ts";

const kube = 30;
const [rare = "", ...others] = constructNames(kube);

/** A search that misses nothing but one construct. */
function searched(cases: number): Tally {
  const each = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, cases]));
  return {
    ...emptyTally,
    cases,
    rules: 1,
    hashes: ["one"],
    constructs: each(others),
    kinds: each(ruleKinds.map(({ name }) => name)),
    labels: { sparse: cases },
    evaluations: { denied: cases / 2, admitted: cases / 2 },
  };
}

test("a whole search misses a construct that it has not seen", () => {
  expect(missedQuotas(searched(1_000_000), kube)).toEqual([`fewer than 1 of 5,000 cases have: ${rare}`]);
});

test("one seed is too small to see every construct, and misses anything else", () => {
  expect(missedQuotas(searched(20_000), kube)).toEqual([]);
  expect(missedQuotas({ ...searched(20_000), evaluations: { denied: 20_000 } }, kube)).toEqual(["less than 25 % are admitted"]);
});
