import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { type ApiClient, openApiClient } from "../../compiler/cluster/api-client.ts";

interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** A client and what a server of HTTP gets from it; the server answers as told. */
async function clientOf(
  answer: { readonly status?: number; readonly text?: string; readonly warnings?: readonly string[] } = {},
): Promise<{ readonly client: ApiClient; readonly received: readonly Received[] }> {
  const received: Received[] = [];
  const server = createServer((incoming, outgoing) => {
    void text(incoming).then((body) => {
      received.push({ method: incoming.method, url: incoming.url, headers: incoming.headers, body });
      for (const warning of answer.warnings ?? []) outgoing.appendHeader("warning", warning);
      outgoing.writeHead(answer.status ?? 200);
      outgoing.end(answer.text ?? "{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/clusters/a/`;
  const nothing = { ca: undefined, cert: undefined, key: undefined, serverName: undefined, skipsVerification: false };
  const client = openApiClient({ url, token: "secret", ...nothing });
  onTestFinished(() => {
    client.close();
    server.closeAllConnections();
    server.close();
  });
  return { client, received };
}

test("options of a delete arrive: without them a dry run would be none", async () => {
  const { client, received } = await clientOf();
  const body = { kind: "DeleteOptions", dryRun: ["All"], note: "ü" };
  await client.request({ method: "DELETE", path: "/api/v1/pods/a?dryRun=All", body });
  await client.request({ method: "GET", path: "/version" });
  expect(received.map(({ method, url, body: sent }) => [method, url, sent])).toEqual([
    ["DELETE", "/clusters/a/api/v1/pods/a?dryRun=All", JSON.stringify(body)],
    ["GET", "/clusters/a/version", ""],
  ]);
});

test("users and groups are impersonated, and the token is that of the kubeconfig", async () => {
  const { client, received } = await clientOf();
  await client.request({ method: "PATCH", path: "/x", body: {}, user: { username: "alice", groups: ["a", "b"] } });
  expect(received[0]?.headers).toMatchObject({
    authorization: "Bearer secret",
    "impersonate-user": "alice",
    "impersonate-group": "a, b",
    "content-type": "application/merge-patch+json",
  });
});

test("an answer that denies is an answer, with its warnings", async () => {
  const { client } = await clientOf({
    status: 403,
    text: '{"reason": "Forbidden"}',
    warnings: ['299 - "one"', '299 - "two, \\"2\\""'],
  });
  expect(await client.request({ method: "GET", path: "/x" })).toEqual({
    status: 403,
    body: { reason: "Forbidden" },
    warnings: ["one", 'two, "2"'],
  });
});

test("an answer that is no JSON has no body", async () => {
  const { client } = await clientOf({ text: "<html>" });
  expect((await client.request({ method: "GET", path: "/x" })).body).toEqual({});
});

test("a URL that is none, and nobody who answers", async () => {
  const access = {
    token: undefined,
    ca: undefined,
    cert: undefined,
    key: undefined,
    serverName: undefined,
    skipsVerification: false,
  };
  expect(() => openApiClient({ ...access, url: "cluster" })).toThrow("cluster is no URL of an API server");
  const client = openApiClient({ ...access, url: "http://127.0.0.1:1" });
  await expect(client.request({ method: "GET", path: "/" })).rejects.toThrow("http://127.0.0.1:1 does not answer: ");
});
