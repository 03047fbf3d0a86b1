import type { RequestServer } from "../kubernetes/api-server.ts";
import type { Clock } from "../clock.ts";
import type { Instant } from "./instant.ts";

const request = {
  method: "POST",
  path: "/apis/authentication.k8s.io/v1/selfsubjectreviews",
  body: { apiVersion: "authentication.k8s.io/v1", kind: "SelfSubjectReview" },
} as const;

/**
 * Now, by this machine and by the API server: the answer to "who am I", which everybody may ask and which is stored nowhere, says when it
 * was made. Without an answer this machine's clock is all there is.
 */
export async function readInstant(api: RequestServer, clock: Clock): Promise<Instant> {
  const serverNow = await readServerTime(api);
  const [now, monotonic] = [clock.now(), clock.monotonic()];
  return { earliest: Math.min(now, serverNow ?? now), latest: Math.max(now, serverNow ?? now), monotonic };
}

async function readServerTime(api: RequestServer): Promise<number | undefined> {
  const { status, body } = await api.request(request);
  if (status !== 201) return undefined;
  const { creationTimestamp } = (body["metadata"] ?? {}) as { readonly creationTimestamp?: unknown };
  const time = typeof creationTimestamp === "string" ? Date.parse(creationTimestamp) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}
