import { expect, test } from "vitest";
import { answerOf } from "./cel/answer-of.ts";
import { compileCel } from "./cel-engine.ts";

/** An answer here would be one that the API server does not give. */
const refused: readonly (readonly [cel: string, because: RegExp])[] = [
  // cel-js has these and Kubernetes 1.30 has not.
  ["math.greatest(1, 2)", /Kubernetes 1.30 has no function math.greatest/],
  ["cel.bind(x, 1, x)", /Kubernetes 1.30 has no function cel.bind/],
  ["base64.encode(object.a)", /Kubernetes 1.30 has no function base64.encode/],
  ["'abc'.reverse()", /Kubernetes 1.30 has no function reverse/],
  ["[[1]].flatten()", /Kubernetes 1.30 has no function flatten/],
  ["[2, 1].sort()", /Kubernetes 1.30 has no function sort/],
  // Kubernetes has these and nobody emits them yet.
  ["'a'.lowerAscii()", /the function lowerAscii/],
  ["string(1)", /the function string/],
  ["timestamp('2026-01-01T00:00:00Z')", /the function timestamp/],
  ["quantity('1Gi')", /the function quantity/],
  ["[1].exists_one(x, x == 1)", /the function exists_one/],
  ["[1].map(x, x > 0, x)", /map with 3 arguments/],
  ["1 + 1", /arithmetic/],
  ["object.i - 1", /arithmetic/],
  ["-object.i", /arithmetic/],
  ["double('1')", /double\(...\) of a text/],
  ["1u", /the literal 1u/],
  ["b'bytes'", /the literal/],
  // The API server does not compile these.
  ["9223372036854775808", /beyond int64/],
  ["unknown == 1", /the name unknown/],
  ["variables.nothing", /there is none/],
  ["params.x", /the name params/],
  ["authorizer.path('/x').check('get').allowed()", /the function allowed/],
  ["request.object", /no object here/],
  ["request.uid", /no uid here/],
  ["request['name']", /no \[...\] here/],
  ["has(request.userInfo.name)", /no name here/],
  ["namespaceObject.metadata.uid", /no uid here/],
  ["namespaceObject.metadata.?ownerReferences", /no ownerReferences here/],
  ["'x'.matches('(?=a)')", /the pattern/],
  ["'x'.matches('(')", /the pattern/],
  ["has(object['x'])", /only a field/],
  ["object.a ? object.b ? 1 : 2 : 3", /without parentheses/],
  ["object.", /does not parse/],
  ["[?object.?a]", /does not parse/],
  ["'\\ud800'", /does not parse/],
  // cel-js reads these in another way.
  ["r'a\\'b' == object.a", /raw string|does not parse/],
  // An error, in words that name Go types.
  ["object[null]", /null_type as key/],
];

test.each(refused)("%s", (cel, because) => {
  const answer = answerOf({ cel, object: '{"i": 1, "a": true, "b": false}' });
  expect(answer).toEqual({ refused: expect.stringMatching(because) as unknown });
});

test("a refusal is not absorbed, and says what to do", () => {
  const object = '{"text": "1", "list": ["1"]}';
  for (const cel of [
    "double(object.text) == 1.0 || true",
    "object.list.exists(x, double(x) == 1.0 || true)",
    "!(object.list.all(x, double(x) > 1.0) && false)",
  ]) {
    expect(answerOf({ cel, object })).toEqual({ refused: "not evaluated here, use --server: double(...) of a text" });
  }
});

test("an expression is compiled once", () => {
  expect(compileCel("object.x == 1")).toBe(compileCel("object.x == 1"));
});
