import type { ControlPlane } from "../../control-plane/control-plane.ts";
import { answerJson, openHttpServer } from "../../fallback/http-server.ts";
import { writeKubeconfig } from "../../fallback/kubeconfig-file.ts";
import { passOn, targetOf } from "../../fallback/pass-on.ts";
import { openDirectory, removeDirectory } from "../../fixtures/open-directory.ts";

export interface ProxiedRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly accept: string;
}

export interface ApiProxy {
  /**
   * The control plane, whose kubeconfig leads through here: for processes that are installed, not for the test's own
   * requests.
   */
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
  const target = targetOf(server);
  const seen: ProxiedRequest[] = [];
  let hold: Hold = () => undefined;
  const proxy = await openHttpServer((incoming, outgoing) => {
    const { method = "", url: path = "", headers } = incoming;
    const request = { method, path, accept: headers.accept ?? "" };
    seen.push(request);
    void (async () => {
      const forged = await hold(request);
      if (forged !== undefined) answerJson(outgoing, forged.status, forged.body);
      else passOn(target, incoming, outgoing);
    })();
  });
  const directory = openDirectory();
  // Plain HTTP is denied unless this says that nothing is to be verified.
  const here = { server: proxy.url, "insecure-skip-tls-verify": true };
  return {
    server: { ...server, kubeconfig: writeKubeconfig(directory, { cluster: here, user: {} }) },
    seen,
    forget: () => void (seen.length = 0),
    before: (next) => void (hold = next),
    close: async () => {
      await proxy.close();
      target.agent.destroy();
      removeDirectory(directory);
    },
  };
}
