import { type ApiAnswer, ApiRejected, type RequestServer } from "../../../runtime-fallback/kubernetes/api-server.ts";
import { ServedApis } from "../../../runtime-fallback/kubernetes/discovery/served-apis.ts";
import { type ListQuery, listProjected, listed } from "../../../runtime-fallback/kubernetes/list.ts";
import type { StoredObject } from "../../../runtime-fallback/kubernetes/stored-object.ts";

/** Requests that store nothing: they are answered, and gone. */
const reviews = {
  self: "/apis/authentication.k8s.io/v1/selfsubjectreviews",
  selfAccess: "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
  access: "/apis/authorization.k8s.io/v1/subjectaccessreviews",
} as const;

/** The object as it was read; whatever has changed since is not deleted, not even in a dry run. */
export interface DeletePreconditions {
  readonly uid: string;
  readonly resourceVersion: string;
}

/** What kubectl sends, unless told. */
export const propagationPolicy = "Background";

/**
 * All that `holdfast verify` can do to a cluster: read, ask about rights, and try deletes. Nothing else in this folder
 * has the client itself, and there is no way through here to create, to change or to delete.
 */
export class AskingClient {
  readonly url: string;
  readonly #client: RequestServer;

  constructor(client: RequestServer) {
    this.#client = client;
    this.url = client.url;
  }

  /** What the API server serves, as of now: it remembers what it was told. */
  discover(): ServedApis {
    return new ServedApis(this.#client);
  }

  get(path: string): Promise<ApiAnswer> {
    return this.#client.request({ method: "GET", path });
  }

  /** Page by page, as long as somebody asks for more; rejects with an `ApiRejected`. */
  list(query: ListQuery): AsyncGenerator<StoredObject> {
    return listed(this.#client, query);
  }

  /** All of it, as far as `project` keeps it; a text where the server does not show it: why. */
  async listAll(
    query: ListQuery,
    { project = (object) => object }: { readonly project?: (object: StoredObject) => StoredObject } = {},
  ): Promise<readonly StoredObject[] | string> {
    try {
      return (await listProjected(this.#client, query, { project })).items;
    } catch (error) {
      if (!(error instanceof ApiRejected)) throw error;
      const { status, body } = error.answer;
      return typeof body["message"] === "string" ? body["message"] : `it answers ${status}`;
    }
  }

  review(what: keyof typeof reviews, spec: object): Promise<ApiAnswer> {
    return this.#client.request({ method: "POST", path: reviews[what], body: { spec } });
  }

  /**
   * Deletes one object in a dry run. The server looks at the options of the body, and at the query only
   * where there is no body (apiserver: pkg/endpoints/handlers/delete.go), so both say it: whichever of
   * them gets lost, the other holds.
   */
  tryDelete(path: string, preconditions: DeletePreconditions): Promise<ApiAnswer> {
    const body = { apiVersion: "v1", kind: "DeleteOptions", dryRun: ["All"], preconditions, propagationPolicy };
    return this.#client.request({ method: "DELETE", path: `${path}?dryRun=All`, body });
  }
}
