import type { ServerResponse } from "node:http";
import { boundedText } from "../escape-text.ts";

export interface HttpReply {
  readonly status: number;
  readonly body: string;
  readonly contentType: string;
  /** Ends the connection after this answer. */
  readonly last?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

const maxTextCharacters = 512;

/** Sends an answer, unless there is nobody any more to send it to. */
export function respond(response: ServerResponse, { status, body, contentType, last, headers }: HttpReply): void {
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

/** An answer in one line of text, for people. */
export function plainAnswer(status: number, text: string): HttpReply {
  return { status, body: `${boundedText(text, maxTextCharacters)}\n`, contentType: "text/plain; charset=utf-8" };
}

/**
 * An answer that decides nothing. The API server shows the message of a Status to whoever sent the request; in place of
 * any other body it shows words of its own, "the server is currently unable to handle the request" for all that is 503.
 */
export function failureAnswer(code: number, text: string): HttpReply {
  const status = { kind: "Status", apiVersion: "v1", status: "Failure", message: boundedText(text, maxTextCharacters), code };
  return { status: code, body: JSON.stringify(status), contentType: "application/json" };
}
