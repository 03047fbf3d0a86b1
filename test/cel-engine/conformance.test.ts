import { expect, test } from "vitest";
import { describeWithOracle } from "../oracle/oracle-suite.ts";
import { deleteRequest } from "../oracle/sample-requests.ts";
import { type Outcome, answerOf, costOf, outcomeOf } from "./conformance-answer.ts";
import { conformanceTests } from "./conformance-suite.ts";
import { textOfEncoded } from "./encoded-text.ts";

const rows = conformanceTests.map((one) => ({ test: one, outcome: outcomeOf(one) }));
const rowsWith = (outcome: Outcome) => rows.filter((row) => row.outcome === outcome);

/** Where Kubernetes' cel-go, and so the engine, answers otherwise than cel-spec asks; the oracle says the same below. */
const others = [
  "fields: map_value_repeat_key",
  "optionals: map_null_entry_no_such_key",
  "optionals: map_present_key_invalid_field",
  "string_ext: list support for string",
  "string_ext: map support for string",
  "string_ext: map support (all key types)",
  "string_ext: positive infinity support for fixed-point",
  "string_ext: negative infinity support for fixed-point",
  "string_ext: dyntype NaN/infinity support",
  "string_ext: dyntype support for lists",
  "string_ext: dyntype support for maps",
  "string_ext: indexof_out_of_range",
  "string_ext: lastindexof_out_of_range",
];

test("cel-spec's tests are answered as they say, or not at all", () => {
  console.info(table());
  expect(
    rowsWith("other")
      .map(({ test: { file, name } }) => `${file}: ${name}`)
      .toSorted(),
  ).toEqual(others.toSorted());
  const counts = Object.fromEntries(
    (["right", "other", "uncompiled", "refused"] as const).map((one) => [one, rowsWith(one).length]),
  );
  expect(counts).toEqual({ right: 1309, other: others.length, uncompiled: 361, refused: 661 });
});

/** `string_ext  188 right, 12 other, ...` */
function table(): string {
  const files = [...new Set(rows.map(({ test: { file } }) => file))];
  const lines = files.map((file) => {
    const own = rows.filter((row) => row.test.file === file);
    const count = (outcome: Outcome): string => String(own.filter((row) => row.outcome === outcome).length).padStart(5);
    return `${file.padEnd(16)}${count("right")} right${count("other")} other${count("uncompiled")} uncompiled${count("refused")} refused`;
  });
  return lines.join("\n");
}

describeWithOracle("cel-spec's tests in Kubernetes' cel-go", {}, (oracle) => {
  const input = deleteRequest();
  const isAlone = (row: (typeof rows)[number]): boolean => row.test.bindings === undefined && row.test.typeEnv === undefined;
  const ask = async (asked: typeof rows) => {
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
function compiles(row: (typeof rows)[number]): boolean {
  try {
    answerOf(row.test);
    return true;
  } catch {
    return false;
  }
}

/** A walk over a map ends early or late, since Go takes the keys in another order each time. */
function isOrdered({ test: { expr } }: (typeof rows)[number]): boolean {
  return !/\}\.(all|exists|exists_one|existsOne|map|filter|transform\w+)\(/.test(expr);
}
