import { expect, test } from "vitest";
import { describeWithOracle } from "../oracle/oracle-suite.ts";
import { deleteRequest } from "../oracle/sample-requests.ts";
import { answerOf, costOf } from "./conformance-answer.ts";
import { type ConformanceRow, rowsWith } from "./conformance-rows.ts";
import { textOfEncoded } from "./encoded-text.ts";

describeWithOracle("cel-spec's tests in Kubernetes' cel-go", {}, (oracle) => {
  const input = deleteRequest();
  const isAlone = (row: ConformanceRow): boolean => row.test.bindings === undefined && row.test.typeEnv === undefined;
  const ask = async (asked: readonly ConformanceRow[]) => {
    const { results } = await oracle().evaluate({ expressions: asked.map((row) => row.test.expr), input });
    return results;
  };

  test("what the engine answers, it answers", async () => {
    const asked = [...rowsWith("right"), ...rowsWith("other")].filter(isAlone).filter((row) => row.test.checkOnly !== true);
    const results = await ask(asked.filter(compiles));
    const different = asked.filter(compiles).flatMap((row, at) => {
      const result = results[at];
      const said = result?.value === undefined ? "error" : textOfEncoded(result.value);
      const ours = answerOf(row.test);
      return said === ours ? [] : [{ expr: row.test.expr, ours, said, result }];
    });
    expect(different).toEqual([]);
    expect(asked.length).toBeGreaterThan(1000);
  });

  test("what it costs is what the engine counts", async () => {
    const asked = rowsWith("right").filter(isAlone).filter(compiles).filter(isOrdered);
    const results = await ask(asked);
    const different = asked.flatMap((row, at) => {
      const [ours, counted] = [costOf(row.test), results[at]?.cost];
      return ours === counted ? [] : [`${row.test.expr}: ${ours}, ${counted} in Go`];
    });
    expect(different).toEqual([]);
    expect(asked.length).toBeGreaterThan(1000);
  });

  test("what the engine says does not compile, does not", async () => {
    const asked = rowsWith("uncompiled").filter(isAlone);
    const results = await ask(asked);
    const taken = asked.filter((_, at) => results[at]?.compileError === undefined && results[at]?.writeError === undefined);
    expect(taken.map(({ test: { file, expr } }) => `${file}: ${expr}`)).toEqual([]);
    expect(asked.length).toBeGreaterThan(300);
  });
});

/** An error that cel-spec asks for when the expression runs is one of the checker here. */
function compiles(row: ConformanceRow): boolean {
  try {
    answerOf(row.test);
    return true;
  } catch {
    return false;
  }
}

/** An iteration over a map ends early or late, since Go takes the keys in another order each time. */
function isOrdered({ test: { expr } }: ConformanceRow): boolean {
  return !/\}\.(all|exists|exists_one|existsOne|map|filter|transform\w+)\(/.test(expr);
}
