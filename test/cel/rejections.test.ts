import { expect, test } from "vitest";
import { answerOf } from "./answer-of.ts";
import { celEnvironment } from "../../compiler/cel/index.ts";

/** The API server does not store a policy with one of these. */
const uncompiled: readonly (readonly [cel: string, because: RegExp])[] = [
  ["math.greatest(1, 2)", /undeclared reference to 'math'/],
  ["cel.bind(x, 1, x)", /undeclared reference to/],
  ["base64.encode(object.a)", /undeclared reference to 'base64'/],
  ["'abc'.reverse()", /undeclared reference to 'reverse'/],
  ["[[1]].flatten()", /undeclared reference to 'flatten'/],
  ["[2, 1].sort()", /undeclared reference to 'sort'/],
  ["'a'.lowerAscii('b')", /no matching overload for 'lowerAscii'/],
  ["9223372036854775808", /invalid int literal/],
  ["unknown == 1", /undeclared reference to 'unknown'/],
  ["variables.nothing", /undefined field 'nothing'/],
  ["params.x", /undeclared reference to 'params'/],
  ["request.object", /undefined field 'object'/],
  ["request.uid", /undefined field 'uid'/],
  ["request['name']", /no matching overload for '_\[_\]' applied to '\(.*, string\)'/],
  ["has(request.userInfo.name)", /undefined field 'name'/],
  ["namespaceObject.metadata.uid", /undefined field 'uid'/],
  ["namespaceObject.metadata.?ownerReferences", /undefined field 'ownerReferences'/],
  ["has(object['x'])", /invalid argument to has/],
  ["object.a ? object.b ? 1 : 2 : 3", /syntax error at 20/],
  ["object.", /unexpected end/],
  ["'\\ud800'", /invalid unicode code point/],
  ["1 == 'a'", /no matching overload for '_==_' applied to '\(int, string\)'/],
  ["object.a.matches('(')", /missing argument to repetition|missing closing|invalid matches argument/],
];

test.each(uncompiled)("%s does not compile", (cel, because) => {
  expect(answerOf({ cel, object })).toEqual({ uncompiled: expect.stringMatching(because) as unknown });
});

test.each([
  ["null == variables.x", "'a'", /\(null, string\)/],
  ["1 in variables.x", "['a'].map(x, x)", /\(int, list\(string\)\)/],
  ["variables.x['a'] == 1", "{'a': 'b'}", /\(string, int\)/],
])("%s does not compile where the variable is %s, whose type is known", (cel, x, because) => {
  expect(answerOf({ cel, variables: { x } })).toEqual({ uncompiled: expect.stringMatching(because) as unknown });
});

test("what a schema has no type for is dyn in a variable", () => {
  expect(answerOf({ cel: "variables.x == 1", variables: { x: "optional.of('a')" } })).toEqual({ value: false });
});

/** An answer here would be one that the API server does not give. */
const rejected: readonly (readonly [cel: string, because: RegExp])[] = [
  ["timestamp('2026-01-01T00:00:00Z').getHours('Europe/Berlin') == 1", /time zone/],
  ["object.text.matches(object.pattern)", /the pattern/],
  // An error, in words that name Go types.
  ["object[null]", /null_type as key/],
];

const object = '{"i": 1, "a": true, "b": false, "text": "x", "pattern": "(", "zone": "Europe/Berlin"}';

test.each(rejected)("%s is not evaluated here", (cel, because) => {
  expect(answerOf({ cel, object })).toEqual({ rejected: expect.stringMatching(because) as unknown });
});

test("a rejection is not absorbed, and says what to do", () => {
  const hours = "timestamp('2026-01-01T00:00:00Z').getHours(object.zone)";
  for (const cel of [
    `${hours} == 1 || true`,
    `[1, 2].exists(x, ${hours} == x || true)`,
    `!([1].all(x, ${hours} > x) && false)`,
  ]) {
    expect(answerOf({ cel, object })).toEqual({
      rejected: expect.stringMatching(/^not evaluated here, use --server: .*time zone/) as unknown,
    });
  }
});

test("an expression is compiled once", () => {
  const { compile } = celEnvironment({ kube: "1.30", names: { object: "dyn" } });
  expect(compile("object.x == 1")).toBe(compile("object.x == 1"));
});
