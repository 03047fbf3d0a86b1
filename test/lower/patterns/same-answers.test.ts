import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CelValue, celEnvironment } from "../../../compiler/cel/index.ts";
import { searchOf } from "../../searches/search-of.ts";
import { answersOf, sample } from "./asked-patterns.ts";
import { matchesIn } from "./matches.ts";

const { seed, size } = searchOf("patterns");

const { compile } = celEnvironment({ kube: "1.30", names: { t: "string" } });

function localAnswers(cel: string, texts: readonly string[]): readonly CelValue[] {
  const program = compile(cel);
  return texts.map((one) => program.evaluate(new Map([["t", one]])));
}

describe(`patterns that somebody could write (seed ${seed})`, () => {
  test("match in local CEL what they match in TypeScript", () => {
    let [asked, rejected] = [0, 0];
    fc.assert(
      fc.property(sample, (one) => {
        const cel = matchesIn(one.pattern, one.flags);
        asked += 1;
        if (cel === undefined) rejected += 1;
        else expect(localAnswers(cel, one.texts), cel).toEqual(answersOf(one));
      }),
      { numRuns: size, seed },
    );
    console.info(`patterns: ${asked} asked, ${rejected} of them rejected`);
    expect(rejected).toBeLessThan(asked * 0.6);
  });
});
