import fc from "fast-check";
import type { PropagationPolicy } from "../../compiler/cluster/deletion/propagation.ts";

/** Kinds of a random graph: of Kubernetes, and of two definitions. */
export type GraphKind = "ConfigMap" | "Secret" | "Widget" | "Gadget";

export interface GraphOwner {
  /** Of the objects before this one; `absent`: nobody has such a uid. */
  readonly of: number | "absent";
  readonly blocks: boolean;
  /** Of the name that the reference gives: an owner under another one is absent. */
  readonly isRenamed: boolean;
}

export interface GraphNode {
  readonly kind: GraphKind;
  /** Of two; Gadgets are in none. */
  readonly namespace: 0 | 1;
  readonly owners: readonly GraphOwner[];
  readonly hasFinalizer: boolean;
  readonly isKept: boolean;
}

export interface GraphTarget {
  /** Of the nodes, or a Namespace. */
  readonly of: number | "namespace 0" | "namespace 1";
  readonly propagationPolicy: PropagationPolicy;
}

/** Objects with their owners in two Namespaces, and what is deleted, one after the other. */
export interface RandomGraph {
  readonly nodes: readonly GraphNode[];
  /** A node that an earlier one gets as its owner, after all are there: a circle. */
  readonly circles: readonly { readonly owner: number; readonly dependent: number }[];
  readonly targets: readonly GraphTarget[];
}

const often = fc.integer({ min: 0, max: 99 });
const rarely = (percent: number): fc.Arbitrary<boolean> => often.map((at) => at < percent);

const owner = (before: number): fc.Arbitrary<GraphOwner> =>
  fc.record({
    of: fc.oneof({ weight: 60, arbitrary: fc.nat(before - 1) }, { weight: 1, arbitrary: fc.constant("absent" as const) }),
    blocks: fc.boolean(),
    isRenamed: rarely(1),
  });

/** Most objects have one. */
function owners(before: number): fc.Arbitrary<readonly GraphOwner[]> {
  const counts = [0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 3] as const;
  return fc.constantFrom(...counts).chain((count) => fc.array(owner(before), { minLength: count, maxLength: count }));
}

function node(at: number): fc.Arbitrary<GraphNode> {
  return fc.record({
    kind: fc.constantFrom<GraphKind>("ConfigMap", "ConfigMap", "Secret", "Widget", "Widget", "Gadget"),
    namespace: rarely(15).map((isOther) => (isOther ? 1 : 0)),
    owners: at === 0 ? fc.constant([]) : owners(at),
    hasFinalizer: rarely(3),
    isKept: rarely(3),
  });
}

const policies = fc.constantFrom<PropagationPolicy>("Background", "Background", "Foreground", "Orphan");

/** Of 20 to 200 objects. */
export const randomGraph: fc.Arbitrary<RandomGraph> = fc.integer({ min: 20, max: 200 }).chain((size) =>
  fc.record({
    nodes: fc.tuple(...Array.from({ length: size }, (_, at) => node(at))),
    circles: fc.array(fc.record({ owner: fc.nat(size - 1), dependent: fc.nat(size - 1) }), { maxLength: 2 }),
    targets: fc.array(
      fc.record({
        of: fc.oneof(
          { weight: 8, arbitrary: fc.nat(Math.min(size - 1, 4)) },
          { weight: 1, arbitrary: fc.constantFrom("namespace 0" as const, "namespace 1" as const) },
        ),
        propagationPolicy: policies,
      }),
      { minLength: 1, maxLength: 3 },
    ),
  }),
);
