import { once } from "node:events";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { Agent, createServer, request as ask } from "node:https";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { ApiAnswer, ApiRequest, ApiServer } from "../../../runtime-fallback/kubernetes/api-server.ts";
import { createAuthority } from "../../control-plane/certificates.ts";
import type { ControlPlane } from "../../control-plane/control-plane.ts";
import { readKubeconfig } from "../kubeconfig-file.ts";

/** Stands between a process and the API server: what wraps an API server in this process, wraps that one's. */
export interface ExchangeProxy {
  readonly port: number;
  /** PEM, in base64, for a kubeconfig. */
  readonly authority: string;
  close(): Promise<void>;
}

interface Target {
  readonly url: string;
  readonly ca: Buffer;
  readonly agent: Agent;
}

/** Watches pass as they are. */
export async function openExchangeProxy(
  server: ControlPlane,
  through: (api: Pick<ApiServer, "request">) => Pick<ApiServer, "request">,
): Promise<ExchangeProxy> {
  const authority = await createAuthority("exchange proxy");
  const pair = await authority.issue({ usage: "server", commonName: "proxy", ipAddresses: ["127.0.0.1"] });
  const { "certificate-authority-data": trusted } = readKubeconfig(server.kubeconfig).clusters[0]?.cluster ?? {};
  const agent = new Agent({ keepAlive: true });
  const target = { url: server.url, ca: Buffer.from(String(trusted), "base64"), agent };
  const came = new WeakMap<ApiRequest, Came>();
  const api = through({ request: (request) => forward(target, request, came.get(request)) });
  const exchange = async (asked: IncomingMessage, answer: ServerResponse): Promise<void> => {
    const request = { method: asked.method as ApiRequest["method"], path: asked.url ?? "/" };
    came.set(request, { headers: asked.headers, body: await text(asked) });
    const { status, body } = await api.request(request);
    answer.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  };
  const proxy = createServer({ cert: pair.certificate, key: pair.privateKey }, (asked, answer) => {
    if (asked.url?.includes("watch=") === true) return pipe(target, asked, answer);
    exchange(asked, answer).catch(() => answer.destroy());
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  return {
    port: (proxy.address() as AddressInfo).port,
    authority: btoa(authority.certificate),
    close: async () => {
      proxy.closeAllConnections();
      agent.destroy();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}

/** What an `ApiRequest` does not hold, as it came. */
interface Came {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

function forward(target: Target, { method, path }: ApiRequest, came: Came | undefined): Promise<ApiAnswer> {
  return new Promise((resolve, reject) => {
    const { url, ...tls } = target;
    const passed = ask(new URL(path, url), { method, headers: came?.headers ?? {}, ...tls }, (response) => {
      text(response).then((said) => resolve({ status: response.statusCode ?? 502, ...bodyOf(said) }), reject);
    });
    passed.on("error", reject).end(came?.body);
  });
}

function bodyOf(said: string): Omit<ApiAnswer, "status"> {
  const body = said.startsWith("{") ? (JSON.parse(said) as ApiAnswer["body"]) : { message: said };
  return { body, retryAfterSeconds: undefined };
}

function pipe({ url, ca }: Target, asked: IncomingMessage, answer: ServerResponse): void {
  const passed = ask(new URL(asked.url ?? "/", url), { headers: asked.headers, ca }, (response) => {
    answer.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(answer);
  });
  passed.on("error", () => answer.destroy()).end();
  answer.on("close", () => passed.destroy());
}
