import { errorMessage } from "../../../compiler/api/helpful-error.ts";
import { type Clock, systemClock } from "../../clock.ts";
import { printable } from "../../escape-text.ts";
import { aggregatedDiscovery } from "./aggregated-discovery.ts";
import { type ApiServer, ApiRejected } from "../api-server.ts";
import {
  type DiscoveredVersions,
  type ServedResource,
  type DiscoveredVersion,
  groupsIn,
  resourcesIn,
} from "./served-resource.ts";
import type { JsonObject } from "../../../compiler/api/json.ts";
import { type ResourceId, versionPath } from "../resource.ts";

export type Discovered =
  /**
   * In the version that was asked for, or else in the one that the server prefers; `versions`
   * are all in which it is served.
   */
  | { readonly state: "served"; readonly resource: ServedResource; readonly versions: readonly string[] }
  | { readonly state: "not served" }
  /** The API server cannot tell. Whoever guards something takes it for served. */
  | { readonly state: "unknown"; readonly why: string };

export interface KindQuery {
  readonly group: string;
  readonly kind: string;
  readonly version?: string;
}

export interface ResourceLookup {
  readonly group: string;
  readonly resource: string;
  readonly version?: string;
}

/** What the API server serves, as known. Never rejects. */
export interface Discovery {
  findKind(query: KindQuery): Promise<Discovered>;
  findResource(query: ResourceLookup): Promise<Discovered>;
}

export interface DiscoveryOptions {
  readonly clock?: Clock;
  /** How long what was found is believed. */
  readonly maxAgeMs?: number;
  /** How soon the server is asked again after a miss: the names that are asked for are anybody's. */
  readonly missMs?: number;
}

interface Known {
  /** When it was asked for: what is served since may be missing. */
  readonly since: number;
  readonly versions: Promise<DiscoveredVersions>;
}

type Wanted = (resource: ServedResource) => boolean;

/** Asks when first needed. */
export function discover(server: ApiServer, options: DiscoveryOptions = {}): Discovery {
  const { clock = systemClock, maxAgeMs = 300_000, missMs = 10_000 } = options;
  let known: Known | undefined;

  const read = (youngerThanMs: number): Promise<DiscoveredVersions> => {
    if (known !== undefined && clock.monotonic() - known.since < youngerThanMs) return known.versions;
    const mine = { since: clock.monotonic(), versions: discoverAll(server) };
    known = mine;
    mine.versions.catch(() => {
      if (known === mine) known = undefined;
    });
    return mine.versions;
  };

  const find = async (group: string, version: string | undefined, wanted: Wanted): Promise<Discovered> => {
    try {
      const found = lookUp(await read(maxAgeMs), { group, version, wanted });
      return found.state === "served" ? found : lookUp(await read(missMs), { group, version, wanted });
    } catch (error) {
      return { state: "unknown", why: printable(errorMessage(error)) };
    }
  };

  return {
    findKind: ({ group, kind, version }) => find(group, version, (resource) => resource.kind === kind),
    findResource: ({ group, resource, version }) => find(group, version, (one) => one.resource === resource),
  };
}

/** Everything that the API server serves, asked now. */
export async function discoverAll(server: ApiServer): Promise<DiscoveredVersions> {
  return (await aggregatedDiscovery(server)) ?? plainDiscovery(server);
}

interface LookUp {
  readonly group: string;
  readonly version: string | undefined;
  readonly wanted: Wanted;
}

function lookUp(all: DiscoveredVersions, { group, version, wanted }: LookUp): Discovered {
  const ofGroup = all.filter((one) => one.group === group);
  const serving = ofGroup.flatMap(({ resources }) => resources?.filter(wanted).slice(0, 1) ?? []);
  const resource = serving.find((one) => version === undefined || one.version === version);
  if (resource !== undefined) return { state: "served", resource, versions: serving.map((one) => one.version) };
  const silent = ofGroup.find((one) => one.resources === undefined && (version === undefined || one.version === version));
  if (silent === undefined) return { state: "not served" };
  return { state: "unknown", why: printable(`the API server of ${group}/${silent.version} cannot be asked what it serves`) };
}

/** The way of all servers: the groups, and then each version. One that fails hides no other. */
async function plainDiscovery(server: ApiServer): Promise<DiscoveredVersions> {
  const roots = await Promise.all([readRoot(server, "/api"), readRoot(server, "/apis")]);
  const ids = roots.flatMap(groupsIn).flatMap(({ group, versions }) => versions.map((version) => ({ group, version })));
  return Promise.all(ids.map((id) => readVersion(server, id)));
}

async function readRoot(server: ApiServer, path: string): Promise<JsonObject> {
  const answer = await server.request({ method: "GET", path });
  if (answer.status !== 200) throw new ApiRejected(path, answer);
  return answer.body;
}

async function readVersion(server: ApiServer, id: Pick<ResourceId, "group" | "version">): Promise<DiscoveredVersion> {
  try {
    const { status, body } = await server.request({ method: "GET", path: versionPath(id) });
    return { ...id, resources: status === 200 && Array.isArray(body["resources"]) ? resourcesIn(id, body) : undefined };
  } catch {
    return { ...id, resources: undefined };
  }
}
