import fc from "fast-check";
import { expect, test } from "vitest";
import { describeWithOracle } from "../../oracle/oracle-suite.ts";
import { deleteRequest } from "../../oracle/sample-requests.ts";
import { searchOf } from "../../searches/search-of.ts";
import { answersOf, sample } from "./asked-patterns.ts";
import { matchesIn } from "./matches.ts";

const { seed, size } = searchOf("patterns-in-go");

describeWithOracle("patterns in Go", {}, (oracle) => {
  test(`match what they match in TypeScript (seed ${seed})`, async () => {
    const samples = fc.sample(sample, { numRuns: size, seed }).flatMap((one) => {
      const cel = matchesIn(one.pattern, one.flags);
      return cel === undefined ? [] : [{ ...one, cel }];
    });
    for (let at = 0; at < samples.length; at += 100) {
      const some = samples.slice(at, at + 100);
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
