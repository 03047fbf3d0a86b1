import { type Http2Server, type Http2Session, createSecureServer, createServer } from "node:http2";
import type { AddressInfo } from "node:net";
import { connectNodeAdapter } from "@connectrpc/connect-node";
import { keepNamespace } from "./keep-namespace.ts";
import type { Log } from "../telemetry/log.ts";
import type { Certificates } from "./flags.ts";
import { FunctionRunnerService } from "./protocol/run_function_pb.js";

/** What Crossplane's own SDK takes at most by default. */
export const maxRequestBytes = 4 * 1024 * 1024;
/** Restored Namespaces come on top of what was sent. */
const maxSentBytes = 2 * maxRequestBytes;

/** An answer takes milliseconds; a kubelet waits for 30 s. */
const drainMs = 2_000;

export interface FunctionServerOptions {
  readonly host: string;
  readonly port: number;
  /** Undefined: anybody may ask, in plain text. */
  readonly certificates: Certificates | undefined;
  readonly log: Log;
}

export interface Serving {
  readonly port: number;
  stop(): Promise<void>;
}

/** Answers `apiextensions.fn.proto.v1.FunctionRunnerService/RunFunction` over gRPC, and nothing else. */
export async function serveFunction({ host, port, certificates, log }: FunctionServerOptions): Promise<Serving> {
  const handler = connectNodeAdapter({
    routes: (router) =>
      router.service(FunctionRunnerService, {
        runFunction: (request) => {
          const response = keepNamespace(request);
          for (const { message } of response.results) log.warn(message);
          log.debug("a request was answered", { results: response.results.length });
          return response;
        },
      }),
    grpc: true,
    grpcWeb: false,
    connect: false,
    readMaxBytes: maxRequestBytes,
    writeMaxBytes: maxSentBytes,
  });
  const server = certificates === undefined ? createServer(handler) : createSecureServer(tlsOf(certificates), handler);
  const sessions = sessionsOf(server);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        // Each ends once what it is asked now is answered, or when whoever asked has had
        // time enough to read the answer.
        for (const session of sessions) session.close();
        setTimeout(() => sessions.forEach((session) => session.destroy()), drainMs).unref();
      }),
  };
}

/** Crossplane shows a certificate of its own authority, and nobody else is answered. */
function tlsOf({ cert, key, ca }: Certificates) {
  return { cert, key, ca, requestCert: true, rejectUnauthorized: true, minVersion: "TLSv1.2" } as const;
}

function sessionsOf(server: Pick<Http2Server, "on">): ReadonlySet<Http2Session> {
  const sessions = new Set<Http2Session>();
  server.on("session", (session) => {
    sessions.add(session);
    session.on("close", () => sessions.delete(session));
  });
  return sessions;
}
