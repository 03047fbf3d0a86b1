import { isFields } from "../testing/object-problem.ts";
import { groupVersionOf } from "../testing/resource-of.ts";
import type { ApiClient } from "./api-client.ts";

/** A resource as the server itself describes it. */
export interface DiscoveredResource {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly kind: string;
  readonly isNamespaced: boolean;
  /** `status`, `scale`, ... */
  readonly subresources: readonly string[];
}

/** What a server serves in the versions that somebody asks for; each is looked up once. */
export class Discovery {
  readonly #client: ApiClient;
  readonly #known = new Map<string, Promise<readonly DiscoveredResource[]>>();

  constructor(client: ApiClient) {
    this.#client = client;
  }

  /** By `apiVersion` and kind; undefined where the server does not serve it. */
  async find(apiVersion: string, kind: string): Promise<DiscoveredResource | undefined> {
    return (await this.#resources(apiVersion)).find((resource) => resource.kind === kind);
  }

  #resources(apiVersion: string): Promise<readonly DiscoveredResource[]> {
    const known = this.#known.get(apiVersion) ?? this.#ask(apiVersion);
    this.#known.set(apiVersion, known);
    return known;
  }

  async #ask(apiVersion: string): Promise<readonly DiscoveredResource[]> {
    const { body } = await this.#client.request({ method: "GET", path: rootOf(apiVersion) });
    const entries = Array.isArray(body["resources"]) ? body["resources"].filter(isFields) : [];
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
        };
      });
  }
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
