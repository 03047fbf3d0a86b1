import type { Cluster, Resource, Which } from "../dsl/cluster.ts";
import type { KubernetesObject } from "../dsl/objects.ts";
import type { PolicyIr } from "../ir/policy.ts";
import type { RecordShape } from "../ir/shape.ts";
import { once } from "../ir/visit.ts";
import { objectShape } from "../ir/well-known-shapes.ts";
import { decode } from "./decode.ts";
import type { Input } from "./request.ts";

/** What a rule asks about the rest of the cluster. */
export interface ClusterQuestion {
  readonly resource: Resource;
  readonly which: Which;
  /** What a rule sees of an object, for indices: one function for each shape. */
  readonly viewOf: (object: unknown) => unknown;
}

/** Answers with the objects that are meant, as plain JSON. May throw an `Unanswered`, which ends the evaluation. */
export type ClusterAnswers = (question: ClusterQuestion) => readonly unknown[];

/** A question to the cluster has no answer now; nothing is known of what the rule says. */
export class Unanswered extends Error {
  override readonly name: string = "Unanswered";
}

/** What the compiler knows of the types of the objects that rules ask about. */
export type AskedShapes = PolicyIr["asks"];

/** The `cluster` of a rule. Objects come by Namespace and name, so that messages read alike at every replica. */
export function clusterOf({ cluster }: Input, asked: AskedShapes): Cluster {
  const find = (resource: Resource<never>, which: Which): readonly unknown[] => {
    if (cluster === undefined) throw new Unanswered("a rule asks the cluster, and the input has none to ask: `cluster`");
    const viewOf = viewAs(shapeOf(resource as Resource, asked));
    return cluster({ resource: resource as Resource, which, viewOf })
      .map(viewOf)
      .toSorted(byPlace);
  };
  return Object.freeze({
    exists: (resource: Resource<never>, which: Which = {}) => find(resource, which).length > 0,
    list: (resource: Resource<never>, which: Which = {}) => Object.freeze(find(resource, which)),
  }) as unknown as Cluster;
}

const viewAs = once((shape: RecordShape) => (object: unknown) => decode(object, shape));

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
