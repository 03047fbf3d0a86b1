import { type ClusterObject, type ObjectKind, type OwnerReference, isNamespace, namespaceFinalizer } from "./cluster-object.ts";
import {
  builtInFinalizers,
  claimProtection,
  companionsOf,
  definitionCleanup,
  definitionOf,
  finalizersWhenDeleted,
  instancesOf,
  isBound,
  isPod,
  isUsed,
  jobTracking,
  volumeProtection,
  waitingFor,
} from "./controllers/built-in-controllers.ts";
import { compositeOf, compositePropagation } from "./controllers/crossplane.ts";
import { foreground, hasFinalizerOf, isInForeground, orphan, withFinalizerOf } from "./propagation.ts";
import type { PropagationPolicy } from "./propagation.ts";
import type { Admission, Deleter } from "./delete-request.ts";
import { type Live, World } from "./world.ts";

/** Why an object is deleted. */
export type Cause =
  | { readonly kind: "named" }
  /** It depends on an object that was deleted, or waits for it in the foreground. */
  | { readonly kind: "dependent"; readonly of: ClusterObject }
  /** It is in this Namespace. */
  | { readonly kind: "content"; readonly of: ClusterObject }
  /** It is of a kind of this definition. */
  | { readonly kind: "instance"; readonly of: ClusterObject }
  /** A controller deletes it with this object: the token of a service account, the composite of a claim. */
  | { readonly kind: "companion"; readonly of: ClusterObject };

/** What has become of an object. */
export interface Fate<Denial> {
  readonly object: ClusterObject;
  /** Why it was deleted, or would have been. */
  readonly cause: Cause;
  /** Of its delete, where that was denied. */
  denial: Denial | undefined;
  /** It is there no more. */
  isGone: boolean;
}

export interface CascadeOptions<Denial> {
  readonly kinds: readonly ObjectKind[];
  readonly admission: Admission<Denial>;
  /** Since 1.33 the Pods of a Namespace go first, and all else waits for them. */
  readonly podsFirst: boolean;
}

interface Deleting {
  readonly cause: Cause;
  readonly by: Deleter;
  readonly propagationPolicy: PropagationPolicy;
  readonly isCollection?: boolean;
}

/**
 * Follows deletes as the API server, the garbage collector, the namespace controller and others of Kubernetes carry them
 * out (kubernetes: pkg/controller/garbagecollector, pkg/controller/namespace/deletion, pkg/controller/volume/pvcprotection,
 * apiextensions-apiserver: pkg/controller/finalizer), until nothing more happens by itself.
 */
export class Cascade<Denial> {
  readonly world: World;
  readonly #options: CascadeOptions<Denial>;
  readonly #fates = new Map<string, Fate<Denial>>();
  readonly #deniedTargets: Fate<Denial>[] = [];
  readonly #released: (readonly [ClusterObject, OwnerReference])[] = [];
  /** Those whose dependents have been told to go. */
  readonly #inForeground = new Set<string>();
  /** What is to be done, under what it is about: what stands there already is not done twice. */
  readonly #queue = new Map<string, () => void>();

  constructor(objects: readonly ClusterObject[], options: CascadeOptions<Denial>) {
    this.world = new World(options.kinds, objects);
    this.#options = options;
  }

  /** What has become of all that was to be deleted, in the order in which it was. */
  get fates(): readonly Fate<Denial>[] {
    return [...this.#fates.values()];
  }

  /** Those that were to be deleted by name, and whose delete was denied: they may go for another reason later. */
  get deniedTargets(): readonly Fate<Denial>[] {
    return this.#deniedTargets;
  }

  /** Objects that lost an owner and stay. */
  get released(): readonly (readonly [ClusterObject, OwnerReference])[] {
    return this.#released.filter(([{ uid }]) => this.world.get(uid) !== undefined);
  }

  /** Deletes these objects, in their order, and all that goes with them. */
  delete(uids: readonly string[], propagationPolicy: PropagationPolicy): void {
    for (const uid of uids) {
      const live = this.world.get(uid);
      if (live !== undefined && !this.#delete(live, { cause: { kind: "named" }, by: "user", propagationPolicy }))
        this.#deniedTargets.push({ ...this.#fateOf(live.object, { kind: "named" }) });
      this.#settle();
    }
  }

  /**
   * Takes away the finalizers that nothing in Kubernetes removes, of all that was deleted here; false: there are none. Of
   * deletions that were under way before, others have to do that.
   */
  removeForeignFinalizers(): boolean {
    const deleted = [...this.#fates.keys()].flatMap((uid) => this.world.get(uid) ?? []);
    const waiting = deleted.filter((live) => live.isDeleting && this.foreignFinalizers(live).length > 0);
    const further = waiting.filter((live) => this.#actForOthers(live));
    this.#settle();
    return further.length > 0;
  }

  /** False where others wait, too: for the composite of a claim, which Crossplane deletes before it lets the claim go. */
  #actForOthers(live: Live): boolean {
    const composite = compositeOf(live, this.world);
    if (composite !== undefined) {
      if (composite.isDeleting || this.#fates.get(composite.object.uid)?.denial !== undefined) return false;
      const cause: Cause = { kind: "companion", of: live.object };
      this.#delete(composite, { cause, by: "crossplane", propagationPolicy: compositePropagation(live) });
      return true;
    }
    const foreign = new Set(this.foreignFinalizers(live));
    live.finalizers = new Set([...live.finalizers].filter((name) => !foreign.has(name)));
    this.#finishLater(live);
    return true;
  }

  /** Those that somebody else has to remove before the object goes. */
  foreignFinalizers({ finalizers, object }: Live): readonly string[] {
    const known = new Set([foreground, orphan, ...builtInFinalizers(object.of)]);
    return [...finalizers].filter((name) => !known.has(name));
  }

  /**
   * Whether an owner that waits in the foreground may be gone anyway. The garbage collector looks at dependents side
   * by side: one that has another owner, whose deletion begins at that moment, may be released from this one, or not; and
   * goes with the last of its owners then, in the background.
   */
  mayBeReleased(live: Live, above: ReadonlySet<Live> = new Set()): boolean {
    const { uid } = live.object;
    if (above.has(live) || !live.finalizers.has(foreground) || this.foreignFinalizers(live).length > 0) return false;
    const isDependent = this.#fates.get(uid)?.cause.kind === "dependent";
    if (isDependent && live.object.owners.filter((owner) => this.#fates.has(owner.uid)).length > 1) return true;
    const blocking = this.world.dependentsOf(live).filter(({ owners }) => owners.some((one) => one.blocks && one.uid === uid));
    return blocking.every(
      (dependent) =>
        dependent.object.owners.some((owner) => owner.uid !== uid && this.#fates.has(owner.uid)) ||
        this.mayBeReleased(dependent, new Set([...above, live])),
    );
  }

  #settle(): void {
    for (const [what, act] of this.#queue) {
      this.#queue.delete(what);
      act();
    }
  }

  /** After all that is to be done by now: what depends on it is looked at before. */
  #finishLater(live: Live): void {
    const what = `finish ${live.object.uid}`;
    this.#queue.delete(what);
    this.#queue.set(what, () => this.#finish(live));
  }

  #collectLater(live: Live, of: ClusterObject): void {
    this.#queue.set(`collect ${live.object.uid} ${of.uid}`, () => this.#collect(live, of));
  }

  /** False where it is denied. */
  #delete(live: Live, { cause, by, propagationPolicy, isCollection = false }: Deleting): boolean {
    const { object } = live;
    if (!this.world.has(live)) return true;
    const fate = this.#fateOf(object, cause);
    const isAsked = by !== "definition-controller";
    fate.denial = isAsked
      ? this.#options.admission.denial({ object, by, propagationPolicy, isCollection }, this.world)
      : undefined;
    if (fate.denial !== undefined) return false;
    const added = live.isDeleting ? [] : finalizersWhenDeleted(object.of);
    live.isDeleting = true;
    live.finalizers = withFinalizerOf(propagationPolicy, new Set([...live.finalizers, ...added]));
    if (live.finalizers.size === 0) this.#remove(live);
    else this.#finishLater(live);
    return true;
  }

  #fateOf(object: ClusterObject, cause: Cause): Fate<Denial> {
    const known = this.#fates.get(object.uid);
    if (known !== undefined && !(known.denial !== undefined && cause.kind !== known.cause.kind)) return known;
    const fate: Fate<Denial> = { object, cause, denial: undefined, isGone: false };
    this.#fates.set(object.uid, fate);
    return fate;
  }

  /** What the controllers do about an object whose deletion has begun. */
  #finish(live: Live): void {
    if (!this.world.has(live) || !live.isDeleting) return;
    if (live.finalizers.has(orphan)) this.#orphan(live);
    if (live.finalizers.has(foreground)) this.#deleteDependents(live);
    if (isNamespace(live.object.of) && live.finalizers.has(namespaceFinalizer)) this.#empty(live);
    if (live.finalizers.has(definitionCleanup)) this.#deleteInstances(live);
    if (live.finalizers.has(claimProtection) && !isUsed(live, this.world)) this.#drop(live, claimProtection);
    if (live.finalizers.has(volumeProtection) && !isBound(live, this.world)) this.#drop(live, volumeProtection);
    if (live.finalizers.has(jobTracking)) this.#drop(live, jobTracking);
    if (live.finalizers.size === 0) this.#remove(live);
  }

  #drop(live: Live, finalizer: string): void {
    live.finalizers = new Set([...live.finalizers].filter((name) => name !== finalizer));
  }

  #remove(live: Live): void {
    if (!this.world.has(live)) return;
    const dependents = this.world.dependentsOf(live);
    const owners = this.#ownersOf(live, live.owners);
    const around = [this.world.namespaceOf(live), definitionOf(live, this.world)].filter((one) => one !== undefined);
    this.world.remove(live);
    const fate = this.#fates.get(live.object.uid);
    if (fate !== undefined) fate.isGone = true;
    for (const dependent of dependents) this.#collectLater(dependent, live.object);
    for (const one of [...owners, ...around, ...waitingFor(live, this.world)]) this.#finishLater(one);
    for (const { companion, by } of companionsOf(live, this.world))
      this.#queue.set(`companion ${companion.object.uid}`, () => {
        this.#delete(companion, { cause: { kind: "companion", of: live.object }, by, propagationPolicy: "Background" });
      });
  }

  /** The garbage collector looks at an object one of whose owners has gone, or goes in the foreground. */
  #collect(live: Live, of: ClusterObject): void {
    if (!this.world.has(live)) return;
    if (live.isDeleting && !isInForeground(live)) return;
    if (isInForeground(live)) return this.#finishLater(live);
    const owners = live.owners.map((reference) => [reference, this.world.ownerOf(reference, live)] as const);
    if (owners.length === 0 || owners.some(([, owner]) => owner === "unknown")) return;
    const lost = owners
      .filter(([, owner]) => owner === "absent" || (owner !== "unknown" && isInForeground(owner)))
      .map(([reference]) => reference);
    if (lost.length < owners.length) return this.#release(live, lost);
    const isAwaited = owners.some(([, owner]) => owner !== "absent");
    this.#delete(live, {
      cause: { kind: "dependent", of },
      by: "generic-garbage-collector",
      propagationPolicy: this.#inherited(live, isAwaited),
    });
  }

  /** How the garbage collector deletes: an owner that waits waits for what depends on this object, too. */
  #inherited(live: Live, isAwaited: boolean): PropagationPolicy {
    const dependents = this.world.dependentsOf(live);
    if (isAwaited && dependents.length > 0) {
      // Objects that own each other in a circle would wait for ever.
      if (dependents.some(isInForeground)) this.#unblock(live);
      return "Foreground";
    }
    if (live.finalizers.has(orphan)) return "Orphan";
    return live.finalizers.has(foreground) ? "Foreground" : "Background";
  }

  #unblock(live: Live): void {
    live.owners = live.owners.map((one) => ({ ...one, blocks: false }));
    for (const owner of this.#ownersOf(live, live.owners)) this.#finishLater(owner);
  }

  /** It has other owners, which keep it. */
  #release(live: Live, lost: readonly OwnerReference[]): void {
    if (lost.length === 0) return;
    const owners = this.#ownersOf(live, lost);
    this.world.dropOwners(live, lost);
    for (const reference of lost) this.#released.push([live.object, reference]);
    for (const owner of owners) this.#finishLater(owner);
  }

  #ownersOf(live: Live, references: readonly OwnerReference[]): readonly Live[] {
    return references.map((reference) => this.world.ownerOf(reference, live)).filter((owner) => typeof owner === "object");
  }

  /** Nobody looks at them again for what they lose: what other owners have become was seen to before. */
  #orphan(live: Live): void {
    for (const dependent of this.world.dependentsOf(live)) {
      const own = dependent.owners.filter(({ uid }) => uid === live.object.uid);
      this.world.dropOwners(dependent, own);
      for (const reference of own) this.#released.push([dependent.object, reference]);
    }
    this.#drop(live, orphan);
  }

  /** All that depends on it goes first; it waits for those that block it. */
  #deleteDependents(live: Live): void {
    const dependents = this.world.dependentsOf(live);
    if (!this.#inForeground.has(live.object.uid)) {
      this.#inForeground.add(live.object.uid);
      for (const one of dependents) this.#collectLater(one, live.object);
      return this.#finishLater(live);
    }
    const isBlocked = dependents.some(({ owners }) => owners.some(({ uid, blocks }) => blocks && uid === live.object.uid));
    if (!isBlocked) this.#drop(live, foreground);
  }

  /**
   * Kind by kind, in the order of names, and of one kind no further where one is denied. Pods whose deletion has begun
   * are waited for, others are not. Whatever is left, the Namespace stays with it.
   */
  #empty(namespace: Live): void {
    const { name } = namespace.object;
    const pods = this.world.contentsOf(name).filter(({ object }) => isPod(object.of));
    if (this.#options.podsFirst && this.#deleteCollection(pods, namespace) && pods.some((pod) => this.world.has(pod))) return;
    const byKind = Map.groupBy(this.world.contentsOf(name), ({ object: { of } }) => `${of.group}/${of.resource}`);
    for (const own of byKind.values()) this.#deleteCollection(own, namespace);
    if (this.world.contentsOf(name).length === 0) this.#drop(namespace, namespaceFinalizer);
  }

  /** False where one of them is denied. */
  #deleteCollection(own: readonly Live[], { object }: Live): boolean {
    const cause: Cause = { kind: "content", of: object };
    const deleting: Deleting = { cause, by: "namespace-controller", propagationPolicy: "Background", isCollection: true };
    const inOrder = own.toSorted((a, b) => (a.object.name < b.object.name ? -1 : 1));
    return inOrder.every((one) => (one.isDeleting && !hasFinalizerOf(one)) || this.#delete(one, deleting));
  }

  #deleteInstances(definition: Live): void {
    const instances = instancesOf(definition, this.world);
    if (instances.length === 0) return this.#drop(definition, definitionCleanup);
    const cause: Cause = { kind: "instance", of: definition.object };
    for (const one of instances)
      if (!one.isDeleting) this.#delete(one, { cause, by: "definition-controller", propagationPolicy: "Background" });
  }
}
