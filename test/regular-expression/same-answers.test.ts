import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CelValue, celEnvironment } from "../../compiler/cel-engine/index.ts";
import { describeWithOracle } from "../oracle/oracle-suite.ts";
import { deleteRequest } from "../oracle/sample-requests.ts";
import { searchOf } from "../searches/search-of.ts";
import { matchesIn } from "./matches.ts";
import { flags, pattern, text } from "./written-patterns.ts";

const { seed, size } = searchOf("patterns");

const question = fc.record({ pattern, flags, texts: fc.array(text, { minLength: 4, maxLength: 12 }) });

const { compile } = celEnvironment({ kube: "1.30", names: { t: "string" } });

function localAnswers(cel: string, texts: readonly string[]): readonly CelValue[] {
  const program = compile(cel);
  return texts.map((one) => program.evaluate(new Map([["t", one]])));
}

function answersOf({
  pattern: written,
  flags: set,
  texts,
}: {
  pattern: string;
  flags: string;
  texts: readonly string[];
}): readonly boolean[] {
  const expression = new RegExp(written, set);
  return texts.map((one) => expression.test(one));
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
      { numRuns: size, seed },
    );
    console.info(`patterns: ${asked} asked, ${refused} of them refused`);
    expect(refused).toBeLessThan(asked * 0.6);
  });
});

describeWithOracle("patterns in Go", {}, (oracle) => {
  test(`match what they match in TypeScript (seed ${seed})`, async () => {
    const questions = fc.sample(question, { numRuns: size, seed }).flatMap((one) => {
      const cel = matchesIn(one.pattern, one.flags);
      return cel === undefined ? [] : [{ ...one, cel }];
    });
    for (let at = 0; at < questions.length; at += 100) {
      const some = questions.slice(at, at + 100);
      const expressions = some.map(({ cel, texts }) => `${JSON.stringify(texts)}.map(t, ${cel})`);
      const input = deleteRequest({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } });
      const { results } = await oracle().evaluate({ expressions, input });
      const answers = results.map(({ value, compileError }, index) => ({ cel: expressions[index], value, compileError }));
      expect(answers).toEqual(
        some.map((one, index) => ({ cel: expressions[index], value: { list: answersOf(one) }, compileError: undefined })),
      );
    }
  });
});
