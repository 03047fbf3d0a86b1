import type { Clock } from "../clock.ts";
import type { ApiServer, WatchRequest } from "./api-server.ts";

/** The same API server, and for how long it has said nothing: infinitely long before its first answer. */
export interface Contact {
  readonly server: ApiServer;
  silentMs(): number;
}

/** A 404 is what anything else says that listens at this address, and of a 401 nobody has looked at what was asked. */
const saysNothing: ReadonlySet<number> = new Set([401, 404]);

/** Listens to whatever is asked through it; it asks nothing by itself. */
export function contactWith(server: ApiServer, clock: Clock): Contact {
  let heardAt = -Infinity;
  const hear = () => void (heardAt = clock.monotonic());
  return {
    silentMs: () => clock.monotonic() - heardAt,
    server: {
      url: server.url,
      request: async (request) => {
        const answer = await server.request(request);
        if (!saysNothing.has(answer.status)) hear();
        return answer;
      },
      watch: (request) => listened(server, request, hear),
      close: () => server.close(),
    },
  };
}

async function* listened(server: ApiServer, request: WatchRequest, hear: () => void) {
  for await (const event of server.watch(request)) {
    hear();
    yield event;
  }
  // Ended by the server and not by us: it was there until then.
  if (!request.signal.aborted) hear();
}
