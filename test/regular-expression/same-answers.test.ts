import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CelValue, celEnvironment } from "../../compiler/cel-engine/index.ts";
import { answersOf, question, seed } from "./asked-patterns.ts";
import { matchesIn } from "./matches.ts";

const { compile } = celEnvironment({ kube: "1.30", names: { t: "string" } });

function localAnswers(cel: string, texts: readonly string[]): readonly CelValue[] {
  const program = compile(cel);
  return texts.map((one) => program.evaluate(new Map([["t", one]])));
}

describe(`patterns that somebody could write (seed ${seed})`, () => {
  test("match in local CEL what they match in TypeScript", () => {
    let [asked, refused] = [0, 0];
    fc.assert(
      fc.property(question, (one) => {
        const cel = matchesIn(one.pattern, one.flags);
        asked += 1;
        if (cel === undefined) refused += 1;
        else expect(localAnswers(cel, one.texts), cel).toEqual(answersOf(one));
      }),
      { numRuns: 5000, seed },
    );
    console.info(`patterns: ${asked} asked, ${refused} of them refused`);
    expect(refused).toBeLessThan(asked * 0.6);
  });
});
