import { CelOptional, type CelValue } from "../../compiler/cel/index.ts";
import type { Query } from "./answer-of.ts";

/** What cel-go answers. Every row was put to apiserver 0.37.1 with cel-go 0.29.2, emulating 1.30 and 1.37. */
export interface Row extends Query {
  readonly gives?: CelValue;
  readonly fails?: string;
}

/** Rows over one object. */
interface Section {
  /** Where cel-go says so, from the root of its repository. */
  readonly source: string;
  readonly object: string;
  readonly rows: readonly Row[];
}

export const sections: Readonly<Record<string, Section>> = {
  "a stored number is an int when it is written as one": {
    source: "sigs.k8s.io/json: convertNumber",
    object:
      '{"int": 1, "point": 1.0, "exponent": 1e3, "half": 0.5, "large": 9223372036854775807, "larger": 9223372036854775808, "zero": -0}',
    rows: [
      { cel: "type(object.int) == int", gives: true },
      { cel: "type(object.point) == double", gives: true },
      { cel: "type(object.exponent) == double", gives: true },
      { cel: "type(object.half) == double", gives: true },
      { cel: "type(object.large) == int", gives: true },
      { cel: "type(object.larger) == double", gives: true },
      { cel: "type(object.zero) == int", gives: true },
      { cel: "object.int == 1 && object.int == 1.0 && object.point == 1", gives: true },
    ],
  },
  "an int and a double compare as doubles, within the range of int64": {
    source: "common/types/compare.go",
    object:
      '{"odd": 9007199254740993, "even": 9007199254740992, "max": 9223372036854775807, "one": 1, "half": 1.5, "huge": 1e300}',
    rows: [
      { cel: "object.odd == 9007199254740992.0", gives: true },
      { cel: "object.odd == object.even", gives: false },
      { cel: "object.odd > 9007199254740992.0", gives: false },
      { cel: "double(object.odd) == double(object.even)", gives: true },
      { cel: "object.one < object.half && object.half < 2", gives: true },
      { cel: "object.max < object.huge && object.huge > object.max", gives: true },
      { cel: "object.one <= 1.0 && object.one >= 1.0", gives: true },
      { cel: "object.one in [1.0, 2.0] && object.half in [1, 2]", gives: false },
      { cel: "object.odd in [9007199254740992.0]", gives: false },
      { cel: "dyn([1, 2]) == dyn([1.0, 2.0]) && dyn({'a': 1}) == dyn({'a': 1.0})", gives: true },
    ],
  },
  "equality is never an error": {
    source: "common/types/util.go: Equal",
    object: '{"text": "1", "n": null, "list": [1, "a"], "map": {"a": 1}, "other": {"a": 1.0}, "flag": true}',
    rows: [
      { cel: "object.text == 1", gives: false },
      { cel: "object.text != true", gives: true },
      { cel: "object.n == null && object.text != null", gives: true },
      { cel: "object.list == ['a']", gives: false },
      { cel: "object.list == [dyn(1), dyn('a')]", gives: true },
      { cel: "object.map == object.other", gives: true },
      { cel: "object.map == object.list || object.map == object.text", gives: false },
      { cel: "object.flag == true == object.flag", gives: true },
    ],
  },
  "optionals compare by what they hold": {
    source: "common/types/optional.go: Equal",
    object: '{"a": "x", "n": null, "i": 1}',
    rows: [
      { cel: "object.?a == optional.of('x')", gives: true },
      { cel: "object.?a != optional.of('y')", gives: true },
      { cel: "object.?b == optional.none()", gives: true },
      { cel: "object.?n == optional.none()", gives: false },
      { cel: "object.?i == optional.of(dyn(1.0))", gives: true },
      { cel: "dyn(object.?a) == dyn('x')", gives: false },
    ],
  },
  "`.?` and `[?]` are safe on everything but a list": {
    source: "interpreter/attributes.go: refQualify",
    object: '{"a": {"b": null, "c": "x"}, "list": ["p"], "text": "t", "n": null, "i": 1}',
    rows: [
      { cel: "object.?a.?c", gives: new CelOptional("x") },
      { cel: "object.?a.c", gives: new CelOptional("x") },
      { cel: "object.?x.?y[?'z'].w", gives: CelOptional.none },
      { cel: "object.?text.?x", gives: CelOptional.none },
      { cel: "object.?n.?x", gives: CelOptional.none },
      { cel: "object.?i.?x", gives: CelOptional.none },
      { cel: "object.?a.?b", gives: new CelOptional(null) },
      { cel: "object.?a.?b.orValue('d')", gives: null },
      { cel: "object.?list.?x", fails: "unsupported index type 'string' in list" },
      { cel: "object.list[?'x']", fails: "unsupported index type 'string' in list" },
      { cel: "object.?list[?0]", gives: new CelOptional("p") },
      { cel: "object.list[?1]", gives: CelOptional.none },
      { cel: "object.a[?'c'].orValue('')", gives: "x" },
    ],
  },
  "an optional in a variable is not opened by what follows": {
    source: "interpreter/attributes.go: applyQualifiers",
    object: '{"a": {"b": "x"}}',
    rows: [
      { cel: "variables.a.?b", variables: { a: "object.?a" }, gives: CelOptional.none },
      { cel: "variables.a[?'b'].orValue('absent')", variables: { a: "object.?a" }, gives: "absent" },
      { cel: "variables.a.b", variables: { a: "object.?a" }, fails: "no such key: b" },
      { cel: "has(variables.a.b)", variables: { a: "object.?a" }, gives: false },
      { cel: "variables.a.orValue({}).?b", variables: { a: "object.?a" }, gives: new CelOptional("x") },
      { cel: "variables.a.or(optional.none()).?b", variables: { a: "object.?a" }, gives: new CelOptional("x") },
      { cel: "(true ? variables.a : optional.none()).?b", variables: { a: "object.?a" }, gives: CelOptional.none },
      { cel: "(true ? object.?a : optional.none()).?b", gives: new CelOptional("x") },
      { cel: "variables.a.?b", variables: { a: "object.a" }, gives: new CelOptional("x") },
    ],
  },
  "or, orValue and hasValue": {
    source: "cel/library.go: evalOptionalOr, evalOptionalOrValue",
    object: '{"a": "x"}',
    rows: [
      { cel: "object.?a.or(object.?b)", gives: new CelOptional("x") },
      { cel: "object.?b.or(object.?a)", gives: new CelOptional("x") },
      { cel: "object.?a.or(optional.of(object.missing)).orValue('')", gives: "x" },
      { cel: "object.?a.orValue(object.missing)", gives: "x" },
      { cel: "object.?b.orValue(object.missing)", fails: "no such key: missing" },
      { cel: "optional.none().hasValue()", gives: false },
      { cel: "optional.of(null).hasValue()", gives: true },
      { cel: "object.a.hasValue()", fails: "no such overload: hasValue(string)" },
      { cel: "object.a.orValue('')", fails: "no such overload" },
    ],
  },
  "plain access fails": {
    source: "interpreter/attributes.go: refQualify",
    object: '{"a": {"constructor": "own"}, "list": ["p"], "text": "t", "n": null}',
    rows: [
      { cel: "object.x", fails: "no such key: x" },
      { cel: "object.text.x", fails: "no such key: x" },
      { cel: "object.n.x", fails: "no such key: x" },
      { cel: "object.a['x y']", fails: "no such key: x y" },
      { cel: "object.list[1]", fails: "index out of bounds: 1" },
      { cel: "object.list[-1]", fails: "index out of bounds: -1" },
      { cel: "object.list.x", fails: "unsupported index type 'string' in list" },
      { cel: "object.list.filter(x, x == 'q')[0]", fails: "index out of bounds: 0" },
      { cel: "object.a.toString", fails: "no such key: toString" },
      { cel: "object.a.constructor", gives: "own" },
      { cel: "object.a[1]", fails: "no such key: 1" },
    ],
  },
  "keys are only keys": {
    source: "common/types/map.go",
    object: '{"__proto__": {"x": 1}, "constructor": 2, "": "empty", "a.b/c": "odd"}',
    rows: [
      { cel: "object['__proto__'].x == 1 && object.constructor == 2", gives: true },
      { cel: "'__proto__' in object && !('toString' in object)", gives: true },
      { cel: "'x' in object || 'hasOwnProperty' in object", gives: false },
      { cel: "object[''] + object[?'a.b/c'].orValue('')", gives: "emptyodd" },
      { cel: "{'__proto__': 'p', 'constructor': 'c'}['constructor']", gives: "c" },
      { cel: "size({'__proto__': 'p', 'constructor': 'c'})", gives: 2n },
      { cel: "{}[?'constructor']", gives: CelOptional.none },
      { cel: "object.exists(k, k == '__proto__')", gives: true },
    ],
  },
  "has tests the last step": {
    source: "interpreter/interpretable.go: evalTestOnly",
    object: '{"a": {"b": null}, "text": "t", "list": []}',
    rows: [
      { cel: "has(object.a.b) && !has(object.a.c)", gives: true },
      { cel: "has(object.text.x)", gives: false },
      { cel: "has(object.x.y)", fails: "no such key: x" },
      { cel: "has(object.?x.y)", gives: false },
      { cel: "has(object.list.x)", fails: "unsupported index type 'string' in list" },
    ],
  },
  "&& and || absorb errors on either side": {
    source: "interpreter/interpretable.go: evalAnd, evalOr",
    object: '{"t": true, "text": "x"}',
    rows: [
      { cel: "object.missing && false", gives: false },
      { cel: "false && object.missing", gives: false },
      { cel: "object.missing || true", gives: true },
      { cel: "true || object.missing", gives: true },
      { cel: "object.missing && true", fails: "no such key: missing" },
      { cel: "object.a && object.b", fails: "no such key: a" },
      { cel: "object.a || false || object.b", fails: "no such key: a" },
      { cel: "object.text && false", gives: false },
      { cel: "object.text && true", fails: "no such overload" },
      { cel: "object.text ? 1 : 2", fails: "no such overload" },
      { cel: "!object.text", fails: "no such overload" },
      { cel: "object.missing ? true : true", fails: "no such key: missing" },
    ],
  },
  "exists and all absorb errors, map and filter do not": {
    source: "parser/macro.go",
    object: '{"list": ["a", 1, null], "map": {"k": "v"}, "text": "x"}',
    rows: [
      { cel: "object.list.exists(x, x.startsWith('a'))", gives: true },
      { cel: "object.list.exists(x, x.startsWith('b'))", fails: "no such overload" },
      { cel: "object.list.all(x, x.startsWith('b'))", gives: false },
      { cel: "object.list.all(x, x.startsWith('a'))", fails: "no such overload" },
      { cel: "object.list.filter(x, x.startsWith('a'))", fails: "no such overload" },
      { cel: "object.list.filter(x, x.one == 1 || x == 1)", fails: "no such key: one" },
      { cel: "object.list.map(x, type(x) == string)", gives: [true, false, false] },
      { cel: "object.map.map(k, k + '=' + object.map[k])", gives: ["k=v"] },
      { cel: "object.map.all(k, object.map[k] == 'v')", gives: true },
      { cel: "[].all(x, x == 1) && ![].exists(x, x == 1)", gives: true },
      { cel: "object.text.exists(x, true)", fails: "got 'types.String', expected iterable type" },
      { cel: "object.list[2].all(x, true)", fails: "got 'types.Null', expected iterable type" },
      { cel: "object.list.exists(x, ['a'].exists(y, x == y))", gives: true },
      { cel: "object.list.map(object, object)[1]", gives: 1n },
    ],
  },
  in: {
    source: "common/stdlib/standard.go: inAggregate; interpreter/decorators.go: maybeOptimizeSetMembership",
    object: '{"list": ["a", 1, null], "map": {"k": null}, "text": "x", "n": null, "d": 1.0}',
    rows: [
      { cel: "'a' in object.list && 1 in object.list && 1.0 in object.list", gives: true },
      { cel: "'1' in object.list", gives: false },
      { cel: "'k' in object.map && !('v' in object.map)", gives: true },
      { cel: "1 in object.map", gives: false },
      { cel: "object.list in ['a', 'b']", gives: false },
      { cel: "object.n in ['a']", gives: false },
      { cel: "object.d in [1, 2]", gives: true },
      { cel: "'x' in object.text", fails: "no such overload" },
      { cel: "'x' in object.n", fails: "no such overload" },
      { cel: "object.missing in ['a']", fails: "no such key: missing" },
    ],
  },
  "all relations rank alike": {
    source: "parser/gen/CEL.g4: relation",
    object: '{"a": 1, "b": 1}',
    rows: [
      { cel: "object.a == object.b in [true]", gives: true },
      { cel: "object.a == object.b in [false] == false", gives: true },
      { cel: "object.a == (object.b in [1]) in [false]", gives: true },
      { cel: "object.a < 2 == (object.b < 2)", gives: true },
      { cel: "(object.a == 1) == (object.b == 1)", gives: true },
    ],
  },
  "text is counted and ordered in code points": {
    source: "common/types/string.go",
    object: '{"emoji": "😀", "wide": "！", "text": "a😀b", "composed": "é", "decomposed": "e\\u0301", "lone": "\\ud800"}',
    rows: [
      { cel: "size(object.emoji)", gives: 1n },
      { cel: "size(object.text)", gives: 3n },
      { cel: "object.wide < object.emoji", gives: true },
      { cel: "'' < object.wide && 'a' < 'ab' && 'Z' < 'a'", gives: true },
      { cel: "object.composed == object.decomposed", gives: false },
      { cel: "object.lone == '\\uFFFD'", gives: true },
      { cel: "object.text.contains('😀') && object.text.startsWith('a😀') && object.text.endsWith('\\U0001F600b')", gives: true },
      { cel: "object.text.split('😀')", gives: ["a", "b"] },
      { cel: "object.text.split('')", gives: ["a", "😀", "b"] },
      { cel: "''.split('')", gives: [] },
      { cel: "''.split(',')", gives: [""] },
      { cel: "['a', 'b'].join(', ') + [].join('x')", gives: "a, b" },
      { cel: "object.wide < 1", fails: "no such overload" },
    ],
  },
  "matches is RE2, anywhere in the text": {
    source: "common/types/string.go: Match",
    object: '{"text": "Abc\\n", "emoji": "😀", "i": 1}',
    rows: [
      { cel: "object.text.matches('b')", gives: true },
      { cel: "object.text.matches('^abc')", gives: false },
      { cel: "object.text.matches('(?i)^abc')", gives: true },
      { cel: "object.text.matches('^[ -~]*$')", gives: false },
      { cel: "object.text.matches('c$')", gives: false },
      { cel: "object.text.matches('(?m)c$')", gives: true },
      { cel: "object.text.matches('[[:upper:]]')", gives: true },
      { cel: "object.emoji.matches('^.$')", gives: true },
      { cel: "object.i.matches('1')", fails: "no such overload" },
      { cel: "object.i.matches(object.text)", fails: "no such overload: matches" },
    ],
  },
  "functions over what they do not take": {
    source: "common/decls/decls.go: MaybeNoSuchOverload",
    object: '{"i": 1, "n": null, "text": "t", "list": [1], "mixed": ["a", 1], "map": {}}',
    rows: [
      { cel: "size(object.i)", fails: "no such overload: size" },
      { cel: "size(object.n)", fails: "no such overload: size" },
      { cel: "object.i.startsWith('x')", fails: "no such overload" },
      { cel: "object.i.split(',')", fails: "no such overload: split(int, string)" },
      { cel: "object.list.join(',')", fails: "no such overload: join(list, string)" },
      { cel: "object.mixed.join(',')", fails: "join: invalid input: 1" },
      { cel: "double(object.n)", fails: "no such overload: double(null_type)" },
      { cel: "object.i < object.text", fails: "no such overload" },
      { cel: "object.n < 1", fails: "no such overload: _<_" },
      { cel: "object.map <= object.map", fails: "no such overload: _<=_" },
      { cel: "object.text + object.i", fails: "no such overload" },
      { cel: "object.n + 'x'", fails: "no such overload: _+_" },
      { cel: "object.list + object.mixed", gives: [1n, "a", 1n] },
    ],
  },
  type: {
    source: "common/stdlib/standard.go",
    object: '{"text": "", "i": 1, "d": 1.5, "b": true, "list": [], "map": {}, "n": null}',
    rows: [
      {
        cel: "type(object.text) == string && type(object.i) == int && type(object.d) == double && type(object.b) == bool",
        gives: true,
      },
      { cel: "type(object.list) == list && type(object.map) == map && type(object.n) == null_type", gives: true },
      { cel: "type(object.text) == int || type(object.n) == map", gives: false },
      { cel: "type(object.?x.orValue(null)) == string", gives: false },
    ],
  },
  "variables fail wherever they are read": {
    source: "apiserver: pkg/admission/plugin/cel/composition.go",
    object: "{}",
    rows: [
      {
        cel: "variables.a == 1",
        variables: { a: "object.x" },
        fails: 'composited variable "a" fails to evaluate: no such key: x',
      },
      {
        cel: "variables.b",
        variables: { a: "object.x", b: "variables.a + ''" },
        fails: 'composited variable "b" fails to evaluate: composited variable "a" fails to evaluate: no such key: x',
      },
      { cel: "true || variables.a", variables: { a: "object.x" }, gives: true },
      { cel: "variables.a || true", variables: { a: "object.x" }, gives: true },
    ],
  },
};

/** Every row with its object. */
export const engineRows: readonly (Row & { readonly section: string })[] = Object.entries(sections).flatMap(
  ([section, { object, rows }]) => rows.map((row) => ({ section, object, ...row })),
);
