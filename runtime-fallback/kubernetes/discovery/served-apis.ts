import { type ApiAnswer, type RequestServer, ClusterError } from "../api-server.ts";
import { versionIdOf, versionPath } from "../resource.ts";
import { type ServedGroup, type ServedResource, groupsIn, resourcesIn } from "./served-resource.ts";

/**
 * An API server that does not say what it serves under an `apiVersion`: nobody may
 * conclude that it serves nothing there.
 */
export class NotDiscovered extends ClusterError {
  constructor(apiVersion: string, { status, body }: ApiAnswer) {
    const reason = status === 200 ? "without a list of resources" : `(${String(body["message"] ?? "no reason given")})`;
    super(
      `discovery of ${apiVersion} answered ${status} ${reason}`,
      "if an APIService is down, `kubectl get apiservices` shows it: bring its server up, or delete it; then run this again",
    );
  }
}

/**
 * What a server serves in the versions that a command asks for; each is looked up once, and
 * remembered as long as the command runs.
 */
export class ServedApis {
  readonly #server: RequestServer;
  readonly #known = new Map<string, Promise<readonly ServedResource[]>>();
  #groups: Promise<readonly ServedGroup[]> | undefined;

  constructor(server: RequestServer) {
    this.#server = server;
  }

  /** By `apiVersion` and kind; undefined where the server does not serve it. */
  async find(apiVersion: string, kind: string): Promise<ServedResource | undefined> {
    return (await this.resources(apiVersion)).find((resource) => resource.kind === kind);
  }

  /** Every group, that of the core first. */
  groups(): Promise<readonly ServedGroup[]> {
    this.#groups ??= Promise.all([this.#root("/api", "versions"), this.#root("/apis", "groups")]).then((all) => all.flat());
    return this.#groups;
  }

  async #root(path: string, field: string): Promise<readonly ServedGroup[]> {
    const answer = await this.#server.request({ method: "GET", path });
    if (answer.status === 200 && Array.isArray(answer.body[field])) return groupsIn({ [field]: answer.body[field] });
    const why = answer.status === 200 ? `it has no ${field}` : String(answer.body["message"]);
    throw new ClusterError(
      `${path} answers ${answer.status}: ${why}`,
      "every user may read it, unless system:discovery was taken away",
    );
  }

  /**
   * Everything that is served under an `apiVersion`; nothing where that is not. Rejects with `NotDiscovered`
   * where the server does not say.
   */
  resources(apiVersion: string): Promise<readonly ServedResource[]> {
    const known = this.#known.get(apiVersion) ?? this.#ask(apiVersion);
    this.#known.set(apiVersion, known);
    return known;
  }

  /** The same, or why the API server cannot tell. */
  async resourcesOrWhy(apiVersion: string): Promise<readonly ServedResource[] | string> {
    try {
      return await this.resources(apiVersion);
    } catch (error) {
      if (error instanceof NotDiscovered) return error.message;
      throw error;
    }
  }

  async #ask(apiVersion: string): Promise<readonly ServedResource[]> {
    const id = versionIdOf(apiVersion);
    const answer = await this.#server.request({ method: "GET", path: versionPath(id) });
    if (answer.status === 404) return [];
    if (answer.status !== 200 || !Array.isArray(answer.body["resources"])) throw new NotDiscovered(apiVersion, answer);
    return resourcesIn(id, answer.body);
  }
}
