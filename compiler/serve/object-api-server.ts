import {
  type ApiAnswer,
  type ApiRequest,
  ApiRejected,
  type ApiServer,
  ApiUnreachable,
} from "../../runtime-fallback/kubernetes/api-server.ts";
import type { ServedResource } from "../../runtime-fallback/kubernetes/discovery/served-resource.ts";
import type { ClusterObjects } from "./cluster-objects.ts";
import { apiGroups, apiResources, apiServices, coreVersions } from "./discovery-answers.ts";
import { ManifestProblem } from "./written-objects.ts";
import { resourceName } from "../api/resource.ts";
import { apiVersionOf } from "../../runtime-fallback/kubernetes/resource.ts";
import type { UntypedObject } from "../simulator/admission/index.ts";

/**
 * As much of an API server as the webhook asks: what is served, and what is stored now. It answers a list as a whole,
 * whatever page was asked for, as API servers may. It is not to be watched: its files may change while a watch is
 * silent, and nobody should believe what they said before.
 */
export function objectApiServer(read: () => ClusterObjects): ApiServer {
  return {
    url: "file:///objects",
    request: (request) => Promise.resolve().then(() => ({ ...answerTo(request, read), date: Date.now() })),
    watch: ({ path }) => ({ [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(unwatched(path)) }) }),
    close: () => Promise.resolve(),
  };
}

function unwatched(path: string): ApiRejected {
  return new ApiRejected(`the watch of ${path}`, failure(405, "MethodNotAllowed", "objects of files are read, not watched"));
}

function answerTo({ method, path, signal }: ApiRequest, read: () => ClusterObjects): ApiAnswer {
  signal?.throwIfAborted();
  if (method !== "GET") return failure(405, "MethodNotAllowed", "objects of files are only read");
  const asked = parseApiPath(path);
  if (asked === undefined) return failure(404, "NotFound", "404 page not found");
  try {
    return answerFrom(read(), asked);
  } catch (error) {
    if (error instanceof UnknownSelector) return failure(400, "BadRequest", error.message);
    // Of files that cannot be read nothing is known: as of an API server that does not answer.
    if (error instanceof ManifestProblem) throw new ApiUnreachable(error.message, { help: error.help, cause: error });
    throw error;
  }
}

function answerFrom(cluster: ClusterObjects, asked: ApiPath): ApiAnswer {
  const { resources } = cluster;
  const { group, version, resource } = asked;
  if (asked.root === "core") return success(coreVersions(resources));
  if (asked.root === "groups") return success(apiGroups(resources));
  if (group === "apiregistration.k8s.io" && resource === "apiservices" && asked.name === undefined)
    return success(apiServices(resources, String(cluster.version)));
  if (resource === "") {
    const list = apiResources(resources, group, version);
    return list === undefined ? notServed() : success(list);
  }
  const served = resources.find((one) => one.group === group && one.version === version && one.resource === resource);
  if (served === undefined || (asked.namespace !== undefined && !served.isNamespaced)) return notServed();
  return asked.name === undefined ? listOf(cluster, served, asked) : objectOf(cluster, served, asked);
}

function listOf(cluster: ClusterObjects, served: ServedResource, { namespace, query }: ApiPath): ApiAnswer {
  const isLabelled = labelSelector(query.get("labelSelector") ?? "");
  const isNamed = fieldSelector(query.get("fieldSelector") ?? "");
  const items = objectsOf(cluster, served).filter(
    (object) => isLabelled(object) && isNamed(object) && (namespace === undefined || object.metadata.namespace === namespace),
  );
  return success({
    apiVersion: apiVersionOf(served),
    kind: `${served.kind}List`,
    metadata: { resourceVersion: String(cluster.version) },
    items,
  });
}

function objectOf(cluster: ClusterObjects, served: ServedResource, { namespace, name }: ApiPath): ApiAnswer {
  const found = objectsOf(cluster, served).find(
    ({ metadata }) => metadata.name === name && (metadata.namespace ?? undefined) === namespace,
  );
  if (found !== undefined) return success(found);
  const { group, resource } = served;
  const message = `${resourceName(served)} "${name ?? ""}" not found`;
  return failure(404, "NotFound", message, { name, group, kind: resource });
}

/** In the version that is asked for; nothing but `apiVersion` is converted. */
function objectsOf({ stored }: ClusterObjects, served: ServedResource): readonly UntypedObject[] {
  const own = stored.filter(({ target }) => target.group === served.group && target.resource === served.resource);
  return own.map(({ object }) => ({ ...object, apiVersion: apiVersionOf(served) }));
}

const notServed = (): ApiAnswer => failure(404, "NotFound", "the server could not find the requested resource");

function success(body: Readonly<Record<string, unknown>>): ApiAnswer {
  return { status: 200, body, retryAfterSeconds: undefined };
}

function failure(status: number, reason: string, message: string, details?: object): ApiAnswer {
  const body = {
    kind: "Status",
    apiVersion: "v1",
    status: "Failure",
    message,
    reason,
    ...(details && { details }),
    code: status,
  };
  return { status, body, retryAfterSeconds: undefined };
}

/** What a path of the API asks for. */
interface ApiPath {
  /** `/api` or `/apis`, and nothing behind it. */
  readonly root: "core" | "groups" | undefined;
  readonly group: string;
  readonly version: string;
  /** Empty: what is served in this version. */
  readonly resource: string;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  readonly query: URLSearchParams;
}

/** `/apis/apps/v1/namespaces/shop/deployments/web?...`; undefined where it is no such path. */
function parseApiPath(target: string): ApiPath | undefined {
  const { pathname, searchParams: query } = new URL(target, "http://objects");
  const [root, ...words] = pathname.slice(1).split("/").map(decodeURIComponent);
  if (root !== "api" && root !== "apis") return undefined;
  const nothing = { version: "", resource: "", namespace: undefined, name: undefined, query };
  if (words.length === 0) return { ...nothing, root: root === "api" ? "core" : "groups", group: "" };
  const [group = "", version = "", ...rest] = root === "api" ? ["", ...words] : words;
  if (version === "" || rest.length > 4) return undefined;
  return { ...nothing, root: undefined, group, version, ...placeOf(rest) };
}

/** `/namespaces/shop` is an object; with a resource behind it, the place of others. */
function placeOf(words: readonly string[]): Pick<ApiPath, "resource" | "namespace" | "name"> {
  const [first, second, third, ...others] = words;
  if (first === "namespaces" && third !== undefined) return { namespace: second, resource: third, name: others[0] };
  return { namespace: undefined, resource: first ?? "", name: second };
}

type Selects = (object: UntypedObject) => boolean;

/** A selector that the webhook does not use, and that nobody here answers. */
class UnknownSelector extends Error {
  override readonly name = "UnknownSelector";
}

/** `keeps=settings,tier=` */
function labelSelector(text: string): Selects {
  const wanted = partsOf(text).map((part) => {
    const found = /^(?<key>[^=!,()\s]+)==?(?<value>[^=!,()\s]*)$/.exec(part)?.groups;
    if (found === undefined) throw new UnknownSelector(`the label selector ${part} is not known here`);
    return found as { readonly key: string; readonly value: string };
  });
  return ({ metadata: { labels } }) => {
    const own = (labels ?? {}) as UntypedObject;
    return wanted.every(({ key, value }) => Object.hasOwn(own, key) && own[key] === value);
  };
}

/**
 * `metadata.name=web`; whatever is special in a name stands behind a backslash (apimachinery: pkg/fields/selector.go).
 */
function fieldSelector(text: string): Selects {
  if (text === "") return () => true;
  const found = /^metadata\.(?<field>name|namespace)==?(?<value>(?:[^\\,=]|\\[\\,=])*)$/.exec(text)?.groups;
  if (found === undefined) throw new UnknownSelector(`the field selector ${text} is not known here`);
  const value = found["value"]?.replaceAll(/\\(.)/g, "$1");
  return ({ metadata }) => (found["field"] === "name" ? metadata.name : (metadata.namespace ?? "")) === value;
}

function partsOf(text: string): readonly string[] {
  return text === "" ? [] : text.split(",");
}
