import { type ClusterAnswers, isMeant } from "../evaluate/index.ts";
import type { MatchEntry } from "../../api/coverage.ts";
import type { RequestDescription, TestedObject } from "./request-description.ts";
import { type KnownKind, resourceOf } from "./resource-of.ts";
import { storedObjects } from "./stored-object.ts";

interface Known {
  readonly kinds: readonly KnownKind[];
  /** What rules ask about: where no API server of ours serves the kind, it tells the plural. */
  readonly asked: readonly MatchEntry[];
}

/** Answers as a cluster that holds, besides what the request is about, these objects and no others. */
export function clusterAnswersOf({ inCluster = [] }: RequestDescription, { kinds, asked }: Known): ClusterAnswers {
  const held = inCluster.map((object, at) => {
    const description = { operation: "delete", object: withUid(object, at) } as const;
    const target = resourceOf(description, { kinds, match: asked });
    return { target, object: storedObjects(description, target).object };
  });
  return (query) => {
    const { group, resource } = query.resource;
    const own = held.filter(({ target }) => target.group === group && target.resource === resource);
    return own.map(({ object }) => object).filter((object) => isMeant(query, object));
  };
}

/** No two objects have the same. */
function withUid(object: TestedObject, at: number): TestedObject {
  const uid = `00000000-0000-4000-8000-${String(at + 1).padStart(12, "0")}`;
  return { ...object, metadata: { uid, ...object.metadata } };
}
