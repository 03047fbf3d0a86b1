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

export function withMarks(body: Body, labels: Texts | undefined, annotations: Texts | undefined): Body {
  const { labels: _, annotations: __, ...metadata } = body.metadata ?? {};
  return {
    ...body,
    metadata: { ...metadata, ...(labels === undefined ? {} : { labels }), ...(annotations === undefined ? {} : { annotations }) },
  };
}
