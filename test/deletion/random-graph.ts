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

/** A PersistentVolume, and mostly the claim that is bound to it. */
export interface GraphVolume {
  readonly namespace: 0 | 1;
  readonly reclaimPolicy: "Delete" | "Retain";
  /** `hostPath` is what Kubernetes deletes itself; of `nfs` it knows no deleter, and of `csi` it leaves that to others. */
  readonly source: "hostPath" | "nfs" | "csi";
  /** `none`: it is free. `absent`: it waits for one that never comes. */
  readonly claim: "bound" | "none" | "absent";
  /** Of the nodes. */
  readonly ownerOfVolume: number | undefined;
  readonly ownerOfClaim: number | undefined;
  readonly hasFinalizer: boolean;
  readonly isClaimWaiting: boolean;
  readonly isKept: boolean;
  readonly isClaimKept: boolean;
}

/** A StatefulSet with claims, and volumes that are bound to them. */
export interface GraphSet {
  readonly namespace: 0 | 1;
  readonly replicas: number;
  readonly whenDeleted: "Delete" | "Retain";
  readonly whenScaled: "Delete" | "Retain";
  readonly reclaimPolicy: "Delete" | "Retain";
  readonly owner: number | undefined;
}

export interface GraphTarget {
  /** Of the nodes, a Namespace, or of what is beside the nodes. */
  readonly of: number | "namespace 0" | "namespace 1" | { readonly kind: "volume" | "claim" | "set"; readonly at: number };
  readonly propagationPolicy: PropagationPolicy;
}

/** Objects with their owners in two Namespaces, and what is deleted, one after the other. */
export interface RandomGraph {
  readonly nodes: readonly GraphNode[];
  /** A node that an earlier one gets as its owner, after all are there: a circle. */
  readonly circles: readonly { readonly owner: number; readonly dependent: number }[];
  readonly volumes: readonly GraphVolume[];
  readonly sets: readonly GraphSet[];
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

const namespace: fc.Arbitrary<0 | 1> = rarely(15).map((isOther) => (isOther ? 1 : 0));
const namespaces = fc.constantFrom("namespace 0" as const, "namespace 1" as const);
const retention = fc.constantFrom<"Delete" | "Retain">("Delete", "Retain");
const reclaiming = fc.constantFrom<"Delete" | "Retain">("Delete", "Delete", "Retain");
const perhaps = (size: number): fc.Arbitrary<number | undefined> =>
  fc.oneof({ weight: 1, arbitrary: fc.nat(Math.min(size - 1, 9)) }, { weight: 1, arbitrary: fc.constant(undefined) });

const volume = (size: number): fc.Arbitrary<GraphVolume> =>
  fc.record({
    namespace,
    reclaimPolicy: reclaiming,
    source: fc.constantFrom<GraphVolume["source"]>("hostPath", "hostPath", "hostPath", "nfs", "csi"),
    claim: fc.constantFrom<GraphVolume["claim"]>("bound", "bound", "bound", "bound", "bound", "none", "absent"),
    ownerOfVolume: perhaps(size),
    ownerOfClaim: perhaps(size),
    hasFinalizer: rarely(10),
    isClaimWaiting: rarely(10),
    isKept: rarely(10),
    isClaimKept: rarely(10),
  });

const set = (size: number): fc.Arbitrary<GraphSet> =>
  fc.record({
    namespace,
    replicas: fc.integer({ min: 1, max: 2 }),
    whenDeleted: retention,
    whenScaled: retention,
    reclaimPolicy: reclaiming,
    owner: perhaps(size),
  });

interface Sizes {
  readonly size: number;
  readonly volumes: number;
  readonly sets: number;
}

function target({ size, volumes, sets }: Sizes, { isLong }: Length): fc.Arbitrary<GraphTarget> {
  const beside = (kind: "volume" | "claim" | "set", count: number, weight: number) =>
    count === 0 ? [] : [{ weight, arbitrary: fc.nat(count - 1).map((at) => ({ kind, at })) }];
  return fc.record({
    of: fc.oneof(
      { weight: 8, arbitrary: fc.nat(Math.min(size - 1, 4)) },
      ...(isLong || volumes + sets === 0 ? [{ weight: 1, arbitrary: namespaces }] : []),
      ...beside("volume", volumes, 3),
      ...beside("claim", volumes, 9),
      ...beside("set", sets, 6),
    ),
    propagationPolicy: policies,
  });
}

interface Length {
  /** A Namespace with claims takes its controller eight seconds more, which nobody has who does not ask for them. */
  readonly isLong: boolean;
}

/** Of 20 to 200 objects, and mostly up to six volumes and a set beside them. */
export function randomGraph(length: Length): fc.Arbitrary<RandomGraph> {
  const none = fc.constant({ volumes: 0, sets: 0 });
  const some = fc.record({ volumes: fc.integer({ min: 1, max: 6 }), sets: fc.nat(1) });
  const storage = fc.oneof({ weight: 1, arbitrary: none }, { weight: 2, arbitrary: some });
  return fc.tuple(fc.integer({ min: 20, max: 200 }), storage).chain(([size, { volumes, sets }]) =>
    fc.record({
      nodes: fc.tuple(...Array.from({ length: size }, (_, at) => node(at))),
      circles: fc.array(fc.record({ owner: fc.nat(size - 1), dependent: fc.nat(size - 1) }), { maxLength: 2 }),
      volumes: fc.array(volume(size), { minLength: volumes, maxLength: volumes }),
      sets: fc.array(set(size), { minLength: sets, maxLength: sets }),
      targets: fc.array(target({ size, volumes, sets }, length), { minLength: 1, maxLength: 3 }),
    }),
  );
}
