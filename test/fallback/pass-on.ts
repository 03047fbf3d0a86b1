import type { IncomingMessage, ServerResponse } from "node:http";
import { Agent, request } from "node:https";
import type { ControlPlane } from "../control-plane/control-plane.ts";
import { readKubeconfig } from "./kubeconfig-file.ts";

/** The API server, for what stands before it; whoever asks brings credentials of his own. */
export interface Target {
  readonly url: string;
  /** Trusts its authority; to be destroyed in the end. */
  readonly agent: Agent;
}

export function targetOf(server: ControlPlane): Target {
  const { "certificate-authority-data": trusted } = readKubeconfig(server.kubeconfig).clusters[0]?.cluster ?? {};
  return { url: server.url, agent: new Agent({ ca: Buffer.from(String(trusted), "base64"), keepAlive: true }) };
}

type Take = (answer: IncomingMessage) => void;

/** Watches, too: the answer goes on as it comes, unless `take` does otherwise with its body. */
export function passOn({ url, agent }: Target, incoming: IncomingMessage, outgoing: ServerResponse, take?: Take): void {
  const { method = "GET", headers, url: path = "/" } = incoming;
  const onward = request(new URL(path, url), { method, headers, agent }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    if (take !== undefined) return take(answer);
    answer.on("error", () => outgoing.destroy());
    answer.pipe(outgoing);
  });
  onward.on("error", () => outgoing.destroy());
  outgoing.on("close", () => onward.destroy());
  incoming.pipe(onward);
}
