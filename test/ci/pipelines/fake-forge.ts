import { type IncomingMessage, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";

export interface FakeComment {
  readonly id: number;
  readonly login: string;
  readonly body: string;
}

export interface FakeForge {
  readonly url: string;
  readonly comments: FakeComment[];
  /** `POST /repos/acme/shop/issues/7/comments` */
  readonly requests: string[];
}

interface Answers {
  readonly kind: "github" | "gitlab";
  /** In whose name a comment is written. */
  readonly me: string;
  readonly token: string;
  readonly comments?: readonly Omit<FakeComment, "id">[];
}

/** The comments of one pull request, on loopback, as either forge answers: a wrong token is told so, and pages have 100. */
export async function fakeForge({ kind, me, token, comments = [] }: Answers): Promise<FakeForge> {
  const forge: FakeForge = { url: "", comments: comments.map((one, at) => ({ id: at + 1, ...one })), requests: [] };
  const shown = ({ id, login, body }: FakeComment) =>
    kind === "github" ? { id, body, user: { login } } : { id, body, author: { username: login } };
  const server = createServer((request, response) => {
    const answer = (status: number, value: unknown): void =>
      void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
    void text(request).then((sent) => {
      const { pathname, searchParams } = new URL(request.url ?? "", "http://forge");
      forge.requests.push(`${request.method ?? ""} ${pathname}`);
      if (tokenOf(request) !== token) return answer(403, { message: "Resource not accessible by integration" });
      const id = Number(/\/(\d+)$/.exec(pathname)?.[1]);
      const { body = "" } = sent === "" ? {} : (JSON.parse(sent) as { readonly body?: string });
      if (request.method === "GET" && pathname === "/user") return answer(200, { username: me });
      if (request.method === "GET") {
        const from = (Number(searchParams.get("page")) - 1) * 100;
        return answer(200, forge.comments.slice(from, from + 100).map(shown));
      }
      if (request.method === "POST") forge.comments.push({ id: forge.comments.length + 1, login: me, body });
      else Object.assign(forge.comments.find((one) => one.id === id) ?? {}, { body });
      return answer(request.method === "POST" ? 201 : 200, {});
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return Object.assign(forge, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

const tokenOf = ({ headers }: IncomingMessage): string =>
  String(headers["private-token"] ?? headers.authorization?.replace("Bearer ", "") ?? "");
