import { type UntypedObject, NotEvaluatedHere, type AuthorizerAnswers } from "../../../simulator/admission/index.ts";
import type { ServedApis } from "../../../../runtime-fallback/kubernetes/discovery/served-apis.ts";
import { formatMinor } from "../../../ir/kubernetes-version.ts";
import { isTestedObject } from "../../../simulator/testing/object-problem.ts";
import { ClusterError } from "../../../../runtime-fallback/kubernetes/api-server.ts";
import { isJsonObject } from "../../../api/json.ts";
import type { AskingClient } from "../asking-client.ts";

/** One API server, and what is known of it; nothing of that is asked twice, so an endpoint is for one look. */
export class Endpoint {
  readonly client: AskingClient;
  readonly discovery: ServedApis;
  readonly asker: Asker;
  readonly rights: Rights;
  readonly minor: number;
  readonly #namespaces = new Map<string, Promise<UntypedObject>>();
  readonly #aggregated = new Map<string, Promise<string | undefined>>();

  constructor(client: AskingClient, asker: Asker, minor: number) {
    this.client = client;
    this.discovery = client.discover();
    this.asker = asker;
    this.minor = minor;
    this.rights = new Rights(client, asker);
  }

  static async open(client: AskingClient): Promise<Endpoint> {
    return new Endpoint(client, await whoAsks(client), await minorOf(client));
  }

  /** `1.37` */
  get kube(): string {
    return formatMinor(this.minor);
  }

  /** The Namespace as rules see it; throws where it cannot be read. */
  namespace(name: string): Promise<UntypedObject> {
    const known = this.#namespaces.get(name) ?? this.#readNamespace(name);
    this.#namespaces.set(name, known);
    return known;
  }

  async #readNamespace(name: string): Promise<UntypedObject> {
    const { status, body } = await this.client.get(`/api/v1/namespaces/${name}`);
    const namespace = { ...body, apiVersion: "v1", kind: "Namespace" };
    if (status === 200 && isTestedObject(namespace)) return { ...namespace, metadata: { ...namespace.metadata } };
    throw new NotEvaluatedHere(`Namespace ${name}, which this user cannot read: ${String(body["message"])}`);
  }

  /**
   * Why deletes of a group's kinds must not be tried; undefined: they may. Another server behind an APIService might
   * know no dry runs, and this API server's policies do not reach it.
   */
  whyUntouchable(group: string, version: string): Promise<string | undefined> {
    const name = `${version}.${group}`;
    const known = this.#aggregated.get(name) ?? this.#readApiService(name);
    this.#aggregated.set(name, known);
    return known;
  }

  async #readApiService(name: string): Promise<string | undefined> {
    const { status, body } = await this.client.get(`/apis/apiregistration.k8s.io/v1/apiservices/${name}`);
    if (status === 404) return undefined;
    if (status !== 200)
      return `the APIService ${name} cannot be read, so it is not known who answers: ${String(body["message"])}`;
    const spec: unknown = body["spec"];
    const isOurs = typeof spec === "object" && spec !== null && !("service" in spec && spec.service !== null);
    return isOurs ? undefined : `another server answers for ${name}, which may know no dry runs`;
  }
}

type Check = Parameters<AuthorizerAnswers>[0];

/** A policy asks who may do what, and the server has not been asked yet: ask, and evaluate once more. */
class Unasked extends Error {
  override readonly name = "Unasked";
  readonly check: Check;

  constructor(check: Check) {
    super("the server has not been asked yet");
    this.check = check;
  }
}

/** Who may do what, in the words of the API server itself. Each check is put once. */
class Rights {
  readonly #client: AskingClient;
  readonly #asker: Asker;
  readonly #known = new Map<string, boolean>();

  constructor(client: AskingClient, asker: Asker) {
    this.#client = client;
    this.#asker = asker;
  }

  /** Evaluates with an authorizer that answers as the server does. */
  async evaluate<T>(evaluate: (authorizer: AuthorizerAnswers) => T): Promise<T> {
    for (;;) {
      try {
        return evaluate((check) => this.#answer(check));
      } catch (error) {
        if (!(error instanceof Unasked)) throw error;
        this.#known.set(keyOf(error.check), await this.#ask(error.check));
      }
    }
  }

  /** Whether the user who asks may do this to one object. */
  async may(verb: string, about: { group: string; resource: string; namespace: string; name: string }): Promise<boolean> {
    const { groups = [], ...subject } = this.#asker;
    const check = { kind: "resource", subject: { ...subject, groups }, verb, ...about, subresource: "" } as const;
    return this.evaluate((authorizer) => authorizer(check).allowed);
  }

  #answer(check: Check): { readonly allowed: boolean } {
    const allowed = this.#known.get(keyOf(check));
    if (allowed === undefined) throw new Unasked(check);
    return { allowed };
  }

  async #ask(check: Check): Promise<boolean> {
    const { subject } = check;
    const isSelf = subject.username === this.#asker.username;
    const { username: user, ...others } = subject;
    const spec = { ...attributesOf(check), ...(!isSelf && { user, ...others }) };
    const { body } = await this.#client.review(isSelf ? "selfAccess" : "access", spec);
    const status = body["status"];
    if (isJsonObject(status) && typeof status["allowed"] === "boolean") return status["allowed"];
    throw new NotEvaluatedHere(`what ${user} may do, which the API server does not tell: ${String(body["message"])}`);
  }
}

function attributesOf(check: Check): object {
  if (check.kind === "path") return { nonResourceAttributes: { path: check.path, verb: check.verb } };
  const { kind: _kind, subject: _subject, fieldSelector, labelSelector, ...asked } = check;
  if (fieldSelector !== undefined || labelSelector !== undefined)
    throw new NotEvaluatedHere("what a user may do to objects that a selector selects");
  return { resourceAttributes: { ...asked, version: "*" } };
}

function keyOf(check: Check): string {
  return JSON.stringify(check);
}

/** The user that the API server takes us for: the one whose deletes are tried. */
interface Asker {
  readonly username: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

async function whoAsks(client: AskingClient): Promise<Asker> {
  const { status, body } = await client.review("self", {});
  const answer = isJsonObject(body["status"]) ? body["status"]["userInfo"] : undefined;
  if (isAsker(answer)) return answer;
  throw new ClusterError(
    `${client.url} does not say who asks: ${status} ${String(body["message"])}`,
    "every user may create selfsubjectreviews, unless system:basic-user was taken away",
  );
}

function isAsker(value: unknown): value is Asker {
  return isJsonObject(value) && typeof value["username"] === "string";
}

/** The minor version of the API server: 37 of 1.37. */
async function minorOf(client: AskingClient): Promise<number> {
  const { body } = await client.get("/version");
  const minor = Number.parseInt(String(body["minor"]), 10);
  if (Number.isInteger(minor)) return minor;
  throw new ClusterError(`${client.url}/version tells no version of Kubernetes`, "is this an API server?");
}
