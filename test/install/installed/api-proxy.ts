import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import { Agent, request as forward } from "node:https";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { ControlPlane } from "../../control-plane/control-plane.ts";
import { answerJson } from "../../fallback/http-server.ts";
import { readKubeconfig, writeKubeconfig } from "../../fallback/kubeconfig-file.ts";
import { openDirectory, removeDirectory } from "../../fixtures/open-directory.ts";

export interface ProxiedRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly accept: string;
}

export interface ApiProxy {
  /** The control plane, whose kubeconfig leads through here: for processes that are installed, not for the test's own requests. */
  readonly server: ControlPlane;
  /** What has come through since the last `forget`. */
  readonly seen: readonly ProxiedRequest[];
  forget(): void;
  /** A request goes on when this resolves, or has this answer; where it never does, the other side has to give up. */
  before(hold: Hold): void;
  close(): Promise<void>;
}

export type Hold = (request: ProxiedRequest) => Promise<ForgedAnswer | undefined> | undefined;

export interface ForgedAnswer {
  readonly status: number;
  readonly body: object;
}

/** Between installed processes and the API server, for what comes between two of their requests. */
export async function openApiProxy(server: ControlPlane): Promise<ApiProxy> {
  const [{ cluster }] = readKubeconfig(server.kubeconfig).clusters as [{ cluster: Readonly<Record<string, unknown>> }];
  const ca = Buffer.from(String(cluster["certificate-authority-data"]), "base64");
  const agent = new Agent({ ca, keepAlive: true });
  const seen: ProxiedRequest[] = [];
  let hold: Hold = () => undefined;
  const listener = createServer((incoming, outgoing) => {
    const { method = "", url: path = "", headers } = incoming;
    const request = { method, path, accept: headers.accept ?? "" };
    seen.push(request);
    void (async () => {
      const forged = await hold(request);
      if (forged !== undefined) answerJson(outgoing, forged.status, forged.body);
      else passOn(incoming, outgoing, { url: `${server.url}${path}`, agent });
    })();
  });
  // Node closes idle connections after five seconds, and loses what was sent just then; an API server waits 90.
  listener.keepAliveTimeout = 120_000;
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  const directory = openDirectory();
  const url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  // Plain HTTP is denied unless this says that nothing is to be verified.
  const here = { server: url, "insecure-skip-tls-verify": true };
  return {
    server: { ...server, kubeconfig: writeKubeconfig(directory, { cluster: here, user: {} }) },
    seen,
    forget: () => void (seen.length = 0),
    before: (next) => void (hold = next),
    close: async () => {
      const closed = once(listener, "close");
      listener.close();
      listener.closeAllConnections();
      await closed;
      agent.destroy();
      removeDirectory(directory);
    },
  };
}

/** Watches, too: the answer goes on as it comes. */
function passOn(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { url, agent }: { readonly url: string; readonly agent: Agent },
): void {
  const { method = "", headers } = incoming;
  const onward = forward(url, { method, headers, agent }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
    answer.on("error", () => outgoing.destroy());
  });
  onward.on("error", () => outgoing.destroy());
  outgoing.on("close", () => onward.destroy());
  incoming.pipe(onward);
}
