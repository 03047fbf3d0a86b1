import { type Agent, request } from "node:https";
import type { Target } from "./target.ts";

export interface Asking {
  readonly path: string;
  readonly body: Buffer;
  /** What the answer has to hold, so that no error is measured. */
  readonly says: string;
}

export function ask({ port, ca }: Target, agent: Agent, { path, body, says }: Asking): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", "content-length": body.length };
    const sent = request({ host: "127.0.0.1", port, ca, agent, method: "POST", path, headers }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      answer.on("end", () => {
        if (text.includes(says)) resolve();
        else reject(new Error(`${answer.statusCode}: ${text}`));
      });
    });
    sent.on("error", reject).end(body);
  });
}
