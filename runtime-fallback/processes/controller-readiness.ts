import type { RequestServer } from "../kubernetes/api-server.ts";
import type { Clock } from "../clock.ts";
import { errorText } from "../controller/log.ts";
import { type Readiness, readinessOf } from "../webhook/health/readiness.ts";

/** Twice the Lease's duration: by then another replica would lead, if one of them reached the API server. */
const longestSilenceMs = 30_000;
/** Longer than the pause after which a part begins anew: what fails over and over is not ready in between. */
const failureMs = 15_000;

export interface ControllerReadiness {
  /** Through it the Lease is asked for, by leaders and by those who wait. */
  heard(server: RequestServer): RequestServer;
  /** A part of the leader's work cannot go on, and will begin anew. */
  failed(part: string, error: unknown): void;
  /** What the leader has not listed yet, a sentence each; nothing where another one leads. */
  waitsFor(what: () => readonly string[]): void;
  now(): Readiness;
}

/** What has to be said before the controller is relied on: it reaches its Lease, and its parts go on. */
export function controllerReadiness(clock: Clock): ControllerReadiness {
  let heardAt: number | undefined;
  const failures = new Map<string, { readonly at: number; readonly why: string }>();
  const waits: (() => readonly string[])[] = [];
  return {
    heard: (server) => ({
      url: server.url,
      close: () => server.close(),
      request: async (request) => {
        const answer = await server.request(request);
        // A Lease that is not there yet, or that another replica has changed, is an answer; having no right to it is none.
        if (answer.status < 300 || answer.status === 404 || answer.status === 409) heardAt = clock.monotonic();
        return answer;
      },
    }),
    failed: (part, error) => void failures.set(part, { at: clock.monotonic(), why: errorText(error) }),
    waitsFor: (what) => void waits.push(what),
    now: () => {
      const at = clock.monotonic();
      const silence =
        heardAt === undefined ? "yet" : at - heardAt > longestSilenceMs ? `for ${longestSilenceMs / 1_000} s` : undefined;
      const failing = [...failures].filter(([, failure]) => at - failure.at < failureMs);
      return readinessOf([
        ...(silence === undefined ? [] : [`the API server has not answered about the Lease ${silence}`]),
        ...failing.map(([part, { why }]) => `${part}: cannot go on: ${why}`),
        ...waits.flatMap((what) => what()),
      ]);
    },
  };
}
