import { type ClusterObject, type ObjectKind, isNamespace } from "../deletion/cluster-object.ts";
import { definitionOf, isDefinition } from "../deletion/controllers/built-in-controllers.ts";
import type { CascadeOptions } from "../deletion/cascade.ts";
import { deletionPlan } from "../deletion/deletion-plan.ts";
import type { PolicyDenial } from "../deletion/policy-admission.ts";
import type { Live, World } from "../deletion/world.ts";
import type { ProtectionAsker } from "./protection.ts";

/** A delete of another object, which nothing denies and which takes this one along. */
export interface OpenWay {
  readonly with: "namespace" | "owner" | "definition";
  readonly of: ClusterObject;
}

/** So many owners, and owners of owners, are looked at: whoever may write owner references may make any number. */
const mostOwners = 100;

interface Options extends CascadeOptions<readonly PolicyDenial[]> {
  /** Whether a policy looks up what is in the Namespace when it is asked about such an object. */
  readonly looksUp: (of: ObjectKind) => boolean;
}

/** Follows the deletes of whatever an object belongs to. */
export class OpenWays {
  readonly #world: World;
  readonly #asker: ProtectionAsker;
  readonly #options: Options;
  /** Objects that may go together: those of a Namespace, and those in none. */
  readonly #byNamespace: ReadonlyMap<string | undefined, readonly ClusterObject[]>;
  /** What the delete of one object takes of its whole Namespace. */
  readonly #taken = new Map<string, ReadonlySet<string>>();

  constructor(world: World, asker: ProtectionAsker, options: Options) {
    this.#world = world;
    this.#asker = asker;
    this.#options = options;
    const objects = [...world.all()].map(({ object }) => object);
    this.#byNamespace = Map.groupBy(objects, ({ namespace }) => namespace);
  }

  /** On which the object goes although its own delete is denied. */
  of(live: Live): readonly OpenWay[] {
    const namespace = this.#world.namespaceOf(live);
    const definition = definitionOf(live, this.#world);
    const owners = this.#ownersOf(live);
    const owner = owners.find((one) => this.#isOpen(one) && this.#goesWith(one, live, owners));
    return [
      ...(namespace !== undefined && this.#isTaken(live, namespace)
        ? [{ with: "namespace", of: namespace.object } as const]
        : []),
      ...(owner === undefined ? [] : [{ with: "owner", of: owner.object } as const]),
      // Instances go without being asked.
      ...(definition !== undefined && this.#isOpen(definition) ? [{ with: "definition", of: definition.object } as const] : []),
    ];
  }

  /** The nearest first; owners may own each other in a circle. */
  #ownersOf(live: Live): readonly Live[] {
    const found = new Set<Live>();
    const rest = [live];
    for (const one of rest)
      for (const owner of this.#directOwnersOf(one)) {
        if (owner === live || found.has(owner) || found.size >= mostOwners) continue;
        found.add(owner);
        rest.push(owner);
      }
    return [...found];
  }

  #directOwnersOf(live: Live): readonly Live[] {
    return live.owners.flatMap((reference) => {
      const owner = this.#world.ownerOf(reference, live);
      return typeof owner === "string" ? [] : [owner];
    });
  }

  #isOpen(live: Live): boolean {
    return this.#asker.of(live).state !== "protected" && !live.isDeleting;
  }

  #isTaken(live: Live, root: Live): boolean {
    return this.#isOpen(root) && this.#takenBy(root).has(live.object.uid);
  }

  /**
   * What decides are the objects between the two, and their other owners: to follow all of a Namespace for each owner in it
   * would take the square of their number.
   */
  #goesWith(owner: Live, live: Live, between: readonly Live[]): boolean {
    const own = [live, ...between];
    const needsAll = ({ object: { of } }: Live): boolean => isNamespace(of) || isDefinition(of) || this.#options.looksUp(of);
    if (own.some(needsAll)) return this.#takenBy(owner).has(live.object.uid);
    const around = own.flatMap((one) => [one, ...this.#directOwnersOf(one), this.#world.namespaceOf(one) ?? one]);
    return this.#takes(
      owner,
      [...new Set(around)].map(({ object }) => object),
    ).has(live.object.uid);
  }

  #takenBy(root: Live): ReadonlySet<string> {
    const { object } = root;
    const known = this.#taken.get(object.uid);
    if (known !== undefined) return known;
    const namespace = isNamespace(object.of) ? object.name : object.namespace;
    const around = namespace === undefined ? [] : (this.#byNamespace.get(namespace) ?? []);
    const taken = this.#takes(root, [...around, ...(this.#byNamespace.get(undefined) ?? [])]);
    this.#taken.set(object.uid, taken);
    return taken;
  }

  #takes({ object }: Live, objects: readonly ClusterObject[]): ReadonlySet<string> {
    const plan = deletionPlan({ targets: [object], propagationPolicy: "Background", objects }, this.#options);
    return new Set(plan.objects.filter(({ state }) => state !== "denied").map((planned) => planned.object.uid));
  }
}
