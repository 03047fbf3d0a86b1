import { type Server, createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { ControlPlane } from "../../control-plane/control-plane.ts";
import { fromBase64 } from "./rotation-world.ts";

export interface WebhookServer {
  readonly url: string;
  /** How often it was asked, and how many certificates it has served. */
  readonly reviews: number;
  readonly certificates: ReadonlySet<string>;
  readonly handshakeErrors: readonly string[];
  /** Serves what the Secret holds, a moment after each change, until it is stopped. */
  followSecret(server: ControlPlane, path: string): void;
  stop(): Promise<void>;
}

/** Denies everything, over a new connection each time: the API server checks the certificate at every query. */
export async function startWebhook(): Promise<WebhookServer> {
  const state = { reviews: 0, isStopped: false, following: Promise.resolve() };
  const certificates = new Set<string>();
  const handshakeErrors: string[] = [];
  const https = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      state.reviews++;
      response.writeHead(200, { "content-type": "application/json", connection: "close" });
      response.end(JSON.stringify(denial(JSON.parse(Buffer.concat(chunks).toString()) as Review)));
    });
  });
  https.on("tlsClientError", (error) => handshakeErrors.push(error.message));
  await new Promise<void>((resolve) => https.listen(0, "127.0.0.1", resolve));
  return {
    url: `https://127.0.0.1:${(https.address() as AddressInfo).port}/review`,
    certificates,
    handshakeErrors,
    get reviews() {
      return state.reviews;
    },
    followSecret: (server, path) => {
      state.following = follow(https, () => readPair(server, path), { state, certificates });
    },
    stop: async () => {
      state.isStopped = true;
      await state.following;
      https.closeAllConnections();
      await new Promise((resolve) => https.close(resolve));
    },
  };
}

interface Review {
  readonly request: { readonly uid: string };
}

function denial({ request: { uid } }: Review): object {
  const status = { code: 403, reason: "Forbidden", message: "asked" };
  return { apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", response: { uid, allowed: false, status } };
}

interface Pair {
  readonly cert: string;
  readonly key: string;
}

const reloadMs = 100;

async function follow(
  https: Server,
  read: () => Promise<Pair>,
  { state, certificates }: { readonly state: { readonly isStopped: boolean }; readonly certificates: Set<string> },
): Promise<void> {
  while (!state.isStopped) {
    const { cert, key } = await read();
    if (cert !== "" && !certificates.has(cert)) {
      https.setSecureContext({ cert, key, minVersion: "TLSv1.2" });
      certificates.add(cert);
    }
    await sleep(reloadMs);
  }
}

async function readPair(server: ControlPlane, path: string): Promise<Pair> {
  const { body } = await server.request({ method: "GET", path });
  const data = (body["data"] ?? {}) as Readonly<Record<string, unknown>>;
  return { cert: fromBase64(data["tls.crt"]), key: fromBase64(data["tls.key"]) };
}
