import { onceFor } from "../../ir/once-for.ts";
import { type Cluster, indexedResources, type Resource, type Which } from "../../language/cluster.ts";
import { QueryLimitExceeded, queryLimit } from "../../language/limits.ts";
import type { KubernetesObject } from "../../language/objects.ts";
import type { PolicyIr } from "../../ir/policy.ts";
import type { RecordShape } from "../../api/shape.ts";
import { objectShape } from "../../ir/well-known-shapes.ts";
import { decodeWhole } from "./decode.ts";
import type { Input } from "../../api/admission-review.ts";
import type { DeclaredIndices } from "../../api/rules-module.ts";

/** A cluster query has no answer now; nothing is known of what the rule says. */
export class Unanswered extends Error {
  override readonly name: string = "Unanswered";
}

/** What the compiler knows of the types of the objects that rules ask about. */
export type AskedShapes = PolicyIr["asks"];

/** The `cluster` of rules that are asked about one request. */
export interface AskedCluster {
  readonly cluster: Cluster;
  /** From now on nothing has been asked. */
  restart(): void;
}

/**
 * Objects come by Namespace and name, so that messages read alike at every replica. What is asked again in one
 * evaluation is answered as before, and counts once.
 */
export function clusterOf({ cluster }: Input, asked: AskedShapes): AskedCluster {
  const viewsOf = viewsOfResources(asked);
  const seen = new Set<Views>();
  let found = new Map<Resource, Map<string, readonly unknown[]>>();
  let queries = 0;
  const ask = (resource: Resource, which: Which): readonly unknown[] => {
    if (cluster === undefined) throw new Unanswered("a rule asks the cluster, and the input has none to ask: `cluster`");
    if (queries === queryLimit) throw new QueryLimitExceeded();
    queries += 1;
    const views = viewsOf(resource);
    const { viewOf } = views;
    if (!seen.has(views)) views.forget();
    seen.add(views);
    return inOrder(cluster({ resource, which, viewOf }), viewOf);
  };
  const find = (resource: Resource, which: Which = {}): readonly unknown[] => {
    const ofResource = found.get(resource) ?? new Map<string, readonly unknown[]>();
    const key = JSON.stringify(which);
    const objects = ofResource.get(key) ?? ask(resource, which);
    found.set(resource, ofResource.set(key, objects));
    return objects;
  };
  const asking = Object.freeze({
    exists: (resource: Resource, which?: Which) => find(resource, which).length > 0,
    list: find,
  }) as unknown as Cluster;
  const restart = (): void => {
    if (queries === 0) return;
    [found, queries] = [new Map(), 0];
  };
  return { cluster: asking, restart };
}

const none: readonly unknown[] = Object.freeze([]);

function inOrder(objects: readonly unknown[], viewOf: Views["viewOf"]): readonly unknown[] {
  if (objects.length === 0) return none;
  const views = objects.map(viewOf);
  return Object.freeze(views.length === 1 ? views : views.toSorted(byPlace));
}

interface Views {
  /** The same function for each query: whoever answers may keep what it has worked out with it. */
  readonly viewOf: (object: unknown) => unknown;
  /** Objects may have changed since the last request. */
  forget(): void;
}

/** Shapes of several rules are the same in all but identity. */
const viewsByText = new Map<string, Views>();
const viewsAs = onceFor((shape: RecordShape): Views => {
  const text = JSON.stringify(shape);
  const views = viewsByText.get(text) ?? viewsBy((object) => decodeWhole(object, shape));
  viewsByText.set(text, views);
  return views;
});

const viewsOfResources = onceFor((asked: AskedShapes) => onceFor((resource: Resource) => viewsAs(shapeOf(resource, asked))));

/** What the webhook finds objects by, known before any rule asks. */
export const declared: DeclaredIndices = {
  resources: indexedResources,
  viewOf: (shape) => viewsAs(shape).viewOf,
};

/** Whoever answers a query looks at the view of an object just before the rule gets it. */
function viewsBy(decoded: (object: unknown) => unknown): Views {
  let object: unknown;
  let view: unknown;
  return {
    viewOf: (asked) => {
      if (asked !== object || view === undefined) [object, view] = [asked, decoded(asked)];
      return view;
    },
    forget: () => ([object, view] = [undefined, undefined]),
  };
}

function shapeOf({ group, version, resource }: Resource, asked: AskedShapes): RecordShape {
  const own = asked.find(({ resource: of }) => of.group === group && of.version === version && of.resource === resource);
  return own?.shape ?? objectShape;
}

function byPlace(a: unknown, b: unknown): number {
  const [one, other] = [placeOf(a), placeOf(b)];
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function placeOf(view: unknown): string {
  const { metadata } = view as KubernetesObject;
  return `${metadata.namespace ?? ""}/${metadata.name}`;
}
