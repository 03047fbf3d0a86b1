import { type ApiAnswer, type ApiRequest, type ApiServer, ApiUnreachable } from "./api-server.ts";

/**
 * So long an answer may be in coming before it is asked for once more: well below the 10 s that an API server waits for
 * a review, and twice what the slowest took on a crowded machine.
 */
const firstMs = 3_000;

/**
 * For what is only read while a review waits. After a failover of a load balancer the connections in store lead
 * nowhere, and each would cost a review all of its time; one that the other side closes just when it is used would cost
 * it its answer. Who meets such a connection retires all of them (session.ts), and asks again on a new one for as long
 * as its signal allows. Writes are sent once: it is unknown whether the first took effect.
 */
export function askingTwice<S extends Pick<ApiServer, "request">>(server: S): S {
  const request = async (asked: ApiRequest): Promise<ApiAnswer> => {
    if (asked.timeoutMs !== undefined || !onlyReads(asked)) return server.request(asked);
    try {
      return await server.request({ ...asked, timeoutMs: firstMs });
    } catch (error) {
      if (!(error instanceof ApiUnreachable) || !(error.isLate || error.isClosed) || asked.signal?.aborted === true) throw error;
      return server.request(asked);
    }
  };
  return { ...server, request };
}

/** An access review is a query that is posted, and stored nowhere. */
const onlyReads = ({ method, path }: ApiRequest): boolean =>
  method === "GET" || (method === "POST" && path.startsWith("/apis/authorization.k8s.io/"));
