import { isJsonObject } from "../api/json.ts";
import { groupVersionOf } from "../simulator/testing/resource-of.ts";
import type { ApiClient, ApiResponse } from "./api-client.ts";
import { ClusterError } from "./cluster-error.ts";

/** A resource as the server itself describes it. */
export interface DiscoveredResource {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly kind: string;
  readonly isNamespaced: boolean;
  /** `status`, `scale`, ... */
  readonly subresources: readonly string[];
  /** `list`, `delete`, ... */
  readonly verbs: readonly string[];
}

/** A group and its served versions, the one that the server prefers first. */
export interface ServedGroup {
  readonly group: string;
  readonly versions: readonly string[];
}

/** An API server that does not say what it serves under an `apiVersion`: nobody may conclude that it serves nothing there. */
export class NotDiscovered extends ClusterError {
  constructor(apiVersion: string, { status, body }: ApiResponse) {
    const reason = status === 200 ? "without a list of resources" : `(${String(body["message"] ?? "no reason given")})`;
    super(
      `discovery of ${apiVersion} answered ${status} ${reason}`,
      "if an APIService is down, `kubectl get apiservices` shows it: bring its server up, or delete it; then run this again",
    );
  }
}

/** What a server serves in the versions that somebody asks for; each is looked up once. */
export class Discovery {
  readonly #client: ApiClient;
  readonly #known = new Map<string, Promise<readonly DiscoveredResource[]>>();
  #groups: Promise<readonly ServedGroup[]> | undefined;

  constructor(client: ApiClient) {
    this.#client = client;
  }

  /** By `apiVersion` and kind; undefined where the server does not serve it. */
  async find(apiVersion: string, kind: string): Promise<DiscoveredResource | undefined> {
    return (await this.resources(apiVersion)).find((resource) => resource.kind === kind);
  }

  /** Every group, that of the core first. */
  groups(): Promise<readonly ServedGroup[]> {
    this.#groups ??= this.#askGroups();
    return this.#groups;
  }

  async #askGroups(): Promise<readonly ServedGroup[]> {
    const core = await this.#root("/api", "versions");
    const groups = await this.#root("/apis", "groups");
    return [{ group: "", versions: textsOf(core) }, ...groups.filter(isJsonObject).map(servedGroup)];
  }

  async #root(path: string, field: string): Promise<readonly unknown[]> {
    const { status, body } = await this.#client.request({ method: "GET", path });
    const list = body[field];
    if (status === 200 && Array.isArray(list)) return list;
    throw new ClusterError(
      `${path} answers ${status}: ${status === 200 ? `it has no ${field}` : String(body["message"])}`,
      "every user may read it, unless system:discovery was taken away",
    );
  }

  /** Everything that is served under an `apiVersion`; nothing where that is not. Rejects with `NotDiscovered` where the server does not say. */
  resources(apiVersion: string): Promise<readonly DiscoveredResource[]> {
    const known = this.#known.get(apiVersion) ?? this.#ask(apiVersion);
    this.#known.set(apiVersion, known);
    return known;
  }

  async #ask(apiVersion: string): Promise<readonly DiscoveredResource[]> {
    const answer = await this.#client.request({ method: "GET", path: rootOf(apiVersion) });
    if (answer.status === 404) return [];
    const { resources } = answer.body;
    if (answer.status !== 200 || !Array.isArray(resources)) throw new NotDiscovered(apiVersion, answer);
    const entries = resources.filter(isJsonObject);
    const names = entries.map(({ name }) => String(name));
    return entries
      .filter(({ name }) => !String(name).includes("/"))
      .map((entry) => {
        const resource = String(entry["name"]);
        const prefix = `${resource}/`;
        return {
          ...groupVersionOf(apiVersion),
          resource,
          kind: String(entry["kind"]),
          isNamespaced: entry["namespaced"] === true,
          subresources: names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length)),
          verbs: textsOf(entry["verbs"]),
        };
      });
  }
}

function servedGroup({ name, versions, preferredVersion }: Readonly<Record<string, unknown>>): ServedGroup {
  const all = Array.isArray(versions) ? versions.filter(isJsonObject).map(({ version }) => String(version)) : [];
  const preferred = isJsonObject(preferredVersion) ? textsOf([preferredVersion["version"]]) : [];
  return { group: String(name), versions: [...new Set([...preferred, ...all])] };
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

/** `/api/v1`, `/apis/apps/v1` */
export function rootOf(apiVersion: string): string {
  return apiVersion.includes("/") ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
}

/** `/apis/apps/v1/namespaces/shop/deployments` */
export function collectionPath({ group, version, resource }: DiscoveredResource, namespace: string | undefined): string {
  const root = rootOf(group === "" ? version : `${group}/${version}`);
  return namespace === undefined ? `${root}/${resource}` : `${root}/namespaces/${namespace}/${resource}`;
}
