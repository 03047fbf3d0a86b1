import fc from "fast-check";
import { bodies } from "../fidelity/bodies.ts";
import { key } from "../fidelity/values.ts";
import type { Body } from "../language/language-case.ts";

/** An update: the object as stored, and as it is sent. */
export interface Update {
  readonly stored: Body;
  readonly written: Body;
}

type Texts = Readonly<Record<string, unknown>>;

const value = fc.constantFrom("a", "true", "false", "", "no", "é");

/** What becomes of labels or annotations: they stay, go, lose or change an entry, or get one. */
const changed = (texts: Texts | undefined): fc.Arbitrary<Texts | undefined> => {
  const entries = Object.entries(texts ?? {});
  const without = fc.subarray(entries).map((kept) => Object.fromEntries(kept));
  const overwritten = fc.tuple(fc.subarray(entries), value).map(([chosen, text]): Texts => {
    return { ...texts, ...Object.fromEntries(chosen.map(([name]) => [name, text])) };
  });
  const added = fc.tuple(key, value).map(([name, text]): Texts => ({ ...texts, [name]: text }));
  return fc.oneof(fc.constant(texts), fc.constant(undefined), without, overwritten, added);
};

/** Updates of marks, and of anything else. */
export const updates: fc.Arbitrary<Update> = fc
  .oneof(bodies.complete, bodies.sparse, bodies.malformed, bodies.hostile)
  .chain((stored) =>
    fc
      .tuple(changed(stored.metadata?.labels), changed(stored.metadata?.annotations), bodies.complete, fc.boolean())
      .map(([labels, annotations, other, staysElse]): Update => ({
        stored,
        written: withMarks(staysElse ? stored : { ...other, metadata: stored.metadata ?? {} }, labels, annotations),
      })),
  );

const maxCombined = 8;

interface Marks<T extends Texts> {
  readonly labels?: T | undefined;
  readonly annotations?: T | undefined;
}

/**
 * The new marks, and the same without some of those that the update puts on or changes: what confirms a delete may be
 * put on, so that an update is let through where without it the object is protected (docs/adr/0036). In every
 * combination, or without each and without all where there are too many.
 */
export function withoutAdded<T extends Texts>(before: Marks<T>, after: Marks<T>): readonly Marks<T>[] {
  const added = (["labels", "annotations"] as const).flatMap((map) =>
    Object.entries(after[map] ?? {}).flatMap(([name, text]) => (before[map]?.[name] === text ? [] : [{ map, name }])),
  );
  const subsets =
    added.length > maxCombined
      ? [[], added, ...added.map((one) => [one])]
      : added.reduce<readonly (typeof added)[]>((all, one) => [...all, ...all.map((few) => [...few, one])], [[]]);
  return subsets.map((removed) => {
    const kept = (map: "labels" | "annotations"): T | undefined => {
      const entries = Object.entries(after[map] ?? {}).filter(
        ([name]) => !removed.some((one) => one.map === map && one.name === name),
      );
      return after[map] && (Object.fromEntries(entries) as T);
    };
    return { labels: kept("labels"), annotations: kept("annotations") };
  });
}

export function withMarks(body: Body, labels: Texts | undefined, annotations: Texts | undefined): Body {
  const { labels: _, annotations: __, ...metadata } = body.metadata ?? {};
  return {
    ...body,
    metadata: { ...metadata, ...(labels === undefined ? {} : { labels }), ...(annotations === undefined ? {} : { annotations }) },
  };
}
