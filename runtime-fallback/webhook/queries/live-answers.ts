import type { ClusterQuery } from "../../../compiler/api/cluster-query.ts";
import { isMeant } from "../../../compiler/api/cluster-query.ts";
import { ApiRejected, type ApiServer } from "../../kubernetes/api-server.ts";
import { get } from "../../kubernetes/get.ts";
import { type ListQuery, list } from "../../kubernetes/list.ts";
import { isPathSegment, resourceText } from "../../kubernetes/resource.ts";
import { servedVersions } from "../../kubernetes/discovery/served-now.ts";
import type { StoredObject } from "../../kubernetes/stored-object.ts";

/**
 * The API server serves the resource, and not in the version that the rule was written for:
 * its objects would be overlooked.
 */
export class OtherVersions extends Error {
  override readonly name = "OtherVersions";
}

/**
 * Answers with what the API server stores now. A resource that it does not serve at all has no objects; whatever else
 * it cannot answer is an error, so that nothing is let through.
 */
export function liveAnswers(server: ApiServer): (query: ClusterQuery, signal: AbortSignal) => Promise<readonly StoredObject[]> {
  return async (query, signal) => {
    if (!canExist(query)) return [];
    try {
      const found = await read(server, query, signal);
      return found.filter((object) => isMeant(query, object));
    } catch (error) {
      if (error instanceof ApiRejected && error.answer.status === 404) return absent(server, query, error);
      throw error;
    }
  };
}

/** Names and labels come from objects that anybody writes: what nothing can be called is not asked for. */
function canExist({ which }: ClusterQuery): boolean {
  const { namespace, name, labels = {} } = which;
  const isName = (text: string | undefined): boolean => text === undefined || isPathSegment(text);
  return isName(name) && (namespace === "" || isName(namespace)) && Object.entries(labels).every(isLabel);
}

/** apimachinery: pkg/util/validation, IsQualifiedName and IsValidLabelValue. */
function isLabel([key, value]: [string, string]): boolean {
  const part = /^([A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)$/;
  const [name = "", prefix] = key.split("/").toReversed();
  const isKey = part.test(name) && (prefix === undefined || /^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/.test(prefix));
  return isKey && key.split("/").length <= 2 && (value === "" || part.test(value));
}

async function read(server: ApiServer, query: ClusterQuery, signal: AbortSignal): Promise<readonly StoredObject[]> {
  const { group, version, resource } = query.resource;
  const id = { group, version, resource };
  const { namespace, name } = query.which;
  if (name !== undefined && namespace !== undefined && namespace !== "") {
    const found = await get(server, id, { namespace, name }, { signal });
    return found === undefined ? [] : [found];
  }
  return (await list(server, { resource: id, ...selection(query) }, { signal })).items;
}

/** Of what is in no namespace the API server knows no namespaced path. */
function selection({ which }: ClusterQuery): Omit<ListQuery, "resource"> {
  const { namespace, name, labels = {} } = which;
  const selector = Object.entries(labels).map(([key, value]) => `${key}=${value}`);
  return {
    ...(namespace !== undefined && namespace !== "" && { namespace }),
    ...(name !== undefined && { fieldSelector: `metadata.name=${escaped(name)}` }),
    ...(selector.length > 0 && { labelSelector: selector.join(",") }),
  };
}

/** apimachinery: pkg/fields/selector.go, EscapeValue: some kinds may have any character in their names. */
function escaped(name: string): string {
  return name.replaceAll(/[\\,=]/g, "\\$&");
}

async function absent(server: ApiServer, { resource }: ClusterQuery, error: ApiRejected): Promise<readonly StoredObject[]> {
  const versions = await servedVersions(server, resource);
  if (versions.length === 0) return [];
  if (versions.includes(resource.version)) throw error;
  throw new OtherVersions(
    `${resourceText(resource)} is served as ${versions.join(", ")}, and rules ask for ${resource.version}: ` +
      `compile them for one of these, or serve ${resource.version}`,
  );
}
