import { once } from "node:events";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { createServer, request as ask } from "node:https";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { ApiAnswer, ApiRequest, ApiServer } from "../../../runtime-fallback/kubernetes/api-server.ts";
import { createAuthority } from "../../control-plane/certificates.ts";
import type { ControlPlane } from "../../control-plane/control-plane.ts";
import { type Target, passOn, targetOf } from "../pass-on.ts";

/** Stands between a process and the API server: what wraps an API server in this process, wraps that one's. */
export interface ExchangeProxy {
  readonly port: number;
  /** PEM, in base64, for a kubeconfig. */
  readonly authority: string;
  close(): Promise<void>;
}

/** Watches pass as they are. */
export async function openExchangeProxy(
  server: ControlPlane,
  through: (api: Pick<ApiServer, "request">) => Pick<ApiServer, "request">,
): Promise<ExchangeProxy> {
  const authority = await createAuthority("exchange proxy");
  const pair = await authority.issue({ usage: "server", commonName: "proxy", ipAddresses: ["127.0.0.1"] });
  const target = targetOf(server);
  const came = new WeakMap<ApiRequest, Came>();
  const api = through({ request: (request) => forward(target, request, came.get(request)) });
  const exchange = async (asked: IncomingMessage, answer: ServerResponse): Promise<void> => {
    const request = { method: asked.method as ApiRequest["method"], path: asked.url ?? "/" };
    came.set(request, { headers: asked.headers, body: await text(asked) });
    const { status, body } = await api.request(request);
    answer.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  };
  const proxy = createServer({ cert: pair.certificate, key: pair.privateKey }, (asked, answer) => {
    if (asked.url?.includes("watch=") === true) return passOn(target, asked, answer);
    exchange(asked, answer).catch(() => answer.destroy());
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  return {
    port: (proxy.address() as AddressInfo).port,
    authority: btoa(authority.certificate),
    close: async () => {
      proxy.closeAllConnections();
      target.agent.destroy();
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
    const { url, agent } = target;
    const passed = ask(new URL(path, url), { method, headers: came?.headers ?? {}, agent }, (response) => {
      text(response).then((said) => resolve({ status: response.statusCode ?? 502, ...bodyOf(said) }), reject);
    });
    passed.on("error", reject).end(came?.body);
  });
}

function bodyOf(said: string): Omit<ApiAnswer, "status"> {
  const body = said.startsWith("{") ? (JSON.parse(said) as ApiAnswer["body"]) : { message: said };
  return { body, retryAfterSeconds: undefined };
}
