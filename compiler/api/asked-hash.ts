import { createHash } from "node:crypto";
import type { GroupResource } from "./resource.ts";

/** A webhook that has to be in force for a promise to be kept. */
export interface RequiredWebhook {
  readonly name: string;
  /** Of how it is asked. */
  readonly hash: string;
  /** For which kinds the promise needs it; it may be asked about others as well. */
  readonly keeps: readonly GroupResource[];
}

/** As much of a webhook as decides what it is asked about, whoever serves it and for whatever kinds. */
export interface AskedWebhook {
  readonly failurePolicy: string;
  readonly matchPolicy: string;
  readonly namespaceSelector: object;
  readonly objectSelector: object;
  readonly matchConditions?: readonly { readonly name: string; readonly expression: string }[];
  readonly rules: readonly AskedKinds[];
}

interface AskedKinds {
  readonly apiVersions: readonly string[];
  readonly operations: readonly string[];
  readonly scope: string;
  /** With subresources: `pods/eviction`. */
  readonly resources: readonly string[];
}

/**
 * Of everything but the kinds, the address and the timeout: two configurations with the same hash ask about an object
 * of a kind that both name in the same cases. The API server gives back what was applied, key for key.
 */
export function askedHash({
  failurePolicy,
  matchPolicy,
  namespaceSelector,
  objectSelector,
  matchConditions,
  rules,
}: AskedWebhook): string {
  const ways = rules.map(({ apiVersions, operations, scope, resources }) =>
    resources.map((resource) => [
      apiVersions,
      operations,
      scope,
      resource.includes("/") ? resource.slice(resource.indexOf("/")) : "",
    ]),
  );
  const distinct = [...new Set(ways.flat().map((way) => JSON.stringify(way)))].toSorted();
  const conditions = (matchConditions ?? []).map(({ name, expression }) => [name, expression]);
  const asked = [failurePolicy, matchPolicy, sorted(namespaceSelector), sorted(objectSelector), conditions, distinct];
  return createHash("sha256").update(JSON.stringify(asked)).digest("hex").slice(0, 16);
}

/** The same object whatever the order of its keys. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => [key, sorted(inner)]);
}
