import type { Input } from "../../compiler/api/admission-review.ts";
import type { ApiResponse } from "../control-plane/api-client.ts";
import type { ControlPlane } from "../control-plane/control-plane.ts";
import { created } from "../control-plane/requests.ts";
import type { Body, Request } from "./language-case.ts";
import { authorizerFor, group, inputOf, objectName, objectOf, optionsOf } from "./requests.ts";

/** Where a request happens, as the server has it. Dry runs change nothing of it, so it is read once. */
export interface Place {
  readonly namespace: string;
  /** The object in the version of the request; where nothing is stored, the Status that says so. */
  readonly stored: Readonly<Record<string, unknown>>;
  readonly home: Readonly<Record<string, unknown>>;
}

export function namespaceOf(prefix: string, title: string, { namespace }: Request): string {
  return namespace === undefined ? `language-${prefix}` : `language-${prefix}-${objectName(title)}`;
}

/** The Namespace, which may be there. */
export async function makeHome(server: ControlPlane, name: string, request: Request): Promise<Place["home"]> {
  const namespace = { apiVersion: "v1", kind: "Namespace", metadata: { name, ...request.namespace } };
  await server.request({ method: "POST", path: "/api/v1/namespaces", body: namespace });
  return read(server, `/api/v1/namespaces/${name}`);
}

interface About {
  readonly title: string;
  readonly request: Request;
  readonly namespace: string;
}

/** The object as the server has it: what it answers to the creation is what it would read. */
export async function store(server: ControlPlane, { title, request, namespace }: About): Promise<Place["stored"]> {
  const { stored, version = "v1" } = request;
  if (stored !== undefined) {
    const made = await created(server, pathOf(namespace, "v1"), bodyOf(stored, title, namespace));
    if (version === "v1") return { ...made };
  }
  return read(server, `${pathOf(namespace, version)}/${objectName(title)}`);
}

async function read(server: ControlPlane, path: string): Promise<Readonly<Record<string, unknown>>> {
  return (await server.request({ method: "GET", path })).body;
}

function bodyOf(body: Body, title: string, namespace: string): Record<string, unknown> {
  const object = objectOf(body, objectName(title));
  return { ...object, metadata: { ...body.metadata, name: objectName(title), namespace } };
}

function pathOf(namespace: string, version: string): string {
  return `/apis/${group}/${version}/namespaces/${namespace}/things`;
}

export interface Attempt {
  readonly title: string;
  readonly request: Request;
  readonly place: Place;
  readonly groups: readonly string[];
}

export async function send(server: ControlPlane, { title, request, place, groups }: Attempt): Promise<ApiResponse> {
  const { namespace } = place;
  const operation = request.operation ?? "DELETE";
  const path = `${pathOf(namespace, request.version ?? "v1")}${targetOf(request, title)}${queryOf(request)}`;
  const { extra } = request;
  const as = { as: request.user ?? "admin", groups: [...groupsOf(request), ...groups], ...(extra !== undefined && { extra }) };
  const { uid, resourceVersion } = metadataOf(place);
  if (operation === "DELETE") return server.request({ method: "DELETE", path, body: optionsOf(request, String(uid)), ...as });
  const body = bodyOf(request.written ?? {}, title, namespace);
  if (operation === "UPDATE") Object.assign(body["metadata"] as object, { resourceVersion });
  return server.request({ method: operation === "CREATE" ? "POST" : "PUT", path, body, ...as });
}

/** What follows the collection's path. */
function targetOf({ operation, isCollection }: Request, title: string): string {
  if (operation === "CREATE") return "?";
  return isCollection === true ? `?fieldSelector=metadata.name=${objectName(title)}&` : `/${objectName(title)}?`;
}

function queryOf({ operation = "DELETE", options = {} }: Request): string {
  const sent =
    operation === "DELETE" ? {} : Object.fromEntries(Object.entries(options).map(([name, text]) => [name, String(text)]));
  return new URLSearchParams({ dryRun: "All", ...sent }).toString();
}

function metadataOf({ stored }: Place): Readonly<Record<string, unknown>> {
  return (stored["metadata"] ?? {}) as Readonly<Record<string, unknown>>;
}

/** What the rule sees, as TypeScript: the objects as the server has them. */
export function seenInput({ title, request, place, groups }: Attempt, response: ApiResponse): Input {
  const { namespace, stored, home } = place;
  const { request: review } = inputOf(request, title);
  const userInfo = {
    ...review.userInfo,
    groups: [...groupsOf(request), ...groups, "system:authenticated"],
  };
  const { uid } = metadataOf(place);
  const input = {
    request: {
      ...review,
      namespace,
      userInfo,
      options: optionsOf(request, String(uid)),
      ...("oldObject" in review ? { oldObject: stored } : {}),
      ...("object" in review ? { object: response.body } : {}),
    },
    namespaceObject: home,
  };
  return { ...input, authorizer: authorizerFor(request, input) };
}

function groupsOf({ groups = [], permissions }: Request): readonly string[] {
  return permissions === undefined ? [...groups, "system:masters"] : groups;
}
