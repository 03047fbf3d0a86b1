import { describe, expect, test } from "vitest";

import { describeWithOracle } from "./oracle-suite.ts";
import { rawNumber } from "./raw-number.ts";
import { deleteRequest } from "./sample-requests.ts";

const widgets = { group: "x.example.com", version: "v1", resource: "widgets" };
const custom = (spec: object) => deleteRequest({ apiVersion: "x.example.com/v1", kind: "Widget", spec }, widgets);

describeWithOracle("CEL in the oracle", {}, (oracle) => {
  test("gives values with their types", async () => {
    const values: readonly (readonly [string, unknown])[] = [
      ["null", null],
      ["true", true],
      ["'ü'", "ü"],
      ["1", { int: "1" }],
      ["1u", { uint: "1" }],
      ["1.5", { double: "1.5" }],
      ["-0.0", { double: "-0" }],
      ["double('NaN')", { double: "NaN" }],
      ["1.0 / 0.0", { double: "Inf" }],
      ["b'a'", { bytes: "YQ==" }],
      ["[1, 2]", { list: [{ int: "1" }, { int: "2" }] }],
      [
        "{'b': 1, 'a': 2}",
        {
          map: [
            ["a", { int: "2" }],
            ["b", { int: "1" }],
          ],
        },
      ],
      ["optional.of('x')", { optional: ["x"] }],
      ["oldObject.?none", { optional: [] }],
      ["type(1)", { type: "int" }],
      ["timestamp('2020-01-01T01:00:00+01:00')", { timestamp: "2020-01-01T00:00:00Z" }],
      ["duration('90m')", { duration: "1h30m0s" }],
      ["quantity('1Gi')", { other: expect.stringContaining("kubernetes.Quantity") }],
    ];
    const { results } = await oracle().evaluate({ expressions: values.map(([text]) => text), input: deleteRequest() });
    expect(results.map(({ value }) => value)).toEqual(values.map(([, value]) => value));
  });

  test("keeps integers beyond those of JavaScript, and tells 1 from 1.0", async () => {
    const input = custom({ big: rawNumber("9007199254740993"), whole: rawNumber("1.0") });
    const { results } = await oracle().evaluate({
      expressions: ["oldObject.spec.big", "oldObject.spec.whole", "oldObject.spec.whole == 1"],
      input,
    });
    expect(results.map(({ value }) => value)).toEqual([{ int: "9007199254740993" }, { double: "1" }, true]);
  });

  test("tells errors of evaluation from those of compilation, and what each cost", async () => {
    const expressions = ["oldObject.spec.none", "1 +", "unknown", "oldObject.spec.a == 1"];
    const { results } = await oracle().evaluate({ expressions, input: custom({ a: 1 }) });
    expect(results).toMatchObject([
      { error: "no such key: none", cost: 3, type: "dyn" },
      { compileError: expect.stringContaining("Syntax error"), writeError: expect.stringContaining("Syntax error") },
      { compileError: expect.stringContaining("undeclared reference to 'unknown'") },
      { value: true, cost: 4, type: "bool" },
    ]);
  });

  test("evaluates the variables anew for every expression", async () => {
    const variables = [
      { name: "a", expression: "oldObject.spec.a" },
      { name: "b", expression: "variables.a + 1" },
    ];
    const { results } = await oracle().evaluate({
      expressions: ["variables.b", "variables.b * variables.a"],
      variables,
      input: custom({ a: 2 }),
    });
    expect(results).toMatchObject([
      {
        value: { int: "3" },
        variables: [
          { place: "variables.a", cost: 3 },
          { place: "variables.b", cost: 3 },
        ],
      },
      { value: { int: "6" }, variables: [{ place: "variables.a" }, { place: "variables.b" }] },
    ]);
  });

  test("knows the request, the Namespace, parameters and the authorizer", async () => {
    const expressions = [
      "request.operation",
      "namespaceObject.metadata.name",
      "params.limit",
      "authorizer.path('/x').check('get').reason()",
    ];
    const params = { apiVersion: "x.example.com/v1", kind: "Limit", limit: 5 };
    const input = { ...deleteRequest(), authorizer: [{ path: "/x", decision: "Allow", reason: "because" }] } as const;
    const { results } = await oracle().evaluate({ expressions, input, params });
    expect(results.map(({ value }) => value)).toEqual(["DELETE", "n", { int: "5" }, "because"]);
  });
});

describe.each([
  { kubernetes: "1.30", equal: { value: false } },
  { kubernetes: "1.37", equal: { error: "no such overload" } },
])("CEL in Kubernetes $kubernetes", ({ kubernetes, equal }) => {
  describeWithOracle("as the oracle emulates it", { kubernetes }, (oracle) => {
    test("compares the list of a built-in kind with something that is none", async () => {
      const input = deleteRequest({ metadata: { finalizers: ["a/b"] } });
      const { results } = await oracle().evaluate({ expressions: ["oldObject.metadata.finalizers == 'x'"], input });
      expect(results[0]).toMatchObject(equal);
    });

    test("may be stored one version after it is known", async () => {
      const { results } = await oracle().evaluate({ expressions: ["isIP('10.0.0.1')"], input: deleteRequest() });
      const rejected = { writeError: expect.stringContaining("undeclared reference to 'isIP'") };
      expect(results[0]).toMatchObject({ value: true, ...(kubernetes === "1.30" && rejected) });
    });
  });
});
