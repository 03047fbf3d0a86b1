import type { IncomingMessage, ServerResponse } from "node:http";
import { afterEach } from "vitest";
import type { ApiServer } from "../../../runtime-fallback/kubernetes/api-server.ts";
import { fixedCredentials } from "../../../runtime-fallback/kubernetes/access/credentials.ts";
import { openHttpApiServer } from "../../../runtime-fallback/kubernetes/http/http-api-server.ts";
import { systemClock } from "../../../runtime-fallback/clock.ts";
import { answerJson, answerUnknownPath, openHttpServer } from "../http-server.ts";

export type Answer = (response: ServerResponse) => void;

export interface Answered {
  readonly server: ApiServer;
  /** The paths, in their order. */
  readonly asked: readonly string[];
}

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

/** An API server of which the test says each answer, over a real connection; what it says nothing of is not found. */
export async function answering(answerTo: (request: IncomingMessage, at: number) => Answer | undefined): Promise<Answered> {
  const asked: string[] = [];
  const http = await openHttpServer((request, response) => {
    asked.push(request.url ?? "");
    (answerTo(request, asked.length - 1) ?? answerUnknownPath)(response);
  });
  const server = openHttpApiServer({
    url: http.url,
    credentials: fixedCredentials({ headers: {}, tls: {} }),
    clock: systemClock,
  });
  cleanups.push(
    () => http.close(),
    () => server.close(),
  );
  return { server, asked };
}

export const json =
  (status: number, body: unknown): Answer =>
  (response) =>
    answerJson(response, status, body);

/** The list of APIServices that says these are registered: `v1.apps`. */
export const registered = (...names: readonly string[]): Answer =>
  json(200, {
    kind: "PartialObjectMetadataList",
    metadata: { resourceVersion: "1" },
    items: ["v1.", ...names].map((name) => ({ metadata: { name, uid: name, resourceVersion: "1" } })),
  });

/** Whether a path asks for that list. */
export const isOfRegistered = (path: string): boolean => path.startsWith("/apis/apiregistration.k8s.io/v1/apiservices?");
