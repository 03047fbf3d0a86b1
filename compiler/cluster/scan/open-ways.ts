import { type ClusterObject, isNamespace } from "../deletion/cluster-object.ts";
import { definitionOf } from "../deletion/controllers/built-in-controllers.ts";
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

/** Follows the deletes of whatever an object belongs to, each once. */
export class OpenWays {
  readonly #world: World;
  readonly #asker: ProtectionAsker;
  readonly #options: CascadeOptions<readonly PolicyDenial[]>;
  /** Objects that may go together: those of a Namespace, and those in none. */
  readonly #byNamespace: ReadonlyMap<string | undefined, readonly ClusterObject[]>;
  readonly #taken = new Map<string, ReadonlySet<string>>();

  constructor(world: World, asker: ProtectionAsker, options: CascadeOptions<readonly PolicyDenial[]>) {
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
    return [
      ...(namespace !== undefined && this.#takes(namespace, live) ? [{ with: "namespace", of: namespace.object } as const] : []),
      ...this.#ownersOf(live)
        .filter((owner) => this.#takes(owner, live))
        .slice(0, 1)
        .map((owner) => ({ with: "owner", of: owner.object }) as const),
      // Instances go without being asked.
      ...(definition !== undefined && this.#isOpen(definition) ? [{ with: "definition", of: definition.object } as const] : []),
    ];
  }

  /** The nearest first; owners may own each other in a circle. */
  #ownersOf(live: Live): readonly Live[] {
    const found = new Set<Live>();
    const rest = [live];
    for (const one of rest)
      for (const reference of one.owners) {
        const owner = this.#world.ownerOf(reference, one);
        if (typeof owner === "string" || owner === live || found.has(owner)) continue;
        found.add(owner);
        rest.push(owner);
      }
    return [...found];
  }

  #isOpen(live: Live): boolean {
    return this.#asker.of(live).state !== "protected" && !live.isDeleting;
  }

  #takes(root: Live, live: Live): boolean {
    return this.#isOpen(root) && this.#takenBy(root).has(live.object.uid);
  }

  #takenBy({ object }: Live): ReadonlySet<string> {
    const known = this.#taken.get(object.uid);
    if (known !== undefined) return known;
    const namespace = isNamespace(object.of) ? object.name : object.namespace;
    const around = namespace === undefined ? [] : (this.#byNamespace.get(namespace) ?? []);
    const objects = [...around, ...(this.#byNamespace.get(undefined) ?? [])];
    const plan = deletionPlan({ targets: [object], propagationPolicy: "Background", objects }, this.#options);
    const taken = new Set(plan.objects.filter(({ state }) => state !== "denied").map((planned) => planned.object.uid));
    this.#taken.set(object.uid, taken);
    return taken;
  }
}
