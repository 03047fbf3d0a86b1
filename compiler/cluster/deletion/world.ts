import { type ClusterObject, type ObjectKind, type OwnerReference } from "./cluster-object.ts";

/** An object while its deletion is followed. */
export interface Live {
  readonly object: ClusterObject;
  owners: readonly OwnerReference[];
  finalizers: ReadonlySet<string>;
  isDeleting: boolean;
}

/**
 * Who an owner reference is about: an object that is there, none, or nobody can say. The garbage collector asks by
 * kind and name, and takes what has another uid for absent.
 */
export type Owner = Live | "absent" | "unknown";

/** Most objects have no finalizer, and an empty set of its own takes more than all else here. */
const none: ReadonlySet<string> = new Set();

/** All objects that are still there, by what leads from one to another. */
export class World {
  readonly #kinds: ReadonlyMap<string, ObjectKind>;
  readonly #byUid = new Map<string, Live>();
  readonly #byName = new Map<string, Live>();
  readonly #dependents = new Map<string, Set<Live>>();
  readonly #contents = new Map<string, Set<Live>>();
  readonly #instances = new Map<string, Set<Live>>();

  /** `kinds` are all that are served. */
  constructor(kinds: readonly ObjectKind[], objects: readonly ClusterObject[]) {
    this.#kinds = new Map(kinds.map((one) => [kindKey(one), one]));
    for (const object of objects) this.#add(object);
  }

  #add(object: ClusterObject): void {
    const finalizers = object.finalizers.length === 0 ? none : new Set(object.finalizers);
    const live = { object, owners: object.owners, finalizers, isDeleting: object.isDeleting };
    this.#byUid.set(object.uid, live);
    this.#byName.set(nameKey(object.of, object.namespace, object.name), live);
    for (const { uid } of object.owners) addTo(this.#dependents, uid, live);
    if (object.namespace !== undefined) addTo(this.#contents, object.namespace, live);
    addTo(this.#instances, resourceKey(object.of), live);
  }

  get(uid: string): Live | undefined {
    return this.#byUid.get(uid);
  }

  has({ object }: Live): boolean {
    return this.#byUid.has(object.uid);
  }

  all(): Iterable<Live> {
    return this.#byUid.values();
  }

  find(of: Pick<ObjectKind, "group" | "kind">, namespace: string | undefined, name: string): Live | undefined {
    return this.#byName.get(nameKey(of, namespace, name));
  }

  /** Whatever names its uid as an owner. */
  dependentsOf({ object }: Live): readonly Live[] {
    return [...(this.#dependents.get(object.uid) ?? [])];
  }

  contentsOf(namespace: string): readonly Live[] {
    return [...(this.#contents.get(namespace) ?? [])];
  }

  namespaceOf({ object: { namespace } }: Live): Live | undefined {
    return namespace === undefined ? undefined : this.find({ group: "", kind: "Namespace" }, undefined, namespace);
  }

  instancesOf(of: Pick<ObjectKind, "group" | "resource">): readonly Live[] {
    return [...(this.#instances.get(resourceKey(of)) ?? [])];
  }

  /**
   * A cluster-scoped object cannot have an owner in a Namespace: the garbage collector leaves it alone for ever
   * (kubernetes: pkg/controller/garbagecollector/garbagecollector.go, namespacedOwnerOfClusterScopedObjectErr).
   */
  ownerOf({ group, kind, name, uid }: OwnerReference, { object }: Live): Owner {
    const known = this.#kinds.get(kindKey({ group, kind }));
    if (known === undefined || (known.isNamespaced && object.namespace === undefined)) return "unknown";
    const found = this.find(known, known.isNamespaced ? object.namespace : undefined, name);
    return found?.object.uid === uid ? found : "absent";
  }

  /** It no longer has these owners. */
  dropOwners(live: Live, dropped: readonly OwnerReference[]): void {
    const uids = new Set(dropped.map(({ uid }) => uid));
    live.owners = live.owners.filter(({ uid }) => !uids.has(uid));
    for (const uid of uids) this.#dependents.get(uid)?.delete(live);
  }

  remove(live: Live): void {
    const { object } = live;
    this.#byUid.delete(object.uid);
    this.#byName.delete(nameKey(object.of, object.namespace, object.name));
    for (const { uid } of live.owners) this.#dependents.get(uid)?.delete(live);
    if (object.namespace !== undefined) this.#contents.get(object.namespace)?.delete(live);
    this.#instances.get(resourceKey(object.of))?.delete(live);
  }
}

const kindKey = ({ group, kind }: Pick<ObjectKind, "group" | "kind">): string => `${group}/${kind}`;

const resourceKey = ({ group, resource }: Pick<ObjectKind, "group" | "resource">): string => `${group}/${resource}`;

const nameKey = (of: Pick<ObjectKind, "group" | "kind">, namespace: string | undefined, name: string): string =>
  `${kindKey(of)}/${namespace ?? ""}/${name}`;

function addTo(sets: Map<string, Set<Live>>, key: string, live: Live): void {
  const known = sets.get(key);
  if (known === undefined) sets.set(key, new Set([live]));
  else known.add(live);
}
