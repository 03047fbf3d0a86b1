import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { createAuthority } from "../../control-plane/certificates.ts";
import type { ControlPlane } from "../../control-plane/control-plane.ts";
import { passOn, targetOf } from "../pass-on.ts";

/** What comes back in place of what the API server says. */
export type AnswerFault =
  /** What it says. */
  | "none"
  /** Every watch ends with 410, at once. */
  | "gone"
  /** 200 and JSON in name only. */
  | "garbage"
  /** The page of a proxy that has lost its way, with 200. */
  | "page"
  /** 404 for everything, as a proxy says it that was set up wrongly. */
  | "not-found"
  | "unavailable"
  | "forbidden"
  /** The first half of each answer, and then the end of the connection. */
  | "half";

/** Stands between a process and the API server, and can read what passes: the process has to trust its authority. */
export interface AnswerProxy {
  readonly port: number;
  /** PEM, in base64, for a kubeconfig. */
  readonly authority: string;
  /** Also ends what is under way: a watch would go on as it was. */
  set(fault: AnswerFault): void;
  close(): Promise<void>;
}

export async function openAnswerProxy(server: ControlPlane): Promise<AnswerProxy> {
  const authority = await createAuthority("answer proxy");
  const pair = await authority.issue({ usage: "server", commonName: "proxy", ipAddresses: ["127.0.0.1"] });
  const target = targetOf(server);
  let fault: AnswerFault = "none";
  const proxy = createServer({ cert: pair.certificate, key: pair.privateKey }, (asked, answer) => {
    const made = madeUp(fault, asked);
    if (made === undefined) passOn(target, asked, answer, fault === "half" ? half(answer) : undefined);
    else answer.writeHead(made.status, { "content-type": made.type }).end(made.text);
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  return {
    port: (proxy.address() as AddressInfo).port,
    authority: btoa(authority.certificate),
    set: (next) => {
      fault = next;
      proxy.closeAllConnections();
    },
    close: async () => {
      proxy.closeAllConnections();
      target.agent.destroy();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}

interface MadeUp {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

function madeUp(fault: AnswerFault, { url = "" }: IncomingMessage): MadeUp | undefined {
  const json = "application/json";
  const isWatch = url.includes("watch=");
  switch (fault) {
    case "gone":
      return isWatch ? { status: 200, type: json, text: `{"type":"ERROR","object":${status(410, "Expired")}}\n` } : undefined;
    case "garbage":
      return { status: 200, type: json, text: `{"kind":"List\u0000","items":[{]}\n{"type":\n` };
    case "page":
      return { status: 200, type: "text/html", text: "<html><body>It works!</body></html>" };
    case "not-found":
      return { status: 404, type: "text/plain", text: "404 page not found\n" };
    case "unavailable":
      return { status: 503, type: json, text: status(503, "ServiceUnavailable") };
    case "forbidden":
      return { status: 403, type: json, text: status(403, "Forbidden") };
    default:
      return undefined;
  }
}

function status(code: number, reason: string): string {
  return JSON.stringify({ kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", message: reason, reason, code });
}

/** For an answer whose connection ends in the middle. */
const half = (outgoing: ServerResponse) => (answer: IncomingMessage) => {
  const length = Number(answer.headers["content-length"] ?? 200);
  answer.once("data", (chunk: Buffer) => {
    outgoing.write(chunk.subarray(0, Math.floor(length / 2)), () => outgoing.destroy());
    answer.destroy();
  });
};
