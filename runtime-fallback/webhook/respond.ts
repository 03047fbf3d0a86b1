import type { ServerResponse } from "node:http";
import { boundedText } from "../visible-text.ts";

export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly contentType: string;
  /** Ends the connection after this answer. */
  readonly last?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

const mostTextCharacters = 512;

/** Sends an answer, unless there is nobody any more to send it to. */
export function respond(response: ServerResponse, { status, body, contentType, last, headers }: Answer): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, {
    "content-type": contentType,
    "content-length": Buffer.byteLength(body),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    ...(last === true ? { connection: "close" } : {}),
    ...headers,
  });
  response.end(body);
}

/** An answer in one line of text, as the API server shows it to whoever sent the request. */
export function plainAnswer(status: number, text: string): Answer {
  return { status, body: `${boundedText(text, mostTextCharacters)}\n`, contentType: "text/plain; charset=utf-8" };
}
