import type { ApiRequest } from "../control-plane/api-client.ts";
import { mergePatch } from "../control-plane/requests.ts";
import type { Answer } from "./answer.ts";
import type { Target } from "./rule-texts.ts";

/** The stored object that a request changes, for rows to build on. */
export type Subject = Target & {
  readonly path: string;
  readonly name: string;
  /** As it was read before: for PUT. */
  readonly stored: Readonly<Record<string, unknown>>;
};

/** One change of one stored object, and what the server has to say to it. */
export type Change = {
  readonly what: string;
  readonly request: (subject: Subject) => ApiRequest;
  readonly expected: (subject: Subject) => Answer;
};

export const goesThrough = (): Answer => ({ decision: "allow", warnings: [] });

type Annotations = Readonly<Record<string, string | null>>;

export function jsonPatch(path: string, ...body: readonly unknown[]): ApiRequest {
  return { method: "PATCH", path, contentType: "application/json-patch+json", body };
}

export function annotate(path: string, annotations: Annotations): ApiRequest {
  return mergePatch(path, { metadata: { annotations } });
}

/** The whole object again, with other annotations; `undefined` leaves none. */
export function putAnnotations({ path, stored }: Subject, annotations: Annotations | undefined, subresource = ""): ApiRequest {
  const { annotations: _, ...metadata } = stored["metadata"] as Record<string, unknown>;
  const body = { ...stored, metadata: { ...metadata, ...(annotations === undefined ? {} : { annotations }) } };
  return { method: "PUT", path: `${path}${subresource}`, body };
}

export function serverSideApply(
  { path, stored }: Subject,
  metadata: Readonly<Record<string, unknown>>,
  subresource = "",
): ApiRequest {
  const { apiVersion, kind, metadata: own } = stored as { apiVersion: string; kind: string; metadata: { name: string } };
  const body = { apiVersion, kind, metadata: { name: own.name, ...metadata } };
  const query = "fieldManager=test&force=true";
  return { method: "PATCH", path: `${path}${subresource}?${query}`, contentType: "application/apply-patch+yaml", body };
}

export function withQuery(request: ApiRequest, query: string): ApiRequest {
  return { ...request, path: `${request.path}${request.path.includes("?") ? "&" : "?"}${query}` };
}
