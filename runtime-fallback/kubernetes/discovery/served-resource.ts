/** A resource in one of the versions in which it is served, as the API server describes it. */
export interface ServedResource {
  readonly group: string;
  readonly version: string;
  /** The plural. */
  readonly resource: string;
  readonly kind: string;
  readonly isNamespaced: boolean;
  readonly verbs: readonly string[];
  /** `status`, `scale`, ... */
  readonly subresources: readonly string[];
}

/** What is served in one version of a group; undefined where the API server cannot tell, as of an APIService without its server. */
export interface DiscoveredVersion {
  readonly group: string;
  readonly version: string;
  readonly resources: readonly ServedResource[] | undefined;
}

/** Versions of a group stand in the order of the API server: the one that it prefers first. */
export type DiscoveredVersions = readonly DiscoveredVersion[];
