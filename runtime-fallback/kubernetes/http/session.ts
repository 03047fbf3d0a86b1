import { type Connections, type HttpAnswer, type HttpRequest, openConnections, wasClosed } from "./connections.ts";
import type { CredentialSource, Credentials, TlsMaterial } from "../access/credentials.ts";
import { ownHeaders } from "../access/impersonation.ts";
import { beforeAbort, isTooLate } from "./deadline.ts";

/** Sends what others compose, as whoever we are at that moment. */
export interface Session {
  send(request: HttpRequest): Promise<HttpAnswer>;
  close(): Promise<void>;
}

interface SessionOptions {
  readonly url: string;
  readonly credentials: CredentialSource;
  readonly userAgent: string;
  readonly proxy?: string | undefined;
}

export function openSession({ url, credentials, userAgent, proxy }: SessionOptions): Session {
  const { origin, pathname } = new URL(url);
  const prefix = pathname.replace(/\/$/, "");
  const held = holdConnections((tls) => openConnections(origin, tls, proxy));

  const sendAs = async ({ headers, tls }: Credentials, request: HttpRequest) => {
    const connections = held.of(tls);
    try {
      return await connections.send({
        ...request,
        path: `${prefix}${request.path}`,
        headers: { "user-agent": userAgent, ...request.headers, ...ownHeaders(headers, request.headers) },
      });
    } catch (error) {
      // A path that swallowed or reset this request does so on the other idle connections, too,
      // each for a timeout of its own.
      if (isTooLate(request.signal) || wasClosed(error)) held.retire(connections);
      throw error;
    }
  };

  return {
    send: async (request) => {
      const known = await beforeAbort(credentials.current(), request.signal);
      const answer = await sendAs(known, request);
      if (answer.status !== 401) return answer;
      // Denied before anything was done, so sending it again is safe. A token may have been revoked before its time.
      await drain(answer);
      return sendAs(await beforeAbort(credentials.renew(known), request.signal), request);
    },
    close: () => held.close(),
  };
}

interface Held {
  of(tls: TlsMaterial): Connections;
  retire(connections: Connections): void;
  close(): Promise<void>;
}

/**
 * A certificate that was renewed needs connections of its own; those that are under way with
 * the old one end by themselves.
 */
function holdConnections(openWith: (tls: TlsMaterial) => Connections): Held {
  const open = new Set<Connections>();
  let current: { readonly tls: TlsMaterial; readonly identity: string; readonly connections: Connections } | undefined;
  const retire = (connections: Connections) => {
    if (current?.connections === connections) current = undefined;
    const gone = () => void open.delete(connections);
    connections.retire().then(gone, gone);
  };
  return {
    of: (tls) => {
      // The same object, for as long as nobody reads the files again: a comparison without its kilobytes of text.
      if (current?.tls === tls) return current.connections;
      const identity = JSON.stringify(tls);
      if (current?.identity === identity) return current.connections;
      if (current !== undefined) retire(current.connections);
      current = { tls, identity, connections: openWith(tls) };
      open.add(current.connections);
      return current.connections;
    },
    retire: (connections) => {
      if (current?.connections === connections) retire(connections);
    },
    close: async () => {
      await Promise.all([...open].map((each) => each.close()));
    },
  };
}

async function drain({ chunks }: HttpAnswer): Promise<void> {
  for await (const _ of chunks);
}
