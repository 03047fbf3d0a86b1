import { describe, expect, test } from "vitest";
import { describeWithOracle } from "../oracle/oracle-suite.ts";
import { deleteRequest } from "../oracle/sample-requests.ts";
import { answerOf, costOf } from "./conformance-answer.ts";
import type { ConformanceTest } from "./conformance-suite.ts";
import { textOfEncoded } from "./encoded-text.ts";
import { functionRows } from "./function-rows.ts";

describeWithOracle("functions that no policy is compiled to, in Kubernetes' cel-go", {}, (oracle) => {
  describe.each(Object.entries(functionRows))("%s", (name, expressions) => {
    test("give and cost what they do there", async () => {
      const { results } = await oracle().evaluate({ expressions, input: deleteRequest() });
      const said = results.map(({ value, compileError, cost }, at) => ({
        expr: expressions[at],
        answer: compileError ?? (value === undefined ? "error" : textOfEncoded(value)),
        cost,
      }));
      const ours = expressions.map((expr) => {
        const one: ConformanceTest = { file: name, name: expr, expr };
        return { expr, answer: answerOf(one), cost: costOf(one) };
      });
      expect(ours).toEqual(said);
    });
  });
});
