import type { RequestServer } from "../kubernetes/api-server.ts";

/** A write that was not sent, because somebody else may lead by now. */
export class NoLongerLeader extends Error {}

/**
 * The same API server for work that only a leader may do: before every write it looks whether we still lead. A process that was paused
 * runs on in the middle of its work, before any timer or signal has told it.
 */
export function leaderOnly(api: RequestServer, isLeader: () => boolean): RequestServer {
  return {
    url: api.url,
    request: (request) => {
      if (request.method === "GET" || isLeader()) return api.request(request);
      return Promise.reject(new NoLongerLeader(`${request.method} ${request.path} was not sent: this process no longer leads`));
    },
    close: () => api.close(),
  };
}
