import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../../runtime-fallback/clock.ts";
import { type CredentialSource, fixedCredentials } from "../../../runtime-fallback/kubernetes/access/credentials.ts";
import { openHttpApiServer } from "../../../runtime-fallback/kubernetes/http/http-api-server.ts";
import { answerJson, openHttpServer } from "../http-server.ts";
import { mergePatch } from "../../control-plane/requests.ts";

async function open(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  credentials: CredentialSource = fixedCredentials({ headers: {}, tls: {} }),
) {
  const http = await openHttpServer(answer);
  const server = openHttpApiServer({ url: `${http.url}/prefix/`, credentials, clock: systemClock });
  onTestFinished(async () => {
    await server.close();
    await http.close();
  });
  return { server };
}

test("a request says all that it was given, and who asks", async () => {
  const seen: unknown[] = [];
  const { server } = await open(
    (request, response) => {
      const { accept, authorization, "content-type": type, "user-agent": agent } = request.headers;
      request.setEncoding("utf8").on("data", (body) => {
        seen.push([request.method, request.url, body, accept, authorization, type, agent]);
        answerJson(response, 201, { kind: "X" });
      });
    },
    fixedCredentials({ headers: { authorization: "Bearer t" }, tls: {} }),
  );
  const body = { a: 1 };
  const answer = await server.request(mergePatch("/api/v1/x?dryRun=All", body));
  expect(answer).toMatchObject({ status: 201, body: { kind: "X" }, retryAfterSeconds: undefined });
  expect(seen).toEqual([
    [
      "PATCH",
      "/prefix/api/v1/x?dryRun=All",
      '{"a":1}',
      "application/json",
      "Bearer t",
      "application/merge-patch+json",
      "holdfast",
    ],
  ]);
});

test("a request in somebody else's name names that user, whomever we are told to be else", async () => {
  const seen: unknown[] = [];
  const own = { authorization: "Bearer t", "impersonate-user": "bob", "impersonate-group": ["g"], "impersonate-extra-a": "b" };
  const { server } = await open(
    ({ headers }, response) => {
      seen.push(Object.fromEntries(Object.entries(headers).filter(([name]) => /^(auth|imp)/.test(name))));
      answerJson(response, 200, {});
    },
    fixedCredentials({ headers: own, tls: {} }),
  );
  const asked = { method: "GET", path: "/" } as const;
  await server.request({ ...asked, user: { username: "alice", groups: ["a", "b"] } });
  await server.request(asked);
  expect(seen).toEqual([
    { authorization: "Bearer t", "impersonate-user": "alice", "impersonate-group": "a, b" },
    { authorization: "Bearer t", "impersonate-user": "bob", "impersonate-group": "g", "impersonate-extra-a": "b" },
  ]);
});

test("a delete arrives with its options: without them a dry run would be none", async () => {
  const seen: unknown[] = [];
  const { server } = await open((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (part: string) => (text += part));
    request.on("end", () => {
      seen.push([request.headers["content-length"], text]);
      answerJson(response, 200, {});
    });
  });
  const body = { kind: "DeleteOptions", dryRun: ["All"], note: "ü" };
  await server.request({ method: "DELETE", path: "/api/v1/pods/a?dryRun=All", body });
  expect(seen).toEqual([[String(Buffer.byteLength(JSON.stringify(body))), JSON.stringify(body)]]);
});

test("a request is answered with its warnings, denied or not", async () => {
  const { server } = await open((_, response) => {
    response.appendHeader("warning", '299 - "one"');
    response.appendHeader("warning", '299 - "two, \\"2\\""');
    answerJson(response, 403, { reason: "Forbidden" });
  });
  expect(await server.request({ method: "GET", path: "/x" })).toMatchObject({
    status: 403,
    body: { reason: "Forbidden" },
    retryAfterSeconds: undefined,
    warnings: ["one", 'two, "2"'],
  });
});

test.each([
  ["Sun, 29 Mar 2026 01:30:00 GMT", Date.parse("2026-03-29T01:30:00Z")],
  ["some day", undefined],
  [undefined, undefined],
])("an answer says what time it is, where its server does: %s", async (date, time) => {
  const { server } = await open((_, response) => {
    response.sendDate = false;
    answerJson(response, 200, {}, date === undefined ? {} : { date });
  });
  expect((await server.request({ method: "GET", path: "/version" })).date).toBe(time);
});
