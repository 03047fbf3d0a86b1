import type { ApiRequest, ApiResponse } from "../../../control-plane/api-client.ts";
import type { ControlPlane } from "../../../control-plane/control-plane.ts";
import { waitUntil } from "../../../control-plane/wait-until.ts";
import { mergePatch } from "../../../control-plane/requests.ts";
import { type Victim, victimPath } from "../attack.ts";
import { type Target, mark } from "../targets.ts";
import { createObject } from "../victims.ts";

/** Where a piece of work is done: a Namespace of its own, and a name that nobody else has. */
export interface Place {
  readonly server: ControlPlane;
  readonly target: Target;
  readonly name: string;
}

/** Something that has to go on beside a policy with its guards. */
export interface Work {
  readonly title: string;
  readonly isDoneOn: (target: Target) => boolean;
  /** Says what came of it; fails where something of it is denied or does not happen. */
  readonly run: (place: Place) => Promise<string>;
}

/** The garbage collector learns of new kinds every half minute, and is busy. */
const patienceMs = 90_000;

export const eventually = (what: string, condition: () => Promise<boolean>): Promise<void> =>
  waitUntil(what, condition, patienceMs);

/** What is protected. */
export function keep({ server, target, name }: Place, fields: object = {}): Promise<Victim> {
  const own = { ...target, fields: { ...target.fields, ...fields } };
  return createObject(server, own, { namespace: name, name, labels: { [mark]: "true" } });
}

/** Another object of the same kind, which is not protected. */
export function leave({ server, target, name }: Place, metadata: object = {}): Promise<Victim> {
  return createObject(server, target, { namespace: name, name: `${name}-plain`, ...metadata });
}

/** The answer to a request that has to go through. */
export async function accepted({ server }: Pick<Place, "server">, request: ApiRequest): Promise<ApiResponse> {
  const answer = await server.request(request);
  if (answer.status < 300) return answer;
  throw new Error(`${request.method} ${request.path}: ${answer.status} ${String(answer.body["message"])}`);
}

/** What the answer to a request says that has to be denied. */
export async function denied({ server }: Pick<Place, "server">, request: ApiRequest): Promise<string> {
  const { status, body, text } = await server.request(request);
  if (status === 403) return String(body["message"]);
  throw new Error(`${request.method} ${request.path} was not denied: ${status} ${text}`);
}

/**
 * Guards that look an object up see it a moment after it was written: the API server has it from a watch of its own.
 */
export async function untilDenied(place: Place, request: ApiRequest, guard: string): Promise<void> {
  await eventually(`the ${guard} denies`, async () => {
    const { status, body } = await place.server.request({ ...request, path: `${request.path}?dryRun=All` });
    return status === 403 && String(body["message"]).includes(` denied request: ${guard}: `);
  });
}

export async function isGone({ server }: Pick<Place, "server">, path: string): Promise<boolean> {
  return (await server.request({ method: "GET", path })).status === 404;
}

export async function untilGone(object: Victim): Promise<void> {
  await eventually(`${object.target.kind} ${object.name} is gone`, () => isGone(object, victimPath(object)));
}

export const annotated = (object: Victim, annotation: string, value: string): ApiRequest =>
  mergePatch(victimPath(object), { metadata: { annotations: { [annotation]: value } } });

export const namespacePath = ({ name }: Pick<Place, "name">): string => `/api/v1/namespaces/${name}`;

interface PodMetadata {
  readonly annotations?: Readonly<Record<string, string>>;
  readonly deletionTimestamp?: string;
}

/** Of the Pods in the place that stay. */
export async function podsIn(place: Place): Promise<readonly PodMetadata[]> {
  const { body } = await accepted(place, { method: "GET", path: `${namespacePath(place)}/pods` });
  const { items } = body as unknown as { readonly items: readonly { readonly metadata: PodMetadata }[] };
  return items.map(({ metadata }) => metadata).filter(({ deletionTimestamp }) => deletionTimestamp === undefined);
}

export const isOneOf =
  (...kinds: readonly string[]) =>
  ({ kind }: Target): boolean =>
    kinds.includes(kind);

/** Whatever is not there for one threat alone. */
export const isAny = ({ only }: Target): boolean => only === undefined;

export const isContent = (target: Target): boolean => isAny(target) && target.isNamespaced;
