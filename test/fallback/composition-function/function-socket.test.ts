import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { Client, type ChannelCredentials, type ServiceError, credentials, status } from "@grpc/grpc-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  RunFunctionRequestSchema,
  RunFunctionResponseSchema,
  Severity,
} from "../../../runtime-fallback/composition-function/protocol/run_function_pb.js";
import { createAuthority } from "../../control-plane/certificates.ts";
import { suiteDirectory } from "../../fixtures/temporary-directory.ts";
import { type FunctionProcess, startFunction } from "./function-process.ts";
import { desired, observed, requestOf } from "./recorded.ts";

const method = "/apiextensions.fn.proto.v1.FunctionRunnerService/RunFunction";
const bytesOf = (parts: Parameters<typeof requestOf>[0]) => Buffer.from(toBinary(RunFunctionRequestSchema, requestOf(parts)));

/** By a gRPC client that shares no code with the server; an error of the call is thrown. */
async function ask(port: number, sent: Buffer, { how = credentials.createInsecure(), path = method } = {}): Promise<Buffer> {
  const client = new Client(`127.0.0.1:${port}`, how, {
    "grpc.max_receive_message_length": -1,
    // TLS takes no address for a name.
    "grpc.ssl_target_name_override": "function",
    "grpc.max_send_message_length": -1,
  });
  try {
    return await new Promise((resolve, reject) => {
      const as = (bytes: Buffer): Buffer => bytes;
      client.makeUnaryRequest(path, as, as, sent, { deadline: Date.now() + 30_000 }, (error, answer) => {
        if (error !== null || answer === undefined) reject(error ?? new Error("no answer"));
        else resolve(answer);
      });
    });
  } finally {
    client.close();
  }
}

const codeOf = (error: unknown): string => status[(error as ServiceError).code] ?? "";
const fails = (asked: Promise<unknown>) => asked.then(() => "answered", codeOf);

describe("the composition function, over a socket", () => {
  let running: FunctionProcess;
  beforeAll(async () => {
    running = await startFunction(["--insecure", "--debug"]);
  });
  afterAll(async () => {
    expect(await running.end()).toBe(0);
  });

  test("answers a gRPC client of another make", async () => {
    const {
      meta,
      desired: after,
      results,
    } = fromBinary(RunFunctionResponseSchema, await ask(running.port, bytesOf({ observed, desired })));
    expect([meta?.tag, Object.keys(after?.resources ?? {}).toSorted()]).toEqual(["a tag", ["namespace", "release", "secret"]]);
    expect(results).toMatchObject([{ severity: Severity.WARNING, reason: "NamespaceNotDesired" }]);
    expect(running.log).toContainEqual(
      expect.objectContaining({ level: "warn", msg: expect.stringContaining("namespace") as string }),
    );
  });

  test("answers a hundred at once, each the same", async () => {
    const sent = bytesOf({ observed, desired });
    const answers = await Promise.all(Array.from({ length: 100 }, () => ask(running.port, sent)));
    expect(new Set(answers.map((answer) => answer.toString("base64"))).size).toBe(1);
  });

  test("denies a message of more than 4 MiB, and goes on", async () => {
    const context = { much: "x".repeat(5 * 1024 * 1024) };
    expect(await fails(ask(running.port, bytesOf({ observed, context })))).toBe("RESOURCE_EXHAUSTED");
    expect(await fails(ask(running.port, bytesOf({ observed, context: { much: "x".repeat(3 * 1024 * 1024) } })))).toBe(
      "answered",
    );
  });

  test("says what it does not have, and what it cannot read, and goes on", async () => {
    expect(await fails(ask(running.port, Buffer.of(), { path: "/apiextensions.fn.proto.v1.FunctionRunnerService/Delete" }))).toBe(
      "UNIMPLEMENTED",
    );
    expect(await fails(ask(running.port, Buffer.from([0xff, 0xff])))).toBe("INTERNAL");
    expect(await fails(ask(running.port, Buffer.of()))).toBe("answered");
  });

  test("a composed resource by the name of __proto__ is one as any other", async () => {
    const key = "__proto__";
    const asked = create(RunFunctionRequestSchema, {});
    const state = Buffer.from(toBinary(RunFunctionRequestSchema, asked));
    // State.resources entry: key "__proto__", value one byte.
    const entry = Buffer.concat([Buffer.from([0x0a, key.length]), Buffer.from(key), Buffer.from([0x12, 0x00])]);
    const whole = Buffer.concat([state, Buffer.from([0x1a, entry.length + 2, 0x12, entry.length]), entry]);
    const answer = await ask(running.port, whole);
    expect(answer.includes(key)).toBe(true);
  });
});

describe("the composition function, as Crossplane runs it", () => {
  const directory = suiteDirectory();
  let running: FunctionProcess;
  let ca: Buffer;
  let crossplane: ChannelCredentials;
  let stranger: ChannelCredentials;

  beforeAll(async () => {
    const [own, other] = await Promise.all([createAuthority("crossplane-root"), createAuthority("stranger-root")]);
    const names = { commonName: "function", dnsNames: ["function"] };
    const server = await own.issue({ usage: "server", ...names });
    for (const [name, text] of Object.entries({
      "tls.crt": server.certificate,
      "tls.key": server.privateKey,
      "ca.crt": own.certificate,
    }))
      writeFileSync(join(directory, name), text);
    ca = Buffer.from(own.certificate);
    const clientOf = async (authority: typeof own) => {
      const { certificate, privateKey } = await authority.issue({ usage: "client", commonName: "crossplane" });
      return credentials.createSsl(ca, Buffer.from(privateKey), Buffer.from(certificate));
    };
    [crossplane, stranger] = await Promise.all([clientOf(own), clientOf(other)]);
    running = await startFunction([], { TLS_SERVER_CERTS_DIR: directory });
  });

  afterAll(async () => {
    await running.end();
  });

  test("answers whoever has a certificate of Crossplane's authority", async () => {
    const answer = await ask(running.port, bytesOf({ observed, desired }), { how: crossplane });
    expect(fromBinary(RunFunctionResponseSchema, answer).results).toHaveLength(1);
  });

  test("and nobody else: without a certificate, with one of another authority, in plain text", async () => {
    const sent = bytesOf({ observed, desired });
    for (const how of [credentials.createSsl(ca), stranger, credentials.createInsecure()])
      expect(await fails(ask(running.port, sent, { how }))).toBe("UNAVAILABLE");
  });

  test.each([
    ["no certificates", [], {}, "there are no certificates to serve with"],
    ["certificates that are not there", ["--tls-certs-dir=/nowhere"], {}, "/nowhere/tls.crt cannot be read"],
    ["an address that is none", ["--insecure", "--address=here"], {}, "--address=here is no address"],
    ["an unknown flag", ["--insecur"], {}, "Unknown option '--insecur'"],
  ])("with %s it says what to do, and ends", async (_, flags, environment, says) => {
    await expect(startFunction(flags, environment)).rejects.toThrow(says);
  });
});
