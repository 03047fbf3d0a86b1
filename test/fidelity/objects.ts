import fc from "fast-check";
import type { Body, Request } from "../language/language-case.ts";
import type { RuleKind } from "./rule-kind.ts";

/** What is odd about an object. */
export type ObjectLabel = "valid" | "sparse" | "malformed" | "unicode" | "huge";

export const objectLabels: readonly ObjectLabel[] = ["valid", "sparse", "malformed", "unicode", "huge"];

export interface GeneratedRequest {
  readonly label: ObjectLabel;
  readonly request: Request;
}

const word = fc.constantFrom(
  "",
  "a",
  "true",
  "x/a",
  "x/a-true",
  "a/a/a",
  " a\t",
  "constructor",
  "é🦀",
  "a/true",
  "Thing",
  "DELETE",
);
const key = fc.constantFrom("a", "x/a", "constructor", "toString", "true");
const number = fc.constantFrom(0, 1, 2.5, -3, 2, 1e300, 9007199254740991);

/** Of which CEL, RE2 and TypeScript think differently: what is white space, a line's end, a letter, one character. */
const character = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(..."\u0085\ufeff\r\u2028\u2029") },
  { weight: 4, arbitrary: fc.constantFrom(..."\n\t\v\u001f\u007f\u00a0\u200b\u3000\u212a\u017fßİé🦀", "e\u0301") },
);

/** Text whose UTF-16 units, code points and bytes differ, that is composed in two ways, or that only looks alike. */
const odd = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(fc.constantFrom("", "a"), character, fc.constantFrom("", "b")).map((parts) => parts.join("")),
  },
  { weight: 1, arbitrary: fc.constantFrom("\\", "'", '"', "`${a}`") },
  { weight: 1, arbitrary: fc.string({ unit: "grapheme", maxLength: 4 }) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 4 }).map((text) => text.toWellFormed()) },
);
const oddKey = fc.oneof(odd, fc.constantFrom("", "__proto__", "a.b/c", "hasOwnProperty", "ключ", "a b", "length", "0"));

/** What is read from text: most of it can be, some nearly. */
const readable = {
  amount: fc.constantFrom("1Gi", "1024Mi", "0.5", "500m", "2", "1e3", "-1", "10Ti", "1k", ".", "1 Gi", "8Ei", "1e100"),
  period: fc.constantFrom("1h", "90m", "1h30m", "0", "1.5h", "-10s", "300ms", "1d", "", "5", "999999h", "1h1h"),
  since: fc.constantFrom(
    "2026-01-01T00:00:00Z",
    "2026-01-01T01:00:00+01:00",
    "2020-02-29T10:00:00Z",
    "2099-12-31T23:59:59.999999999Z",
    "2026-06-01T00:00:00.000000001Z",
    "2025-02-29T00:00:00Z",
    "1969-12-31T00:00:00Z",
    "2026-01-01",
    "2026-01-01t00:00:00z",
  ),
  address: fc.constantFrom("10.1.2.3", "::1", "127.0.0.1", "fe80::1", "::ffff:10.1.2.3", "10.1.2", "010.1.2.3", "2001:db8::1"),
  range: fc.constantFrom("10.0.0.0/8", "10.1.2.3/16", "192.168.0.0/24", "::/0", "2001:db8::/32", "10.0.0.0", "10.0.0.0/33"),
};

/** What can be stored where no schema forbids it. */
const anything: fc.Arbitrary<unknown> = fc.oneof(
  word,
  number,
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.oneof(word, number, fc.constant(null)), { maxLength: 2 }),
  fc.dictionary(key, fc.oneof(word, number), { maxKeys: 2 }),
);

interface Style {
  readonly word: fc.Arbitrary<string>;
  readonly key: fc.Arbitrary<string>;
  /** In ten, how many fields are missing, and how many have another type than declared. */
  readonly missing: number;
  readonly wrong: number;
}

function specOf({ word: text, key: name, missing, wrong }: Style): fc.Arbitrary<unknown> {
  const either = (value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
    wrong === 0 ? value : fc.oneof({ weight: 10 - wrong, arbitrary: value }, { weight: wrong, arbitrary: anything });
  const fields = (shape: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<unknown> =>
    fc
      .tuple(
        ...Object.entries(shape).map(([field, value]) =>
          fc.tuple(fc.constant(field), either(value), fc.integer({ min: 0, max: 9 })),
        ),
      )
      .map((entries) =>
        Object.fromEntries(entries.filter(([, , luck]) => luck >= missing).map(([field, value]) => [field, value])),
      );
  const list = (element: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> => fc.array(either(element), { maxLength: 3 });
  return fields({
    name: text,
    size: number,
    limit: number,
    on: fc.boolean(),
    inner: fields({ name: text, on: fc.boolean() }),
    map: fc.dictionary(name, either(text), { maxKeys: 3 }),
    ...readable,
    port: fc.oneof(number, text),
    any: anything,
    hosts: fc.oneof(text, list(text)),
    names: list(text),
    items: list(fields({ name: text, size: number, tags: list(text) })),
  });
}

const marks = fc.dictionary(key, word, { minKeys: 1, maxKeys: 3 });
/** Some have more keys than a message may sort (10), or exactly as many. */
const labels = fc.oneof(
  { weight: 9, arbitrary: fc.dictionary(key, fc.constantFrom("", "a", "true"), { minKeys: 1, maxKeys: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom(10, 11).map((size) => numbered(size)) },
);
const finalizers = fc.uniqueArray(fc.constantFrom("x/a", "a/true", "x/constructor"), { minLength: 1, maxLength: 3 });
const metadata = (
  annotations: fc.Arbitrary<object>,
  requiredKeys: ("labels" | "annotations" | "finalizers")[] = [],
): fc.Arbitrary<object> => fc.record({ annotations, labels, finalizers }, { requiredKeys });

const plain = { word, key, missing: 0, wrong: 0 };
const oddStyle = { word: odd, key: oddKey, missing: 2, wrong: 1 };

/** More than a walk may be over (2,000), more than one inside another (100), just within, and long text. */
const sizes = fc.constantFrom(100, 101, 2000, 2001);
const huge: fc.Arbitrary<Body> = fc
  .tuple(fc.constantFrom("names", "map", "items", "tags", "tags", "text", "annotations"), sizes, specOf(plain), metadata(marks))
  .map(([what, size, spec, meta]) => hugeBody(what, size, { spec: spec as object, meta }));

function numbered(size: number): Readonly<Record<string, string>> {
  return Object.fromEntries(Array.from({ length: size }, (_, at) => [`a${at}`, "true"]));
}

function hugeBody(what: string, size: number, { spec, meta }: { readonly spec: object; readonly meta: object }): Body {
  const many = Array.from({ length: size }, (_, at) => `a${at}`);
  const map = numbered(size);
  const bodies: Readonly<Record<string, Body>> = {
    names: { metadata: meta, spec: { ...spec, names: many } },
    map: { metadata: meta, spec: { ...spec, map } },
    items: { metadata: meta, spec: { ...spec, items: many.map((name) => ({ name, size: 1, tags: ["a"] })) } },
    tags: { metadata: meta, spec: { ...spec, items: [{ name: "a", tags: many }] } },
    text: { metadata: { ...meta, annotations: { a: "x/".repeat(size * 10) } }, spec: { ...spec, name: "a/".repeat(size * 20) } },
    annotations: { metadata: { ...meta, annotations: map }, spec },
  };
  return bodies[what] ?? {};
}

const bodies: Readonly<Record<ObjectLabel, fc.Arbitrary<Body>>> = {
  valid: fc.record({ metadata: metadata(marks, ["labels", "annotations", "finalizers"]), spec: specOf(plain) }),
  sparse: fc.record({ metadata: metadata(marks), spec: specOf({ ...plain, missing: 7 }) }, { requiredKeys: ["metadata"] }),
  malformed: fc.oneof(
    { weight: 6, arbitrary: fc.record({ metadata: metadata(marks), spec: specOf({ ...plain, missing: 1, wrong: 4 }) }) },
    { weight: 1, arbitrary: fc.record({ metadata: metadata(marks), spec: anything }) },
  ),
  unicode: fc.record({ metadata: metadata(fc.dictionary(key, odd, { minKeys: 1, maxKeys: 3 })), spec: specOf(oddStyle) }),
  huge,
};

const label: fc.Arbitrary<ObjectLabel> = fc.oneof(
  { weight: 33, arbitrary: fc.constant("valid" as const) },
  { weight: 20, arbitrary: fc.constant("sparse" as const) },
  { weight: 24, arbitrary: fc.constant("malformed" as const) },
  { weight: 17, arbitrary: fc.constant("unicode" as const) },
  { weight: 6, arbitrary: fc.constant("huge" as const) },
);

const circumstances = fc.record(
  {
    namespace: fc.record({ labels: fc.dictionary(key, fc.constantFrom("a", "true"), { minKeys: 1 }) }),
    groups: fc.constantFrom(["x/a"], ["a"]),
    user: fc.constantFrom("a", "x/a", "true"),
    // Without permissions a request is one of a cluster's master.
    permissions: fc.constant([]),
  },
  { requiredKeys: [] },
);

const options = fc.record(
  { propagationPolicy: fc.constantFrom("Orphan", "Background"), gracePeriodSeconds: fc.constantFrom(0, 1) },
  { requiredKeys: [] },
);

/** Requests that a rule of this kind is about. */
export function requestsFor(kind: RuleKind): fc.Arbitrary<GeneratedRequest> {
  return label.chain((of) => requestOf(bodies[of], kind).map((request) => ({ label: of, request })));
}

function requestOf(body: fc.Arbitrary<Body>, { operation, isCollection }: Partial<RuleKind>): fc.Arbitrary<Request> {
  const about = circumstances;
  if (operation === "create-or-update")
    return fc.oneof(requestOf(body, { operation: "create" }), requestOf(body, { operation: "update" }));
  if (operation === "create")
    return fc.tuple(body, about).map(([written, rest]): Request => ({ operation: "CREATE", written, ...rest }));
  if (operation === "update")
    return fc.tuple(body, body, fc.boolean(), about).map(([stored, other, isSame, rest]): Request => ({
      operation: "UPDATE",
      stored,
      written: isSame ? stored : other,
      ...rest,
    }));
  return fc.tuple(body, options, about).map(([stored, sent, rest]): Request => ({
    stored,
    options: sent,
    ...(isCollection === true && { isCollection }),
    ...rest,
  }));
}
