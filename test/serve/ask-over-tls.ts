import { request } from "node:https";
import { json } from "node:stream/consumers";

/** What a webhook says, as far as tests look at it. */
export interface Decision {
  readonly status: number;
  readonly allowed: boolean | undefined;
  readonly code: number | undefined;
  readonly message: string | undefined;
  readonly warnings: readonly string[];
}

interface Answered {
  readonly message?: string;
  readonly response?: {
    readonly allowed: boolean;
    readonly warnings?: readonly string[];
    readonly status?: { readonly code: number; readonly message: string };
  };
}

/** Sends a review as an API server would, and trusts nobody but this authority. */
export async function askOverTls(url: string, authority: string, review: object): Promise<Decision> {
  const body = JSON.stringify(review);
  const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
  const { status, answer } = await new Promise<{ status: number; answer: Promise<unknown> }>((answered, failed) => {
    const sent = request(url, { method: "POST", ca: authority, headers, agent: false }, (response) =>
      answered({ status: response.statusCode ?? 0, answer: json(response) }),
    );
    sent.on("error", failed);
    sent.end(body);
  });
  const { response, message } = (await answer) as Answered;
  return {
    status,
    allowed: response?.allowed,
    code: response?.status?.code,
    message: response?.status?.message ?? message,
    warnings: response?.warnings ?? [],
  };
}
