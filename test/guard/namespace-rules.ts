import fc from "fast-check";
import type { Request } from "../language/language-case.ts";

export interface Marks {
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** An update of a Namespace: its labels and annotations before and after. */
export interface NamespaceUpdate {
  readonly before: Marks;
  readonly after: Marks;
}

const key = fc.constantFrom("a", "x/a");
const value = fc.constantFrom("a", "true", "false");
const map = fc.constantFrom("labels", "annotations");

const marksOf = (root: string): fc.Arbitrary<string> =>
  fc.tuple(map, key).map(([name, entry]) => `${root}.metadata.${name}?.["${entry}"]`);

const ofNamespace = marksOf("namespaceObject?");
const ofObject = marksOf("oldObject");

/** Functions, or TypeScript would see that some comparisons are for nothing. */
export const functionsOfRules = `
const is = (mark: string | undefined, text: string): boolean => mark === text;
const isSet = (mark: string | undefined): boolean => mark !== undefined;
const begins = (mark: string | undefined, otherwise: string): boolean => (mark ?? otherwise).startsWith("t");
`;

const compared = (mark: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof(
    fc.tuple(mark, value).map(([read, text]) => `is(${read}, "${text}")`),
    mark.map((read) => `isSet(${read})`),
    fc.tuple(mark, value).map(([read, text]) => `begins(${read}, "${text}")`),
  );

const inherited = fc.tuple(fc.oneof(ofObject, ofNamespace), ofNamespace).map(([near, far]) => `(${near} ?? ${far})`);

/** What has nothing to do with marks. */
const other = fc.constantFrom(
  `oldObject.metadata.name.startsWith("n")`,
  `request.userInfo.username === "a"`,
  `request.options?.propagationPolicy === "Orphan"`,
);

/** What a rule about deletes says of the marks of the Namespace, alone and together with other things. */
const condition = fc.letrec<{ readonly any: string; readonly one: string }>((tie) => ({
  one: fc.oneof(
    { weight: 4, arbitrary: compared(ofNamespace) },
    { weight: 2, arbitrary: compared(inherited) },
    { weight: 1, arbitrary: compared(ofObject) },
    { weight: 1, arbitrary: other },
  ),
  any: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    tie("one"),
    fc.tuple(tie("any"), fc.constantFrom("&&", "||"), tie("any")).map(([a, operator, b]) => `(${a} ${operator} ${b})`),
    tie("any").map((a) => `!(${a})`),
    fc.tuple(tie("one"), tie("any"), tie("any")).map(([a, b, c]) => `(${a} ? ${b} : ${c})`),
  ),
})).any;

export const conditions: fc.Arbitrary<string> = condition.filter((text) => text.includes("namespaceObject"));

const texts = fc.dictionary(key, value, { maxKeys: 2 });
const marks: fc.Arbitrary<Marks> = fc.record({ labels: texts, annotations: texts }, { requiredKeys: [] });

export const namespaceUpdates: fc.Arbitrary<NamespaceUpdate> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ before: marks, after: marks }) },
  { weight: 1, arbitrary: marks.map((same) => ({ before: same, after: same })) },
);

/** Deletes of an object in the Namespace, by title: its name is made of that. */
export interface Delete {
  readonly title: string;
  readonly request: Request;
}

const about = fc.record(
  { user: fc.constantFrom("a", "b"), options: fc.constantFrom({}, { propagationPolicy: "Orphan" }) },
  { requiredKeys: ["user"] },
);

const deletesOf = (own: fc.Arbitrary<Marks>): fc.Arbitrary<Delete> =>
  fc
    .tuple(fc.constantFrom("named", "other"), about, own)
    .map(([title, rest, metadata]) => ({ title, request: { stored: { metadata }, ...rest } }));

export const deletesOfUnmarked: fc.Arbitrary<Delete> = deletesOf(fc.constant({}));
export const deletesOfMarked: fc.Arbitrary<Delete> = deletesOf(marks);
