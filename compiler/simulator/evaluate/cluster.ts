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

/**
 * The `cluster` of a rule. Objects come by Namespace and name, so that messages read alike at every replica. What is
 * asked again in one evaluation is answered as before, and counts once.
 */
export function clusterOf({ cluster }: Input, asked: AskedShapes): Cluster {
  const found = new Map<Resource, Map<string, readonly unknown[]>>();
  let queries = 0;
  const ask = (resource: Resource, which: Which): readonly unknown[] => {
    if (cluster === undefined) throw new Unanswered("a rule asks the cluster, and the input has none to ask: `cluster`");
    if (queries === queryLimit) throw new QueryLimitExceeded();
    queries += 1;
    const { viewOf, forget } = viewsAs(shapeOf(resource, asked));
    forget();
    return Object.freeze(cluster({ resource, which, viewOf }).map(viewOf).toSorted(byPlace));
  };
  const find = (resource: Resource, which: Which = {}): readonly unknown[] => {
    const ofResource = found.get(resource) ?? new Map<string, readonly unknown[]>();
    const key = JSON.stringify(which);
    const objects = ofResource.get(key) ?? ask(resource, which);
    found.set(resource, ofResource.set(key, objects));
    return objects;
  };
  return Object.freeze({
    exists: (resource: Resource, which?: Which) => find(resource, which).length > 0,
    list: find,
  }) as unknown as Cluster;
}

interface Views {
  /** The same function for each query: whoever answers may keep what it has worked out with it. */
  readonly viewOf: (object: unknown) => unknown;
  /** Objects may have changed since the last query. */
  forget(): void;
}

/** Shapes of several rules are the same in all but identity. */
const viewsByText = new Map<string, Views>();
const viewsAs = onceFor((shape: RecordShape): Views => {
  const text = JSON.stringify(shape);
  const views = viewsByText.get(text) ?? viewsOf((object) => decodeWhole(object, shape));
  viewsByText.set(text, views);
  return views;
});

/** What the webhook finds objects by, known before any rule asks. */
export const declared: DeclaredIndices = {
  resources: indexedResources,
  viewOf: (shape) => viewsAs(shape).viewOf,
};

/** Whoever answers a query looks at the view of an object just before the rule gets it. */
function viewsOf(decoded: (object: unknown) => unknown): Views {
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
