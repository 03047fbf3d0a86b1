import type { ClusterQuery } from "../../../compiler/api/cluster-query.ts";

/** Where a rule's queries are answered, with objects as plain JSON. */
export interface Lookups {
  /** From memory; undefined: it is not known there, or not known to be true any more. */
  readonly cached: (query: ClusterQuery) => readonly unknown[] | undefined;
  /** From the API server, now. Rejects where it does not answer, or denies: then nothing is known. */
  readonly live: (query: ClusterQuery, signal: AbortSignal) => Promise<readonly unknown[]>;
  /** The Namespace of that name, from the API server, now. */
  readonly namespace: (name: string, signal: AbortSignal) => Promise<unknown>;
}
