import { ApiRejected, type ApiServer, ClusterError } from "../../runtime-fallback/kubernetes/api-server.ts";
import { get } from "../../runtime-fallback/kubernetes/get.ts";
import { list } from "../../runtime-fallback/kubernetes/list.ts";
import type { ContextQuery } from "../../runtime-fallback/kubernetes/open-context.ts";
import type { StoredObject } from "../../runtime-fallback/kubernetes/stored-object.ts";
import type { DocumentText } from "./read-documents.ts";

export interface DefinitionsQuery extends ContextQuery {
  /** `buckets.s3.services.k8s.aws`; all definitions unless told. */
  readonly names: readonly string[];
}

const definitions = { group: "apiextensions.k8s.io", version: "v1", resource: "customresourcedefinitions" } as const;

/** The CustomResourceDefinitions of a cluster. The client is loaded here: who reads files waits for none of it. */
export async function readCluster({ names, ...query }: DefinitionsQuery): Promise<DocumentText> {
  const { openContext } = await import("../../runtime-fallback/kubernetes/open-context.ts");
  const server = (await openContext(query)).open();
  try {
    const items = names.length === 0 ? (await list(server, { resource: definitions })).items : await getAll(server, names);
    return { path: "the cluster", text: JSON.stringify({ apiVersion: "v1", kind: "List", items }, undefined, 4) };
  } catch (error) {
    throw error instanceof ApiRejected ? denied(server, error) : error;
  } finally {
    await server.close();
  }
}

function getAll(server: ApiServer, names: readonly string[]): Promise<readonly StoredObject[]> {
  return Promise.all(
    names.map(async (name) => {
      const found = await get(server, definitions, { name });
      if (found !== undefined) return found;
      throw new ClusterError(
        `there is no CustomResourceDefinition ${name} in ${server.url}`,
        "its name is its plural and its group, as `kubectl get crds` lists them: buckets.s3.services.k8s.aws",
      );
    }),
  );
}

function denied({ url }: ApiServer, { message }: ApiRejected): ClusterError {
  return new ClusterError(
    `${url} does not show its CustomResourceDefinitions: ${message}`,
    "use a context whose user may get and list customresourcedefinitions (apiextensions.k8s.io), or have somebody who may give the " +
      "output of `kubectl get crds -o yaml` to `holdfast types -`",
  );
}
